// One history entry for each open overlay, so that Back closes it instead of leaving the page. These entries have the page's own address,
// and the router never receives their popstate events.
import { useEffect, useRef } from "react";

/** The location that the router shows, or is about to show. */
type PageLocation = { url: string; state: unknown; key: string };
type HistoryState = { idx?: unknown; overlay?: unknown } | null;
type Overlay = {
  /** Index of its history entry; null while it has none. */
  index: number | null;
  close: () => void;
};

const TOP_KEY = "history-top";
/** Within this many milliseconds a second press belongs to the overlay that the first one closed. */
const DOUBLE_PRESS_MS = 500;

let page: PageLocation | null = null;
const overlays: Overlay[] = [];
/** Indexes of entries whose overlay closed by itself since the last `updateEntries`. */
let closed: number[] = [];
/** Index that our own step back goes to; null while none is running. */
let target: number | null = null;
/** Index of a page that was opened while that step was running; null for none. */
let opened: number | null = null;
/** The current and the last index of the history, as the router counts them. */
let position = 0;
let top = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let closedAt = -Infinity;

function indexOf(state: unknown): number {
  const { idx } = (state as HistoryState) ?? {};
  return typeof idx === "number" ? idx : 0;
}

/** Call at each page change, as soon as its history entry exists; the first call starts the popstate listener. */
export function showPage(shown: PageLocation, isPush: boolean): void {
  const isFirst = page === null;
  page = shown;
  position = indexOf(history.state);
  storeTop(isPush ? position : Math.max(position, isFirst ? storedTop() : top));
  if (isPush && target !== null) opened = position;
  if (!isFirst) return;
  window.addEventListener("popstate", onPopState, true);
  // A reload closed this entry's overlay.
  if ((history.state as HistoryState)?.overlay) closed.push(position);
  scheduleUpdate();
}

/** Changes the page's address in its entry and renders nothing: the router learns it with the next navigation, Back or reload. */
export function replaceAddress(url: string): void {
  if (page) page = { ...page, url };
  history.replaceState(history.state, "", url);
}

/** Registers an open overlay, which gets an entry. Returns the function to call once it is closed. */
function addOverlay(close: () => void): () => void {
  const overlay: Overlay = { index: null, close };
  overlays.push(overlay);
  scheduleUpdate();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    closedAt = performance.now();
    if (overlay.index !== null) closed.push(overlay.index);
    scheduleUpdate();
  };
}

/** Lets Back close an overlay while it is open. */
export function useOverlayEntry(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (isOpen ? addOverlay(() => latest.current()) : undefined), [isOpen]);
}

/** Whether a press at `at` may be the second half of a double press that has closed an overlay. */
export const isSecondPress = (at = performance.now()) => at - closedAt < DOUBLE_PRESS_MS;

/** Ignores an outside press that is the second half of a double press on the overlay above. */
export function ignoreDoublePress(event: Event): void {
  if (isSecondPress()) event.preventDefault();
}

/** Runs once for all overlays that open and close together, so that a replacing overlay reuses the entry. */
function scheduleUpdate(): void {
  if (page === null) return;
  clearTimeout(timer);
  timer = setTimeout(updateEntries);
}

function updateEntries(): void {
  // The end of this step back schedules the next update.
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
  // Entries left behind by a navigation are skipped when the user returns to them.
  closed = [];
  if (free < position) return stepBackTo(free);
  for (const overlay of waiting) {
    position += 1;
    overlay.index = position;
    history.pushState({ ...(history.state as object), idx: position, overlay: true }, "");
    storeTop(position);
  }
}

function stepBackTo(index: number): void {
  target = index;
  opened = null;
  history.go(index - position);
}

/** Runs before the router's own listener, and stops events for steps that stay on the page. */
function onPopState(event: PopStateEvent): void {
  const at = indexOf(event.state);
  const from = position;
  position = at;
  if (target !== null) {
    const wanted = target;
    const ahead = opened;
    target = null;
    opened = null;
    scheduleUpdate();
    // The step passed a page that was opened meanwhile: the user is there.
    if (at === wanted && ahead !== null && ahead > at) return goOn(event, ahead - at);
    // The user navigated meanwhile; their entry is the current one.
    if (at !== wanted && at < top) return goOn(event, top - at);
    return keepPage(event, at);
  }
  const left = overlays.filter(({ index }) => index !== null && index > at).reverse();
  const lowest = left.at(-1)?.index ?? null;
  for (const overlay of left) {
    overlay.index = null;
    overlay.close();
  }
  // An overlay that Back could not close gets an entry again.
  if (left.length > 0) scheduleUpdate();
  if (lowest !== null) return at === lowest - 1 ? keepPage(event, at) : undefined;
  const isOfOverlay = Boolean((event.state as HistoryState)?.overlay);
  if (!isOfOverlay) return;
  if (overlays.some(({ index }) => index === at)) return keepPage(event, at);
  goOn(event, at > from && at < top ? 1 : -1);
}

/** The page stays the same, but its address may have changed in the entry that was left. */
function keepPage(event: PopStateEvent, at: number): void {
  event.stopImmediatePropagation();
  if (page) history.replaceState({ usr: page.state, key: page.key, idx: at }, "", page.url);
}

function goOn(event: PopStateEvent, delta: number): void {
  event.stopImmediatePropagation();
  history.go(delta);
}

function storeTop(index: number): void {
  top = index;
  try {
    sessionStorage.setItem(TOP_KEY, String(index));
  } catch {
    // Storage is not available: after a reload Forward may stop at an overlay's entry.
  }
}

function storedTop(): number {
  try {
    return Number(sessionStorage.getItem(TOP_KEY) ?? 0);
  } catch {
    return 0;
  }
}
