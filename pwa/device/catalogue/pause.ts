import type { Pause } from "./bucket.ts";

/** Milliseconds of work after which the browser gets its turn. */
const SLICE = 8;

/** A pause that costs nothing until a slice of work is full; then whatever waits (input, paint) goes first. */
export function slicing(now: () => number): Pause {
  let since = now();
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return async () => {
    if (now() - since < SLICE) return;
    // A message comes back after waiting input and paint, and unlike a timer without a least delay.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
    since = now();
  };
}
