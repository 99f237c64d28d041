import { useRef, useState, type PointerEvent } from "react";
import { limited, swipeOf, whole, zoomedAt, type Box, type Point, type View } from "./zoom.ts";

/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 300;
const TAP_PX = 12;
const DOUBLE_TAP_SCALE = 2;
const KEY_STEP = 1.5;

const still: Point = { x: 0, y: 0 };
const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const distance = ([a = still, b = still]: readonly Point[]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;

/** A gesture begins again when a finger is added or lifted. */
type Start = { view: View; middle: Point; distance: number };

/** Swipe, pinch, pan and double tap on the stage. `pull` is how far one finger has moved the whole picture. */
export function useGestures(onSwipe: (swipe: "next" | "previous" | "close") => void) {
  const [view, setView] = useState(whole);
  const [pull, setPull] = useState<Point | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Start | null>(null);
  const wasPinched = useRef(false);
  const lastTap = useRef({ at: -Infinity, place: still });

  const box = (): Box => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {};
    return { width, height };
  };
  const placeOf = (event: PointerEvent): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    const { width, height } = box();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  };
  const begin = () => {
    const points = [...fingers.current.values()];
    start.current = points.length > 0 ? { view, middle: middleOf(points), distance: distance(points) } : null;
  };
  const zoomTo = (scale: number, at: Point = still) => setView((now) => zoomedAt(now, scale, at, box()));
  const tap = (event: PointerEvent, place: Point) => {
    const isSecond =
      event.timeStamp - lastTap.current.at < DOUBLE_TAP_MS && distance([place, lastTap.current.place]) < 4 * TAP_PX;
    lastTap.current = { at: isSecond ? -Infinity : event.timeStamp, place };
    if (isSecond) zoomTo(view.scale > 1 ? 1 : DOUBLE_TAP_SCALE, place);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (fingers.current.size === 0) wasPinched.current = false;
    fingers.current.set(event.pointerId, placeOf(event));
    if (fingers.current.size > 1) wasPinched.current = true;
    setPull(null);
    begin();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId) || !start.current) return;
    fingers.current.set(event.pointerId, placeOf(event));
    const points = [...fingers.current.values()];
    const { view: from, middle, distance: before } = start.current;
    const now = middleOf(points);
    const moved = { x: now.x - middle.x, y: now.y - middle.y };
    if (points.length > 1) {
      const scaled = zoomedAt(from, (from.scale * distance(points)) / before, middle, box());
      setView(limited({ ...scaled, x: scaled.x + moved.x, y: scaled.y + moved.y }, box()));
    } else if (from.scale > 1) {
      setView(limited({ ...from, x: from.x + moved.x, y: from.y + moved.y }, box()));
    } else if (!wasPinched.current) {
      setPull(Math.abs(moved.x) > Math.abs(moved.y) ? { x: moved.x, y: 0 } : { x: 0, y: Math.max(0, moved.y) });
    }
  };
  const onPointerEnd = (event: PointerEvent) => {
    const from = start.current;
    if (!fingers.current.delete(event.pointerId) || !from) return;
    const place = placeOf(event);
    const isLast = fingers.current.size === 0;
    begin();
    setPull(null);
    if (!isLast || wasPinched.current || event.type === "pointercancel") return;
    const moved = { x: place.x - from.middle.x, y: place.y - from.middle.y };
    if (Math.hypot(moved.x, moved.y) < TAP_PX) return tap(event, place);
    const swipe = from.view.scale > 1 ? null : swipeOf(moved);
    if (swipe) onSwipe(swipe);
  };

  return {
    view,
    pull,
    stage,
    showWhole: () => setView(whole),
    zoomIn: () => zoomTo(view.scale * KEY_STEP),
    zoomOut: () => zoomTo(view.scale / KEY_STEP),
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  };
}
