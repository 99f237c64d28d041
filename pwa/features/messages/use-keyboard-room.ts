import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  const view = window.visualViewport;
  view?.addEventListener("resize", listener);
  view?.addEventListener("scroll", listener);
  return () => {
    view?.removeEventListener("resize", listener);
    view?.removeEventListener("scroll", listener);
  };
}

function covered(): number {
  const view = window.visualViewport;
  // Zooming in shrinks the visual viewport as well; that is no keyboard.
  if (!view || view.scale > 1.05) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

/** Pixels at the foot of a full-screen sheet that an on-screen keyboard covers. */
export function useKeyboardRoom(): number {
  return useSyncExternalStore(subscribe, covered, () => 0);
}
