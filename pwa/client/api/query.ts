// Responses that are read over REST and not stored: shown at once while fresh, read again when stale.
import { useCallback, useEffect, useState } from "react";
import { create } from "zustand";
import type { QueryInput, QueryResult } from "../../../shared/queries.ts";
import type { ReadName } from "../../device/transport/paths.ts";
import { ApiError, read } from "./call.ts";
import { storedUser } from "../session/stored-session.ts";

/** How long a response counts as fresh, in milliseconds. */
const FRESH_FOR = 30_000;

/** `at`: milliseconds since 1970 at which the response came. */
type CachedResponse = { data: unknown; at: number };

/**
 * THE response cache. Its keys begin with the user, and a sign-in or sign-out empties it, so that nobody sees another user's response.
 * `session` counts those changes; a response that was asked for in an earlier session is not cached.
 */
const useResponseCache = create<{ session: number; responses: ReadonlyMap<string, CachedResponse> }>(() => ({
  session: 0,
  responses: new Map(),
}));

/** Counts changes of user on this page; a response from an earlier count belongs to another user. */
export function sessionCount(): number {
  return useResponseCache.getState().session;
}

/** Calls back after every change of user. Returns the function that stops it. */
export function onUserChange(changed: () => void): () => void {
  return useResponseCache.subscribe((now, before) => {
    if (now.session !== before.session) changed();
  });
}

/** Forgets every response: call it when the user of this page changes. */
export function clearResponses(): void {
  useResponseCache.setState(({ session }) => ({ session: session + 1, responses: new Map() }));
}

export type QueryState<Data> =
  | { state: "loading" }
  | { state: "ready"; data: Data }
  /** 404: not there, or not visible to this user. */
  | { state: "missing" }
  /** No response, and none from before. */
  | { state: "failed" };

export type QueryHandle<Name extends ReadName> = {
  result: QueryState<QueryResult<Name>>;
  /** Reads again, fresh or not. Never rejects. */
  reload: () => Promise<void>;
  /** Replaces what is shown and cached, after a write whose answer says the new value. */
  update: (change: (data: QueryResult<Name>) => QueryResult<Name>) => void;
};

/**
 * Reads a query of the contract; a null input reads nothing. Reads again on focus and when the network is back, once the response is
 * older than `freshFor` milliseconds.
 */
export function useQuery<Name extends ReadName>(
  name: Name,
  input: QueryInput<Name> | null,
  { freshFor = FRESH_FOR }: { freshFor?: number } = {},
): QueryHandle<Name> {
  const session = useResponseCache((cache) => cache.session);
  const text = input === null ? null : JSON.stringify(input);
  const key = text === null ? null : `${session} ${storedUser()?.id ?? "guest"} ${name} ${text}`;
  const cached = useResponseCache((cache) => (key === null ? undefined : cache.responses.get(key)));
  const [problem, setProblem] = useState<{ key: string; state: "missing" | "failed" } | null>(null);

  const ask = useCallback(
    async (maxAge: number) => {
      if (key === null || text === null) return;
      const known = useResponseCache.getState().responses.get(key);
      if (known && Date.now() - known.at < maxAge) return;
      try {
        const data = await read(name, JSON.parse(text) as QueryInput<Name>);
        setResponse(session, key, { data, at: Date.now() });
        setProblem(null);
      } catch (error) {
        const isMissing = error instanceof ApiError && error.status === 404;
        // What was shown before stays while the network is away.
        if (isMissing) setResponse(session, key, null);
        setProblem({ key, state: isMissing ? "missing" : "failed" });
      }
    },
    [session, name, key, text],
  );

  useEffect(() => {
    void ask(freshFor);
    const again = () => void ask(freshFor);
    window.addEventListener("focus", again);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("online", again);
    };
  }, [ask, freshFor]);

  const reload = useCallback(() => ask(0), [ask]);
  const update = useCallback(
    (change: (data: QueryResult<Name>) => QueryResult<Name>) => {
      const known = key === null ? undefined : useResponseCache.getState().responses.get(key);
      if (key !== null && known) setResponse(session, key, { ...known, data: change(known.data as QueryResult<Name>) });
    },
    [session, key],
  );

  const result: QueryState<QueryResult<Name>> = cached
    ? { state: "ready", data: cached.data as QueryResult<Name> }
    : { state: problem?.key === key && problem !== null ? problem.state : "loading" };
  return { result, reload, update };
}

/** Caches a response, or removes it with null. Does nothing once the session it was asked for in is over. */
function setResponse(session: number, key: string, response: CachedResponse | null): void {
  useResponseCache.setState((cache) => {
    if (cache.session !== session) return cache;
    const responses = new Map(cache.responses);
    if (response) responses.set(key, response);
    else responses.delete(key);
    return { responses };
  });
}
