// Some buttons remove the row that contains them; then the next such button receives the focus.
import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";

type FocusTargets = {
  /** CSS selector of the buttons within the box. */
  buttons: string;
  /** Changes when a button is added or removed. */
  count: number | undefined;
  /** Which heading receives the focus after the last button is gone; by default the page's. */
  headingOf?: "page" | "section";
};

/**
 * Moves the focus when its button is gone: to the button in its place, or to a heading when none is left. Spread the result on the box.
 */
export function useFocusAfterRemoval(
  box: RefObject<HTMLElement | null>,
  { buttons, count, headingOf = "page" }: FocusTargets,
) {
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current || place.current === null || document.activeElement !== document.body) return;
    const left = current.querySelectorAll<HTMLElement>(buttons);
    const next = left[Math.min(place.current, left.length - 1)];
    if (next) return next.focus();
    const part = headingOf === "page" ? document : current.closest("section");
    focusable(part?.querySelector<HTMLElement>(headingOf === "page" ? "main h1" : "h2, h3"))?.focus();
  }, [box, buttons, count, headingOf]);

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const at = [...currentTarget.querySelectorAll(buttons)].indexOf(target);
      place.current = at === -1 ? null : at;
    },
    // Browsers send no blur for a removed button, so its position is still known.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.isConnected) place.current = null;
    },
  };
}

function focusable(heading: HTMLElement | null | undefined): HTMLElement | null {
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading ?? null;
}
