// Polls for changes, unread messages among them, while the live line is down.

/** Milliseconds from one asking to the next. */
const EVERY = 30_000;

export type PollFallback = {
  /** Called when the line opens or closes; nothing is asked before the first call. */
  lineIs(isOpen: boolean): void;
  stop(): void;
};

/** Polls while the line is down and the page is visible. */
export function pollFallback(ask: () => void): PollFallback {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  const look = () => {
    if (document.visibilityState === "visible" && navigator.onLine) ask();
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    lineIs(isOpen) {
      if (isOpen || isOver) pause();
      else timer ??= setInterval(look, EVERY);
    },
    stop() {
      isOver = true;
      pause();
    },
  };
}
