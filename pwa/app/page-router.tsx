// The router in a browser. Between a card and its aircraft's page, picture, name and price travel where the browser can show that.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import {
  createPath,
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
} from "react-router-dom";
import { showPage } from "../ui/overlay/overlay-history.ts";
import type { ShowChange } from "./effects/card-transition.ts";
import { preloadPage } from "./routes.tsx";

export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ window, v5Compat: true }));
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  const from = useRef(history.location.pathname);
  const showChange = useCardTransition();
  useLayoutEffect(() => {
    noteEntry(history);
    return history.listen((next) => {
      // At once, not once it is drawn: Back can follow before that.
      noteEntry(next);
      const { pathname } = next.location;
      const left = from.current;
      from.current = pathname;
      if (!showChange.current?.(left, pathname, () => setShown(next))) startTransition(() => setShown(next));
    });
  }, [history, showChange]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}

/** Keeps the address of the current history entry for overlays. */
function noteEntry({ action, location }: { action: NavigationType; location: Location }): void {
  showPage({ url: createPath(location), state: location.state, key: location.key }, action === NavigationType.Push);
}

/** Fetches the aircraft page and its transition when a pointer or the keyboard first reaches a link to one. */
function useCardTransition() {
  const loaded = useRef<ShowChange>(undefined);
  useEffect(() => {
    const onReach = ({ target }: Event) => {
      if (loaded.current || !(target instanceof Element && target.closest("a[href^='/aircraft/']"))) return;
      // Without this code, or without the page's own, the page opens as any other.
      Promise.all([import("./effects/card-transition.ts"), preloadPage("/aircraft/any")]).then(
        ([{ cardTransition }]) => (loaded.current = cardTransition()),
        () => undefined,
      );
    };
    document.addEventListener("pointerover", onReach);
    document.addEventListener("focusin", onReach);
    return () => {
      document.removeEventListener("pointerover", onReach);
      document.removeEventListener("focusin", onReach);
    };
  }, []);
  return loaded;
}
