// Polls for changes, unread messages among them, while the live line is down.

const POLL_INTERVAL_MS = 30_000;

export type PollFallback = {
  /** Called when the line opens or closes; no poll happens before the first call. */
  setLine(isOpen: boolean): void;
  stop(): void;
};

/** Polls while the line is down and the page is visible. */
export function pollFallback(poll: () => void): PollFallback {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  const pollIfVisible = () => {
    if (document.visibilityState === "visible" && navigator.onLine) poll();
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    setLine(isOpen) {
      if (isOpen || isOver) pause();
      else timer ??= setInterval(pollIfVisible, POLL_INTERVAL_MS);
    },
    stop() {
      isOver = true;
      pause();
    },
  };
}
