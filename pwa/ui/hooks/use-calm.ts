import { useEffect, useState } from "react";

/** Delay before new buttons appear, in milliseconds; a double press ends within it. */
export const PAUSE_MS = 300;

/** False for a moment after `shown` has changed: a double press must not reach what takes the place of a button. */
export function useCalm(shown: string | undefined): boolean {
  const [calm, setCalm] = useState(shown);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(shown), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return calm === shown;
}
