// Returns a list that scrolls by itself to its place after Back and Forward; the window's own place is in app/effects.
import { useLayoutEffect, useRef, type RefObject } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { createStore } from "zustand/vanilla";

/** At most so many history entries; the oldest are dropped first. */
const MOST_ENTRIES = 30;

/** Pixels from the top by the key of a history entry. */
const keptStore = createStore<{ tops: ReadonlyMap<string, number> }>(() => ({ tops: new Map() }));

function keep(key: string, top: number) {
  const others = [...keptStore.getState().tops].filter(([known]) => known !== key);
  keptStore.setState({ tops: new Map([...others, [key, top] as const].slice(-MOST_ENTRIES)) });
}

/** The `ref` of an element with its own scroll bar. */
export function useKeptScroll<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const stop = isBack ? returnTo(element, keptStore.getState().tops.get(key) ?? 0) : undefined;
    const note = () => keep(key, element.scrollTop);
    element.addEventListener("scroll", note, { passive: true });
    return () => {
      stop?.();
      element.removeEventListener("scroll", note);
    };
  }, [key, isBack]);
  return box;
}

/** Rows are read from the device, and more of them when the end is near: follows them until the place is reached or the user acts. */
function returnTo(element: HTMLElement, top: number): () => void {
  if (top === 0) return () => undefined;
  const listening = new AbortController();
  const observer = new MutationObserver(() => go());
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  const go = () => {
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) < 1) stop();
  };
  for (const act of ["wheel", "touchmove", "pointerdown", "keydown"])
    element.addEventListener(act, stop, { passive: true, signal: listening.signal });
  observer.observe(element, { childList: true, subtree: true });
  go();
  return stop;
}
