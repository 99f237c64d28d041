// Measures lasting event-loop delay: one long task delays one sample, a queue delays all of them.

const EVERY_MS = 20;
const LOOKS = 3;

export type LoopDelay = {
  /** The smallest delay among the last samples, in milliseconds. */
  lasting(): number;
  stop(): void;
};

export function watchLoopDelay(): LoopDelay {
  const delays = Array.from({ length: LOOKS }, () => 0);
  let at = 0;
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delays[at++ % LOOKS] = Math.max(0, now - due);
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return { lasting: () => Math.min(...delays), stop: () => clearInterval(timer) };
}
