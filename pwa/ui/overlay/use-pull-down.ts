import { useRef, type PointerEvent } from "react";

/** Pulled further than this many pixels, a sheet closes. */
const FAR_PX = 80;

/** Handlers for a sheet's head: pulled down by a finger, the sheet follows, and closes when it is let go far enough down. */
export function usePullDown(onClose: () => void) {
  const from = useRef<number | null>(null);
  const sheetOf = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.parentElement;
  const move = (event: PointerEvent<HTMLElement>, by: number) => {
    const sheet = sheetOf(event);
    if (sheet) sheet.style.translate = by > 0 ? `0 ${by}px` : "";
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const by = from.current === null ? 0 : event.clientY - from.current;
    from.current = null;
    move(event, 0);
    if (by > FAR_PX && event.type === "pointerup") onClose();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "mouse" || (event.target as Element).closest("button")) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== null) move(event, event.clientY - from.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
