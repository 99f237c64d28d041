import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  const view = window.visualViewport;
  view?.addEventListener("resize", listener);
  view?.addEventListener("scroll", listener);
  // After a rotation the window may change after the visual viewport.
  window.addEventListener("resize", listener);
  return () => {
    view?.removeEventListener("resize", listener);
    view?.removeEventListener("scroll", listener);
    window.removeEventListener("resize", listener);
  };
}

function coveredHeight(): number {
  const view = window.visualViewport;
  // Zooming in also shrinks the visual viewport, but is no keyboard.
  if (!view || view.scale > 1.05) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

/** Height in pixels that an on-screen keyboard covers at the bottom of a full-screen sheet. */
export function useKeyboardRoom(): number {
  return useSyncExternalStore(subscribe, coveredHeight, () => 0);
}
