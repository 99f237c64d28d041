// Caches the responses of queries in memory: shows them at once, and reads them again when they are stale.
import { useCallback, useEffect, useState } from "react";
import { create } from "zustand";
import type { QueryInput, QueryResult } from "../../../shared/queries.ts";
import type { ReadName } from "../../device/transport/paths.ts";
import { ApiError, read } from "./call.ts";
import { storedUser } from "../session/stored-session.ts";

/** After this many milliseconds a response is read again. */
const FRESH_MS = 30_000;

/** `at`: milliseconds since 1970 when the response arrived. */
type CachedResponse = { data: unknown; at: number };

/**
 * The only response cache. Keys begin with the user id, and sign-in and sign-out empty it, so no user sees another
 * user's responses.
 * `session` counts sign-ins and sign-outs; a response to a request of an earlier session is not cached.
 */
const useResponseCache = create<{ session: number; responses: ReadonlyMap<string, CachedResponse> }>(() => ({
  session: 0,
  responses: new Map(),
}));

/** Counts the changes of user on this page. A response to a request with an earlier count belongs to another user. */
export function sessionCount(): number {
  return useResponseCache.getState().session;
}

/** Calls back after every change of user. Returns an unsubscribe function. */
export function onUserChange(changed: () => void): () => void {
  return useResponseCache.subscribe((now, before) => {
    if (now.session !== before.session) changed();
  });
}

/** Removes every response. Called when the user of this page changes. */
export function clearResponses(): void {
  useResponseCache.setState(({ session }) => ({ session: session + 1, responses: new Map() }));
}

export type QueryState<Data> =
  | { state: "loading" }
  | { state: "ready"; data: Data }
  /** 404: it does not exist, or this user may not see it. */
  | { state: "missing" }
  /** No response came, and none is cached. */
  | { state: "failed" };

export type QueryHandle<Name extends ReadName> = {
  result: QueryState<QueryResult<Name>>;
  /** Reads again, even if the cached response is fresh. Never rejects. */
  reload: () => Promise<void>;
  /** Changes the cached response, after a write whose response contains the new value. */
  update: (change: (data: QueryResult<Name>) => QueryResult<Name>) => void;
};

/**
 * Reads a query; a null input reads nothing. Reads again on focus and when the network is back, once the response is
 * older than `freshFor` milliseconds.
 */
export function useQuery<Name extends ReadName>(
  name: Name,
  input: QueryInput<Name> | null,
  { freshFor = FRESH_MS }: { freshFor?: number } = {},
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
        // Without network the cached response stays on the screen.
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

/** Caches a response; null removes it. Does nothing when the request was sent in an earlier session. */
function setResponse(session: number, key: string, response: CachedResponse | null): void {
  useResponseCache.setState((cache) => {
    if (cache.session !== session) return cache;
    const responses = new Map(cache.responses);
    if (response) responses.set(key, response);
    else responses.delete(key);
    return { responses };
  });
}
