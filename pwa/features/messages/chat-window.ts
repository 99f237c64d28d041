// Chooses the part of a long conversation to render. Grows in the scroll direction and drops the far end.

/** Number of messages rendered at first, and added at a time. */
export const MESSAGES_PER_STEP = 60;
/** Maximum number of rendered messages. */
export const MAX_MESSAGES = 240;

export type ChatWindow = {
  /** Index of the first rendered message. */
  first: number;
  /** One past the last rendered message. */
  last: number;
};

export function newestWindow(count: number): ChatWindow {
  return { first: Math.max(0, count - MESSAGES_PER_STEP), last: count };
}

/** The window after the reader scrolled near its start. */
export function olderWindow({ first, last }: ChatWindow): ChatWindow {
  const start = Math.max(0, first - MESSAGES_PER_STEP);
  return { first: start, last: Math.min(last, start + MAX_MESSAGES) };
}

/** The window after the reader scrolled near its end. */
export function newerWindow({ first, last }: ChatWindow, count: number): ChatWindow {
  const end = Math.min(count, last + MESSAGES_PER_STEP);
  return { first: Math.max(first, end - MAX_MESSAGES), last: end };
}

type Line = { id: string };

/**
 * The window after the list changed from `from` to `to`. It keeps its messages, because older ones arrive above and new
 * ones below. At the end it follows new ones.
 */
export function movedWindow(
  { first, last }: ChatWindow,
  from: readonly Line[],
  to: readonly Line[],
  isAtEnd: boolean,
): ChatWindow {
  const places = new Map(to.map(({ id }, place) => [id, place]));
  const kept = from.slice(first, last).flatMap(({ id }) => places.get(id) ?? []);
  if (kept.length === 0) return newestWindow(to.length);
  const start = Math.min(...kept);
  if (isAtEnd)
    return {
      first: Math.max(0, to.length - MAX_MESSAGES, Math.min(start, to.length - MESSAGES_PER_STEP)),
      last: to.length,
    };
  const end = last === from.length ? to.length : Math.max(...kept) + 1;
  return { first: start, last: Math.min(end, start + MAX_MESSAGES) };
}
