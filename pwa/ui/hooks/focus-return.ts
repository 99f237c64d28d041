import { useRef } from "react";

/**
 * Returns the focus to its place before a dialog opened. Radix does so only for its own triggers, and our dialogs open from anywhere.
 * Focuses the page's content when that control is gone.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    restore: (event: Event) => {
      event.preventDefault();
      const target = opener.current;
      const isThere = target instanceof HTMLElement && target.isConnected && target !== document.body;
      const place = isThere ? target : document.querySelector<HTMLElement>("main");
      place?.focus({ preventScroll: true });
    },
  };
}
