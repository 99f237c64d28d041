// Keeps the scroll position of a long conversation: at its end when new messages arrive, in place when older ones load.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { movedWindow, newerWindow, newestWindow, olderWindow, type ChatWindow } from "./chat-window.ts";

/** Renders more messages within this many pixels of an edge. */
const NEAR = 800;
/** Within this many pixels of the end the reader counts as at the end. */
const AT_END = 80;

export type ChatView = {
  /** The newest message is in view, so the log follows new ones. */
  isAtEnd: boolean;
  toEnd: () => void;
  onScroll: () => void;
} & ChatWindow;

type Anchor = {
  id: string;
  top: number;
};

/** `count` is the number of messages, oldest first. `log` is the scroll container and `content` its child; each line has `data-id`. */
export function useChatWindow(
  log: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  count: number,
): ChatView {
  const [shown, setShown] = useState(() => ({ ...newestWindow(count), count }));
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);

  // The number of messages changed since the last render: adjust before paint.
  let view = shown;
  if (shown.count !== count) {
    view = { ...movedWindow(shown, shown.count, count), count };
    setShown(view);
  }
  const { first, last } = view;

  const note = useCallback((isThere: boolean) => {
    atEnd.current = isThere;
    setAtEnd(isThere);
  }, []);

  const onScroll = useCallback(() => {
    const box = log.current;
    if (!box) return;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    // Only scrolling up leaves the end; a line that grows does not.
    const isLeft = box.scrollTop < lastTop.current;
    lastTop.current = box.scrollTop;
    note(last === count && (below < AT_END || (atEnd.current && !isLeft)));
    const next =
      box.scrollTop < NEAR && first > 0
        ? olderWindow({ first, last })
        : below < NEAR && last < count
          ? newerWindow({ first, last }, count)
          : null;
    if (!next) return;
    anchor.current = anchorIn(box);
    setShown({ ...next, count });
  }, [log, first, last, count, note]);

  const toEnd = useCallback(() => {
    note(true);
    setShown({ ...newestWindow(count), count });
    const box = log.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [log, count, note]);

  const follow = useCallback((box: HTMLElement) => {
    // Includes scrolling up before its event fires; a shorter log clamps the position to its new end.
    const isLeft = box.scrollTop < Math.min(lastTop.current, box.scrollHeight - box.clientHeight) - 1;
    if (!atEnd.current || isLeft) return;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
  }, []);

  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (anchor.current) {
      const line = lineOf(box, anchor.current.id);
      if (line) box.scrollTop += line.getBoundingClientRect().top - anchor.current.top;
      anchor.current = null;
    } else follow(box);
  }, [log, first, last, count, follow]);

  // Keeps the end in view when the keyboard opens or the composer or a line grows.
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => follow(box));
    observer.observe(box);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [log, content, follow]);

  return { first, last, isAtEnd, toEnd, onScroll };
}

function lineOf(box: HTMLElement, id: string): Element | null {
  return box.querySelector(`[data-id="${CSS.escape(id)}"]`);
}

/** The first visible line and its position. */
function anchorIn(box: HTMLElement): Anchor | null {
  const top = box.getBoundingClientRect().top;
  for (const line of box.querySelectorAll<HTMLElement>("[data-id]")) {
    const place = line.getBoundingClientRect();
    if (place.bottom >= top) return { id: line.dataset["id"] ?? "", top: place.top };
  }
  return null;
}
