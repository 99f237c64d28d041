// Loads data for the current key of a component. Does not cache, because filters change with every keystroke.
import { useEffect, useRef, useState } from "react";

export type Latest<Value> = { state: "loading" } | { state: "failed" } | { state: "known"; value: Value };

/**
 * Loads whenever `key` changes, and aborts the previous load. A null key loads nothing and returns null. Never returns
 * the result of an earlier key.
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
    const controller = new AbortController();
    loadNow.current(controller.signal).then(
      (value) => setAnswer({ to: key, latest: { state: "known", value } }),
      () => {
        if (!controller.signal.aborted) setAnswer({ to: key, latest: { state: "failed" } });
      },
    );
    return () => controller.abort();
  }, [key]);

  if (key === null) return null;
  return answer?.to === key ? answer.latest : { state: "loading" };
}
