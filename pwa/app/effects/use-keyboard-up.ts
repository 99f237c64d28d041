import { useSyncExternalStore } from "react";

/** An on-screen keyboard covers at least this share of the screen's height. */
const KEYBOARD_SHARE = 0.25;

function isKeyboardUp(): boolean {
  const view = window.visualViewport;
  if (!view) return false;
  // Zooming in also shrinks the visual viewport, but is no keyboard.
  return view.scale < 1.05 && window.innerHeight - view.height > window.innerHeight * KEYBOARD_SHARE;
}

function subscribe(listener: () => void) {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}

/** True while an on-screen keyboard covers the lower part of the page. */
export function useKeyboardUp(): boolean {
  return useSyncExternalStore(subscribe, isKeyboardUp, () => false);
}
