// Some buttons take away what they stand in, and themselves with it: the next one like it gets the focus.
import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";

interface KeptFocus {
  /** Selects the buttons, in the box. */
  buttons: string;
  /** Changes when one of them comes or goes. */
  count: number | undefined;
  /** Whose heading gets the focus after the last; by default the page's. */
  headingOf?: "page" | "section";
}

/**
 * Moves the focus on when the button that held it is gone: to the one in its place, or without any to a heading. Spread
 * the result on the box.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, { buttons, count, headingOf = "page" }: KeptFocus) {
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current || place.current === null || document.activeElement !== document.body) return;
    const left = current.querySelectorAll<HTMLElement>(buttons);
    const next = left[Math.min(place.current, left.length - 1)];
    if (next) return next.focus();
    const part = headingOf === "page" ? document : current.closest("section");
    focusable(part?.querySelector<HTMLElement>(headingOf === "page" ? "main h1" : "h2"))?.focus();
  }, [box, buttons, count, headingOf]);

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const at = [...currentTarget.querySelectorAll(buttons)].indexOf(target);
      place.current = at === -1 ? null : at;
    },
    // Not called for a button that is taken away: then the place is still known.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.isConnected) place.current = null;
    },
  };
}

function focusable(heading: HTMLElement | null | undefined): HTMLElement | null {
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading ?? null;
}
