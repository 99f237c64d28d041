import { useRef, useState } from "react";
import { focusHome, focusHomeOf } from "./focus-home.ts";

/**
 * Whether the focus has gone elsewhere since an overlay closed: Radix returns it later, and a user may be faster. The removed control
 * leaves the focus to the body, or to a dialog around the opener.
 */
export function hasNewFocus(opener: Element | null): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return false;
  return opener?.isConnected ? !activeElement.contains(opener) : !activeElement.matches("[role$=dialog], main");
}

/**
 * Returns the focus to its place before a dialog opened. Radix does so only for its own triggers, and our dialogs open from anywhere.
 * When that control is gone, focuses the part of the page that had it, or the page's content.
 */
export function useFocusReturn() {
  // Radix opens without `remember` when a field inside takes the focus as it is drawn.
  const [before] = useState(() => document.activeElement);
  const opener = useRef<Element | null>(before);
  const home = useRef(focusHomeOf(before));
  return {
    remember: () => {
      opener.current = document.activeElement;
      home.current = focusHomeOf(opener.current);
    },
    /** Focuses `instead` where it is given. A focus that has gone elsewhere since stays there in any case. */
    restore: (event: Event, instead?: HTMLElement | null) => {
      event.preventDefault();
      if (hasNewFocus(opener.current)) return;
      if (instead) return instead.focus();
      const target = opener.current;
      const isThere = target instanceof HTMLElement && target.isConnected && target !== document.body;
      if (!isThere && focusHome(home.current)) return;
      const place = isThere ? target : document.querySelector<HTMLElement>("main");
      place?.focus({ preventScroll: true });
    },
  };
}
