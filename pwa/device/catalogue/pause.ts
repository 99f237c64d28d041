// Splits long work into slices, so that the browser can handle input and paint in between.

/** Lets the browser paint and handle input before the next slice. */
export type Pause = () => Promise<void>;

/** Work that may pause at each `yield`. */
export type Steps<T> = Generator<void, T>;

/** Runs all of it without pauses. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export async function inSlices<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Milliseconds of work per slice. */
const SLICE_MS = 8;

/** Pauses only after a full slice; then the browser handles input and paint first. */
export function slicing(now: () => number): Pause {
  let since = now();
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return async () => {
    if (now() - since < SLICE_MS) return;
    // A message arrives after pending input and paint, and has no minimum delay, unlike a timer.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
    since = now();
  };
}
