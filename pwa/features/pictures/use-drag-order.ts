// Reorders pictures by dragging: at once with a mouse, after a long press with a finger.
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from "react";

/** Movement in pixels that starts a mouse drag, and that ends a long press. */
const MOVE_THRESHOLD_PX = 8;
/** Duration of the long press in milliseconds; earlier movement scrolls. */
const LONG_PRESS_MS = 280;

type Grip = {
  id: number;
  from: number;
  x: number;
  y: number;
  isDragging: boolean;
  hold?: ReturnType<typeof setTimeout>;
};

/** `list` contains one element with `data-place` for each picture. `onMove` runs whenever the picture is over another place. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
  onDrop: (place: number) => void,
) {
  const grip = useRef<Grip | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef({ onMove, onDrop });
  useEffect(() => {
    latest.current = { onMove, onDrop };
  });

  useEffect(() => {
    const begin = () => {
      if (!grip.current) return;
      grip.current.isDragging = true;
      setDragged(grip.current.from);
    };
    const onPointerMove = (event: PointerEvent) => {
      const held = grip.current;
      if (!held || event.pointerId !== held.id) return;
      const hasMoved = Math.hypot(event.clientX - held.x, event.clientY - held.y) > MOVE_THRESHOLD_PX;
      if (!held.isDragging) {
        if (hasMoved && event.pointerType === "mouse") begin();
        else if (hasMoved) end();
        return;
      }
      const to = placeAt(list.current, event.clientX, event.clientY);
      if (to === null || to === held.from) return;
      latest.current.onMove(held.from, to);
      held.from = to;
      setDragged(to);
    };
    const end = () => {
      const held = grip.current;
      clearTimeout(held?.hold);
      grip.current = null;
      setDragged(null);
      if (held?.isDragging) latest.current.onDrop(held.from);
    };
    const onHeld = () => begin();
    // A dragging finger must not scroll; the browser allows preventing it only at the start.
    const onTouchMove = (event: TouchEvent) => {
      if (grip.current?.isDragging) event.preventDefault();
    };
    const element = list.current;
    element?.addEventListener("picture-held", onHeld);
    element?.addEventListener("touchmove", onTouchMove, { passive: false });
    window.addEventListener("pointermove", onPointerMove);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      element?.removeEventListener("picture-held", onHeld);
      element?.removeEventListener("touchmove", onTouchMove);
      window.removeEventListener("pointermove", onPointerMove);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [list]);

  /** Returns the `onPointerDown` handler for the picture at a place. */
  const take = (place: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const held: Grip = {
      id: event.pointerId,
      from: place,
      x: event.clientX,
      y: event.clientY,
      isDragging: false,
    };
    if (event.pointerType !== "mouse") {
      held.hold = setTimeout(() => list.current?.dispatchEvent(new Event("picture-held")), LONG_PRESS_MS);
    }
    grip.current = held;
  };
  return { dragged, take };
}

function placeAt(list: HTMLElement | null, x: number, y: number): number | null {
  for (const element of list?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return Number(element.dataset["place"]);
  }
  return null;
}
