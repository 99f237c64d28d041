// Long work in parts, so that the browser gets its turn in between.

/** Lets the browser paint and answer the person before the next slice of work. */
export type Pause = () => Promise<void>;

/** Work that may pause wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** Does all of it in one go. */
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
