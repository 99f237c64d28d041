// The answer to the latest question of a component, not cached: filters change with every press.
import { useEffect, useRef, useState } from "react";

export type Latest<Value> = { state: "loading" } | { state: "failed" } | { state: "known"; value: Value };

/**
 * Loads whenever `key` changes and aborts what was under way; a null key loads nothing and returns null. Only the answer to the
 * present key is returned.
 */
export function useLatest<Value>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Value>,
): Latest<Value> | null {
  const [answer, setAnswer] = useState<{ to: string; latest: Latest<Value> } | null>(null);
  const loadNow = useRef(load);
  useEffect(() => {
    loadNow.current = load;
  });

  useEffect(() => {
    if (key === null) return;
    const leaving = new AbortController();
    loadNow.current(leaving.signal).then(
      (value) => setAnswer({ to: key, latest: { state: "known", value } }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ to: key, latest: { state: "failed" } });
      },
    );
    return () => leaving.abort();
  }, [key]);

  if (key === null) return null;
  return answer?.to === key ? answer.latest : { state: "loading" };
}
