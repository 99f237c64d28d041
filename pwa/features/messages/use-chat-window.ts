// Keeps the scroll position of a long conversation: at its end when new messages arrive, in place when older ones load.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import {
  MESSAGES_PER_STEP,
  movedWindow,
  newerWindow,
  newestWindow,
  olderWindow,
  type ChatWindow,
} from "./chat-window.ts";

/** Renders more messages within this many pixels of an edge. */
const NEAR_EDGE_PX = 800;
/** Within this many pixels of the end the reader counts as at the end. */
const AT_END_PX = 80;

export type ChatView = {
  /** The newest message is in view, so the log follows new ones. */
  isAtEnd: boolean;
  toEnd: () => void;
  onScroll: () => void;
} & ChatWindow;

/** A line and its distance from the start of the log's content. */
type Anchor = {
  id: string;
  offset: number;
};

/** `messages` are oldest first; `onEarlier` loads more before them. `log` is the scroll container and `content` its child; each line has `data-id`. */
export function useChatWindow(
  log: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  messages: readonly { id: string }[],
  onEarlier?: () => void,
): ChatView {
  const [shown, setShown] = useState(() => ({ ...newestWindow(messages.length), messages }));
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  /** Heights of the content and of the view when the position was last set. */
  const heights = useRef({ content: 0, view: 0 });
  const anchor = useRef<Anchor | null>(null);

  // The messages changed since the last render: adjust before paint.
  let view = shown;
  if (shown.messages !== messages) {
    view = { ...movedWindow(shown, shown.messages, messages, isAtEnd), messages };
    setShown(view);
  }
  const { first, last } = view;

  const note = useCallback((isThere: boolean) => {
    atEnd.current = isThere;
    setAtEnd(isThere);
  }, []);

  /** Renders more messages when the view is near an edge of those rendered. */
  const extend = useCallback(
    (box: HTMLElement) => {
      const count = messages.length;
      // Before the reader gets there, so that reading back does not stop.
      if (box.scrollTop < NEAR_EDGE_PX && first < 2 * MESSAGES_PER_STEP) onEarlier?.();
      const next =
        box.scrollTop < NEAR_EDGE_PX && first > 0
          ? olderWindow({ first, last })
          : belowOf(box) < NEAR_EDGE_PX && last < count
            ? newerWindow({ first, last }, count)
            : null;
      if (next) setShown({ ...next, messages });
    },
    [first, last, messages, onEarlier],
  );

  const onScroll = useCallback(() => {
    const box = log.current;
    if (!box) return;
    // A new layout clamps the position and causes this event; the observer then scrolls back to the end.
    const isSameLayout = box.scrollHeight === heights.current.content && box.clientHeight === heights.current.view;
    // Only scrolling up leaves the end; a line that grows does not.
    const isLeft = isSameLayout && box.scrollTop < lastTop.current;
    lastTop.current = box.scrollTop;
    anchor.current = anchorIn(box);
    note(last === messages.length && (belowOf(box) < AT_END_PX || (atEnd.current && !isLeft)));
    extend(box);
  }, [log, last, messages, note, extend]);

  const toEnd = useCallback(() => {
    note(true);
    setShown({ ...newestWindow(messages.length), messages });
    const box = log.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [log, messages, note]);

  /** Scrolls to the end for a reader who is there; for others, keeps the line in view where it is. */
  const settle = useCallback((box: HTMLElement) => {
    const { scrollHeight: content, clientHeight: view } = box;
    // Includes scrolling up before its event fires. Shorter content or another view clamps the position instead.
    const isClamped = content < heights.current.content || view !== heights.current.view;
    const isLeft = !isClamped && box.scrollTop < lastTop.current - 1;
    heights.current = { content, view };
    if (atEnd.current && !isLeft) {
      box.scrollTop = box.scrollHeight;
      lastTop.current = box.scrollTop;
    } else {
      const moved = movementOf(box, anchor.current);
      if (moved !== 0) box.scrollTop += moved;
      lastTop.current += moved;
    }
    anchor.current = anchorIn(box);
  }, []);

  useLayoutEffect(() => {
    if (!log.current) return;
    settle(log.current);
    // A reader at the very start causes no scroll event when older messages arrive.
    if (!atEnd.current) extend(log.current);
  }, [log, settle, extend]);

  // Keeps the position when the keyboard opens or the composer or a line grows.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => settle(box));
    observer.observe(box);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [log, content, settle]);

  return { first, last, isAtEnd, toEnd, onScroll };
}

/** Height of the content below the view. */
function belowOf(box: HTMLElement): number {
  return box.scrollHeight - box.clientHeight - box.scrollTop;
}

/** Distance of an element's top from the start of the log's content, wherever the log is scrolled to. */
function offsetIn(box: HTMLElement, line: Element): number {
  return line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

/** How far the anchor's line moved within the content; 0 when it is gone. */
function movementOf(box: HTMLElement, anchor: Anchor | null): number {
  const line = anchor && box.querySelector(`[data-id="${CSS.escape(anchor.id)}"]`);
  return line ? offsetIn(box, line) - anchor.offset : 0;
}

/** The first visible line. Lines are below each other, so a few looks find it: each asks the browser for a position. */
function anchorIn(box: HTMLElement): Anchor | null {
  const top = box.getBoundingClientRect().top;
  const lines = box.querySelectorAll<HTMLElement>("[data-id]");
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (lines[middle]!.getBoundingClientRect().bottom >= top) to = middle;
    else from = middle + 1;
  }
  const line = lines[from];
  return line ? { id: line.dataset["id"] ?? "", offset: offsetIn(box, line) } : null;
}
