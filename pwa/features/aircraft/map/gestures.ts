// Pointers, wheel and keys on the map. Attached to the element, since a passive listener cannot keep the page from scrolling.
import type { Motion } from "./motion.ts";
import type { Point } from "./map-view.ts";

const ARROW_PX = 64;
const STEP = 2;
/** A press that moves less is a press. */
const SLOP_PX = 5;

type Presses = {
  /** A press beside all marks. */
  onEmpty: () => void;
  onEnter: () => void;
  onEscape: () => void;
};

const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [ARROW_PX, 0],
  ArrowRight: [-ARROW_PX, 0],
  ArrowUp: [0, ARROW_PX],
  ArrowDown: [0, -ARROW_PX],
};

/** `surface` takes pointers, `map` takes keys. Returns a function that detaches all. */
export function attachGestures(map: HTMLElement, surface: HTMLElement, motion: Motion, presses: Presses): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const pointers = new Map<number, Point>();
  let hasMoved = false;
  let corner: Point = { x: 0, y: 0 };
  const at = (event: MouseEvent): Point => {
    // Measured before a movement, because measuring in each of its frames would lay out the page.
    if (pointers.size === 0) corner = surface.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) hasMoved = false;
    pointers.set(event.pointerId, at(event));
    surface.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (!hasMoved && Math.hypot(now.x - before.x, now.y - before.y) < SLOP_PX) return;
    hasMoved = true;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (!other) return motion.pan(now.x - before.x, now.y - before.y);
    const spread = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    motion.zoomNow(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    motion.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  };
  const onUp = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !hasMoved && pointers.size === 0) presses.onEmpty();
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    motion.zoomNow(2 ** ((-event.deltaY * lines) / 300), at(event));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return presses.onEscape();
    const arrow = arrows[event.key];
    if (arrow) motion.pan(...arrow);
    else if (event.key === "+" || event.key === "=") motion.zoom(STEP);
    else if (event.key === "-") motion.zoom(1 / STEP);
    else if (event.key === "Enter" && event.target === map) presses.onEnter();
    else return;
    event.preventDefault();
  };

  surface.addEventListener("pointerdown", onDown, { signal });
  surface.addEventListener("pointermove", onMove, { signal });
  surface.addEventListener("pointerup", onUp, { signal });
  surface.addEventListener("pointercancel", onUp, { signal });
  surface.addEventListener("dblclick", (event) => motion.zoom(STEP, at(event)), { signal });
  map.addEventListener("wheel", onWheel, { passive: false, signal });
  map.addEventListener("keydown", onKey, { signal });
  return () => listening.abort();
}
