// Lets pictures glide to their new places.
import { useLayoutEffect, useRef, type RefObject } from "react";

/** Milliseconds of a glide, as `--t-mid`. */
const GLIDE_MS = 240;

/** Animates each slot that moved since the last order, except `still`, which follows the pointer. */
export function useGlide(list: RefObject<HTMLElement | null>, order: readonly string[], still: string | null): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const slot of list.current?.querySelectorAll<HTMLElement>("[data-picture]") ?? []) {
      const src = slot.dataset["picture"] ?? "";
      const now = { x: slot.offsetLeft, y: slot.offsetTop };
      places.current.set(src, now);
      const old = before.get(src);
      if (isCalm || !old || src === still || (old.x === now.x && old.y === now.y)) continue;
      slot.animate([{ transform: `translate(${old.x - now.x}px, ${old.y - now.y}px)` }, { transform: "none" }], {
        duration: GLIDE_MS,
        easing: "ease-out",
      });
    }
  }, [list, order, still]);
}
