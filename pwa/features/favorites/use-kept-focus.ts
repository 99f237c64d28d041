// Taking a heart away takes its card away, and with it the button that had the focus: the next one gets it.
import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";

const hearts = "article button[aria-pressed]";

/**
 * Moves the focus on when the card that held it is gone: to the heart in its place, or without any to the page's heading.
 * `count` changes when cards come or go. Spread the result on the box that holds the cards.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, count: number | undefined) {
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current || place.current === null || document.activeElement !== document.body) return;
    const left = current.querySelectorAll<HTMLElement>(hearts);
    const next = left[Math.min(place.current, left.length - 1)] ?? heading();
    next?.focus();
  }, [box, count]);

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const at = [...currentTarget.querySelectorAll(hearts)].indexOf(target);
      place.current = at === -1 ? null : at;
    },
    // Not called for a button that is taken away: then the place is still known.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.isConnected) place.current = null;
    },
  };
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>("main h1");
  if (found && !found.hasAttribute("tabindex")) found.tabIndex = -1;
  return found;
}
