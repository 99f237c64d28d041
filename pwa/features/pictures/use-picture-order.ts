// Reorders pictures: by dragging a handle with mouse or finger, and by keys on the handle.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { movePicture, orderWords, targetIndex, withCurrent } from "./picture-order.ts";
import { useGlide } from "./use-glide.ts";

/** Movement in pixels that starts a mouse drag, and that ends a press. */
const MOVE_THRESHOLD_PX = 8;
/** Milliseconds for which a finger presses the handle until it lifts the picture. */
const PRESS_MS = 150;

type Lifted = { src: string; order: readonly string[]; by: "keys" | "pointer" };

type Press = {
  id: number;
  src: string;
  /** Where the press began, and where the pointer is now. */
  startX: number;
  startY: number;
  x: number;
  y: number;
  /** From the tile's corner to the press. */
  offsetX: number;
  offsetY: number;
  hold?: ReturnType<typeof setTimeout>;
};

type Options = {
  list: RefObject<HTMLElement | null>;
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
  announce: (words: string) => void;
};

export function usePictureOrder({ list, images, onChange, announce }: Options) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const press = useRef<Press | null>(null);
  /** The click after a drag opens no menu. */
  const isClickOfDrag = useRef(false);
  const shown = lifted ? withCurrent(lifted.order, images) : images;
  const count = shown.length;
  useGlide(list, shown, lifted?.by === "pointer" ? lifted.src : null);

  const lift = (src: string, by: Lifted["by"]) => {
    setLifted({ src, order: images, by });
    announce(orderWords.lifted(images.indexOf(src), images.length));
  };
  const moveTo = (to: number) => {
    if (!lifted || shown[to] === undefined || shown[to] === lifted.src) return;
    setLifted({ ...lifted, order: movePicture(shown, shown.indexOf(lifted.src), to) });
    announce(orderWords.moved(to, count));
  };
  const drop = () => {
    if (!lifted) return;
    setLifted(null);
    if (shown.some((src, place) => src !== images[place])) onChange(shown);
    announce(orderWords.dropped(shown.indexOf(lifted.src), count));
  };
  const putBack = () => {
    if (!lifted) return;
    setLifted(null);
    announce(orderWords.putBack(images.indexOf(lifted.src), images.length));
  };
  const latest = useRef({ lift, moveTo, drop, putBack, lifted });
  useLayoutEffect(() => {
    latest.current = { lift, moveTo, drop, putBack, lifted };
  });

  // A moved tile keeps the focus, or follows the pointer from its new place.
  useLayoutEffect(() => {
    if (!lifted) return;
    const slot = slotOf(list.current, lifted.src);
    if (lifted.by === "keys") slot?.querySelector<HTMLElement>("[data-handle]")?.focus();
    else followPointer(slot, press.current);
  });

  useEffect(() => {
    const end = () => {
      clearTimeout(press.current?.hold);
      const { src } = press.current ?? {};
      press.current = null;
      if (src) followPointer(slotOf(list.current, src), null);
    };
    const onMove = (event: PointerEvent) => {
      const held = press.current;
      if (!held || event.pointerId !== held.id) return;
      held.x = event.clientX;
      held.y = event.clientY;
      const isFar = Math.hypot(held.x - held.startX, held.y - held.startY) > MOVE_THRESHOLD_PX;
      if (latest.current.lifted?.by !== "pointer") {
        if (isFar && event.pointerType === "mouse") latest.current.lift(held.src, "pointer");
        else if (isFar) end();
        return;
      }
      followPointer(slotOf(list.current, held.src), held);
      const over = placeAt(list.current, held.x, held.y);
      if (over !== null) latest.current.moveTo(over);
    };
    const onUp = (event: PointerEvent) => {
      if (event.pointerId !== press.current?.id) return;
      end();
      if (latest.current.lifted?.by !== "pointer") return;
      isClickOfDrag.current = event.type === "pointerup";
      latest.current.drop();
    };
    // Before the dialog, which Escape would close.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || !latest.current.lifted) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      end();
      latest.current.putBack();
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onUp);
    window.addEventListener("keydown", onEscape, true);
    return () => {
      end();
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onUp);
      window.removeEventListener("keydown", onEscape, true);
    };
  }, [list]);

  const onPointerDown = (src: string) => (event: ReactPointerEvent<HTMLElement>) => {
    isClickOfDrag.current = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const tile = slotOf(list.current, src)?.getBoundingClientRect();
    const { pointerId: id, clientX: x, clientY: y } = event;
    press.current = {
      ...{ id, src, startX: x, startY: y, x, y },
      offsetX: x - (tile?.left ?? x),
      offsetY: y - (tile?.top ?? y),
      ...(event.pointerType === "mouse"
        ? {}
        : { hold: setTimeout(() => latest.current.lift(src, "pointer"), PRESS_MS) }),
    };
  };

  /** True when the key was for the order. */
  const onKey =
    (src: string) =>
    (event: KeyboardEvent): boolean => {
      const isLifted = lifted?.src === src && lifted.by === "keys";
      if (event.key === " " || (event.key === "Enter" && isLifted)) {
        if (isLifted) drop();
        else lift(src, "keys");
        return true;
      }
      if (!isLifted) return false;
      if (event.key === "Tab") drop();
      const to = targetIndex(event.key, shown.indexOf(src), count);
      if (to !== null) moveTo(to);
      return event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    };

  /** Moves a picture at once, for the menu. */
  const place = (src: string, to: number) => {
    onChange(movePicture(images, images.indexOf(src), to));
    announce(orderWords.dropped(to, images.length));
  };
  return { shown, lifted, onPointerDown, onKey, place, isClickOfDrag };
}

function slotOf(list: HTMLElement | null, src: string): HTMLElement | undefined {
  return [...(list?.querySelectorAll<HTMLElement>("[data-picture]") ?? [])].find(
    (slot) => slot.dataset["picture"] === src,
  );
}

/** Moves the tile of a slot under the pointer; null puts it into its slot. */
function followPointer(slot: HTMLElement | undefined, press: Press | null): void {
  const tile = slot?.firstElementChild as HTMLElement | null | undefined;
  if (!slot || !tile) return;
  if (!press) return void tile.style.removeProperty("translate");
  const { left, top } = slot.getBoundingClientRect();
  tile.style.translate = `${press.x - press.offsetX - left}px ${press.y - press.offsetY - top}px`;
}

function placeAt(list: HTMLElement | null, x: number, y: number): number | null {
  const slots = [...(list?.querySelectorAll<HTMLElement>("[data-picture]") ?? [])];
  const place = slots.findIndex((slot) => {
    const { left, right, top, bottom } = slot.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return place === -1 ? null : place;
}
