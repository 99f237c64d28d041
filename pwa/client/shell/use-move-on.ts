// A redirect by time that waits for its reader.
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router-dom";

/** Handlers for the element that is read: the redirect waits while the pointer or the focus is on it. */
export type Reading = {
  onPointerMove: () => void;
  onPointerLeave: () => void;
  onFocus: (event: { target: EventTarget }) => void;
  onBlur: () => void;
};

/**
 * Goes to `path` after `milliseconds`. A hidden tab, a pointer or the focus on the page stops the clock and sets it back,
 * so that nobody loses a page while reading it.
 */
export function useMoveOn(path: string, milliseconds: number): Reading {
  const navigate = useNavigate();
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === "visible");
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isRunning = isVisible && !isPointed && !isFocused;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => void navigate(path, { replace: true }), milliseconds);
    return () => clearTimeout(timer);
  }, [navigate, path, milliseconds, isRunning]);
  return useMemo(
    () => ({
      onPointerMove: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // The heading takes the focus by itself after a page change; only a control means that somebody acts.
      onFocus: ({ target }) => setFocused(target instanceof Element && target.matches("a, button")),
      onBlur: () => setFocused(false),
    }),
    [],
  );
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
