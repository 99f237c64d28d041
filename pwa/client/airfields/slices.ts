// Splits work about airfields into slices. Apart from the catalogue's pauses, whose file loads on every visit.

/** Milliseconds of work per slice. */
const SLICE_MS = 5;

const nextTask = () => new Promise<unknown>((resolve) => setTimeout(resolve));

/** Runs all steps; lets the browser paint and handle input after each full slice. */
export async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await nextTask();
    since = performance.now();
  }
}
