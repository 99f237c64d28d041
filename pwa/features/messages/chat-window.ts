// Chooses the part of a long conversation to render. Grows in the scroll direction and drops the far end.

/** Number of messages rendered at first, and added at a time. */
export const STEP = 60;
/** Maximum number of rendered messages. */
export const MOST = 240;

export type ChatWindow = {
  /** Index of the first rendered message. */
  first: number;
  /** One past the last rendered message. */
  last: number;
};

export function newestWindow(count: number): ChatWindow {
  return { first: Math.max(0, count - STEP), last: count };
}

/** The window after the reader scrolled near its start. */
export function olderWindow({ first, last }: ChatWindow): ChatWindow {
  const start = Math.max(0, first - STEP);
  return { first: start, last: Math.min(last, start + MOST) };
}

/** The window after the reader scrolled near its end. */
export function newerWindow({ first, last }: ChatWindow, count: number): ChatWindow {
  const end = Math.min(count, last + STEP);
  return { first: Math.max(first, end - MOST), last: end };
}

/** The window after the number of messages changed: a window with the newest message continues to include it. */
export function movedWindow({ first, last }: ChatWindow, from: number, to: number): ChatWindow {
  if (from === 0) return newestWindow(to);
  if (last < from) return { first: Math.min(first, to), last: Math.min(last, to) };
  return { first: Math.max(0, Math.min(first, to - 1), to - MOST), last: to };
}
