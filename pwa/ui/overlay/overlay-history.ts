// One history entry for each open overlay, so that Back closes it instead of leaving the page. The router never sees these
// entries: they have the page's own address, and their steps are kept from it.
import { useEffect, useRef } from "react";

/** What the router shows. */
type ShownPage = { url: string; state: unknown; key: string };
type HistoryState = { idx?: unknown; overlay?: unknown } | null;
type Overlay = {
  /** Place of its entry in the history; null while it has none. */
  index: number | null;
  close: () => void;
};

const topKey = "history-top";
/** Within this many milliseconds a further press was meant for the overlay that the one before closed. */
const DOUBLE_PRESS_MS = 500;

let page: ShownPage | null = null;
const overlays: Overlay[] = [];
/** Places of entries whose overlay closed by itself since the last look. */
let closed: number[] = [];
/** Where a step back of our own leads, while it is under way. */
let target: number | null = null;
/** Where we are, and the last place of the history, as the router counts them. */
let position = 0;
let top = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let closedAt = -Infinity;

function indexOf(state: unknown): number {
  const { idx } = (state as HistoryState) ?? {};
  return typeof idx === "number" ? idx : 0;
}

/** Called after each change of page; the first call starts it all. */
export function showPage(shown: ShownPage, isPush: boolean): void {
  const isFirst = page === null;
  page = shown;
  position = indexOf(history.state);
  keepTop(isPush ? position : Math.max(position, isFirst ? keptTop() : top));
  if (!isFirst) return;
  window.addEventListener("popstate", onPop, true);
  // A reload closed the overlay that this entry was for.
  if ((history.state as HistoryState)?.overlay) closed.push(position);
  look();
}

/** Gives an open overlay its entry. Returns what to call once it is closed. */
function enter(close: () => void): () => void {
  const overlay: Overlay = { index: null, close };
  overlays.push(overlay);
  look();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    closedAt = performance.now();
    if (overlay.index !== null) closed.push(overlay.index);
    look();
  };
}

/** Back closes it while it is open. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (isOpen ? enter(() => latest.current()) : undefined), [isOpen]);
}

/** For a press beside an overlay: the second press on what closed the one above does not close this one too. */
export function ignoreDoublePress(event: Event): void {
  if (performance.now() - closedAt < DOUBLE_PRESS_MS) event.preventDefault();
}

/** One look for all that opens and closes together: an overlay that follows another takes over its entry. */
function look(): void {
  if (page === null) return;
  clearTimeout(timer);
  timer = setTimeout(settle);
}

function settle(): void {
  // The end of the step back looks again.
  if (target !== null) return;
  position = indexOf(history.state);
  const waiting = overlays.filter(({ index }) => index === null);
  let free = position;
  while (closed.includes(free)) {
    const next = waiting.shift();
    if (next) next.index = free;
    else free -= 1;
    closed = closed.filter((index) => index !== (next?.index ?? free + 1));
  }
  // What a person left behind by moving on is skipped when they come back to it.
  closed = [];
  if (free < position) return stepBackTo(free);
  for (const overlay of waiting) {
    position += 1;
    overlay.index = position;
    history.pushState({ ...(history.state as object), idx: position, overlay: true }, "");
    keepTop(position);
  }
}

function stepBackTo(index: number): void {
  target = index;
  history.go(index - position);
}

/** Ahead of the router's own listener: a step that stays on the page ends here. */
function onPop(event: PopStateEvent): void {
  const at = indexOf(event.state);
  const from = position;
  position = at;
  if (target !== null) {
    const wanted = target;
    target = null;
    look();
    // Somebody moved on meanwhile: their entry is where to be.
    if (at !== wanted && at < top) return go(event, top - at);
    return stay(event, at);
  }
  const left = overlays.filter(({ index }) => index !== null && index > at).reverse();
  const lowest = left.at(-1)?.index ?? null;
  for (const overlay of left) {
    overlay.index = null;
    overlay.close();
  }
  // Whatever Back could not close gets its entry again.
  if (left.length > 0) look();
  if (lowest !== null) return at === lowest - 1 ? stay(event, at) : undefined;
  const isOfOverlay = Boolean((event.state as HistoryState)?.overlay);
  if (!isOfOverlay) return;
  if (overlays.some(({ index }) => index === at)) return stay(event, at);
  go(event, at > from && at < top ? 1 : -1);
}

/** The page is the one that is shown: its address may have changed in the entry that was left. */
function stay(event: PopStateEvent, at: number): void {
  event.stopImmediatePropagation();
  if (page) history.replaceState({ usr: page.state, key: page.key, idx: at }, "", page.url);
}

function go(event: PopStateEvent, delta: number): void {
  event.stopImmediatePropagation();
  history.go(delta);
}

function keepTop(index: number): void {
  top = index;
  try {
    sessionStorage.setItem(topKey, String(index));
  } catch {
    // Storage is closed: after a reload Forward may stop at an entry of an overlay.
  }
}

function keptTop(): number {
  try {
    return Number(sessionStorage.getItem(topKey) ?? 0);
  } catch {
    return 0;
  }
}
