// Keeps a long conversation's log where the reader is: at its end while new lines come, in place while older ones do.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { movedWindow, newerWindow, newestWindow, olderWindow, type ChatWindow } from "./chat-window.ts";

/** Pixels from an edge at which more is drawn. */
const NEAR = 800;
/** Pixels from the end within which the reader counts as being there. */
const AT_END = 80;

export interface ChatView extends ChatWindow {
  /** The newest message is in view; what comes is followed. */
  isAtEnd: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

interface Anchor {
  id: string;
  top: number;
}

/**
 * `count` is the number of messages, oldest first. `log` is the scrolling box, `content` what scrolls in it; its lines carry
 * `data-id`.
 */
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

  // The list has become another since the last drawing: follow it before anything is painted.
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
    // A line that grew since the log was put at its end is no reason to leave it: only the reader's way up is.
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
    // A way up that no event has told of yet counts as well; what has become shorter holds the box at its new end.
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

  // The keyboard or a growing composer takes room, or a line itself grows: the end stays in view.
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

/** The first line that is in view now, and where. */
function anchorIn(box: HTMLElement): Anchor | null {
  const top = box.getBoundingClientRect().top;
  for (const line of box.querySelectorAll<HTMLElement>("[data-id]")) {
    const place = line.getBoundingClientRect();
    if (place.bottom >= top) return { id: line.dataset["id"] ?? "", top: place.top };
  }
  return null;
}
