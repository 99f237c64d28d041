// Details that are read over REST and not kept: shown at once when they are fresh, asked for again when they are not.
import { useCallback, useEffect, useState } from "react";
import { ApiError, read } from "./call.ts";

/** How long an answer counts as fresh, in milliseconds. */
const freshFor = 30_000;

interface Answer {
  data: unknown;
  /** Milliseconds since 1970. */
  at: number;
}
const answers = new Map<string, Answer>();

export type Remote<T> =
  | { state: "loading" }
  | { state: "ready"; data: T }
  /** 404: not there, or not for this person. */
  | { state: "missing" }
  /** No answer and nothing from before. */
  | { state: "failed" };

/** Reads a path of the REST interface; null reads nothing. Asks again when the window gets the focus. */
export function useRemote<T>(path: string | null): Remote<T> {
  const [result, setResult] = useState<{ path: string | null; remote: Remote<T> }>({
    path: null,
    remote: { state: "loading" },
  });

  const ask = useCallback(async () => {
    if (path === null) return;
    const known = answers.get(path);
    if (known) setResult({ path, remote: { state: "ready", data: known.data as T } });
    if (known && Date.now() - known.at < freshFor) return;
    try {
      const data = await read<T>(path);
      answers.set(path, { data, at: Date.now() });
      setResult({ path, remote: { state: "ready", data } });
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      if (isMissing) answers.delete(path);
      // What was shown before stays while the network is away.
      if (isMissing || !known) setResult({ path, remote: { state: isMissing ? "missing" : "failed" } });
    }
  }, [path]);

  useEffect(() => {
    void ask();
    const onFocus = () => void ask();
    window.addEventListener("focus", onFocus);
    window.addEventListener("online", onFocus);
    return () => {
      window.removeEventListener("focus", onFocus);
      window.removeEventListener("online", onFocus);
    };
  }, [ask]);

  // An answer to the path before this one is no answer.
  return result.path === path ? result.remote : { state: "loading" };
}
