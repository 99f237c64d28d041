// When to look at the change log: every quarter of a second while somebody listens, at once when it is known to have grown.

const TAIL_MS = 250;
/** Rest after a look, as a part of the time it took: news may take a good part of a process, not all of it. */
const REST = 0.5;
const LONGEST_PAUSE_MS = 5000;

export type Looks = {
  /** Something is there: looks as soon as it may. */
  wanted(): void;
  stop(): Promise<void>;
};

/** Runs `look` one at a time; it gives whether to go on by itself. After a fault the pauses grow, up to five seconds. */
export function createLooks(look: () => Promise<boolean>, fault: (error: unknown) => void): Looks {
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  let isStopped = false;
  let notBefore = 0;
  let pause = TAIL_MS;

  function plan(ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    const wait = Math.max(ms, notBefore - performance.now());
    timer = setTimeout(() => {
      running = run();
    }, wait);
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    isWanted = false;
    let goesOn = true;
    try {
      goesOn = await look();
      pause = TAIL_MS;
    } catch (error) {
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
      notBefore = performance.now() + pause;
      fault(error);
    }
    running = null;
    notBefore = Math.max(notBefore, performance.now() + (performance.now() - startedAt) * REST);
    if (isWanted) plan(0);
    else if (goesOn) plan(pause);
  }

  return {
    wanted() {
      if (isWanted) return;
      isWanted = true;
      if (!running) plan(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
