import { useRef } from "react";

/**
 * Gives the focus back to where it was before a dialog opened. Radix does so for its own triggers only, and our
 * dialogs are opened from anywhere. When that control is gone, the page's content takes the focus.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const target = opener.current;
      const isThere = target instanceof HTMLElement && target.isConnected && target !== document.body;
      const place = isThere ? target : document.querySelector<HTMLElement>("main");
      place?.focus({ preventScroll: true });
    },
  };
}
