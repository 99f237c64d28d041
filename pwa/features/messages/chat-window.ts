// Which part of a long conversation exists on the screen. Grows where the reader goes, and lets go of the far end.

/** Messages drawn when a conversation opens, and added at a time. */
export const STEP = 60;
/** Messages drawn at most. */
export const MOST = 240;

export interface ChatWindow {
  /** Index of the first message drawn. */
  first: number;
  /** One past the last. */
  last: number;
}

export function newestWindow(count: number): ChatWindow {
  return { first: Math.max(0, count - STEP), last: count };
}

/** The window after the reader came near its upper end. */
export function olderWindow({ first, last }: ChatWindow): ChatWindow {
  const start = Math.max(0, first - STEP);
  return { first: start, last: Math.min(last, start + MOST) };
}

/** The window after the reader came near its lower end. */
export function newerWindow({ first, last }: ChatWindow, count: number): ChatWindow {
  const end = Math.min(count, last + STEP);
  return { first: Math.max(first, end - MOST), last: end };
}

/** The window when the conversation has become longer or shorter: one that held the newest message goes on holding it. */
export function movedWindow({ first, last }: ChatWindow, from: number, to: number): ChatWindow {
  if (from === 0) return newestWindow(to);
  if (last < from) return { first: Math.min(first, to), last: Math.min(last, to) };
  return { first: Math.max(0, Math.min(first, to - 1), to - MOST), last: to };
}
