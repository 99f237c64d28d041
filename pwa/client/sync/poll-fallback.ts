// While the live line is down nobody says that there is news, unread messages among them: it is asked for now and then.

/** Milliseconds from one asking to the next. */
const EVERY = 30_000;

export interface PollFallback {
  /** Called when the line opens or closes; nothing is asked before the first call. */
  lineIs(isOpen: boolean): void;
  stop(): void;
}

/** Asks as long as the line is down and somebody is looking. */
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
