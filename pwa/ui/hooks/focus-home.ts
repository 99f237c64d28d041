// A part of a page keeps the focus when its control goes. The part may be drawn again in another place.
// Mark it with `data-focus-home` and a name; its heading receives the focus.
import { useEffect, useRef, type FocusEvent, type RefObject } from "react";

/** The name of the part around an element. */
export function focusHomeOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>("[data-focus-home]")?.dataset["focusHome"] ?? null;
}

/** Focuses the heading of a part. Returns false when the part is gone. */
export function focusHome(name: string | null): boolean {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-focus-home]")];
  const heading = parts
    .find((part) => name !== null && part.dataset["focusHome"] === name)
    ?.querySelector<HTMLElement>("h2, h3, h4");
  if (!heading) return false;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Returns the focus to its part when the focused control inside the box is removed. Spread the result on the box. */
export function useFocusHome(box: RefObject<HTMLElement | null>) {
  const home = useRef<string | null>(null);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new MutationObserver(() => {
      const { activeElement } = document;
      // A dialog around the box takes a lost focus itself.
      const isLost = !activeElement || (activeElement !== current && activeElement.contains(current));
      if (home.current !== null && isLost) focusHome(home.current);
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
  return {
    onFocus: ({ target }: FocusEvent) => {
      home.current = focusHomeOf(target);
    },
    // React passes on no blur of a control that it removes, so its part is still known.
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) home.current = null;
    },
  };
}
