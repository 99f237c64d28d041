// Redirects after a delay, but not while the user reads the page.
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router-dom";

/** Handlers for the page's element. The redirect waits while the pointer or the focus is on it. */
export type ReadingHandlers = {
  onPointerMove: () => void;
  onPointerLeave: () => void;
  onFocus: (event: { target: EventTarget }) => void;
  onBlur: () => void;
};

/**
 * Navigates to `path` after `milliseconds`, so that no page disappears during reading. Restarts the delay while the tab
 * is hidden, or while the pointer or the focus is on the page.
 */
export function useTimedRedirect(path: string, milliseconds: number): ReadingHandlers {
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
      // After a navigation the heading has the focus. Only focus on a control shows that the user acts.
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
