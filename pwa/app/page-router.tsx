// The router in a browser. Between a card and its aircraft's page, picture, name and price travel where the browser can show that.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import {
  createPath,
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
} from "react-router-dom";
import { showPage } from "../ui/overlay/overlay-history.ts";
import type { ShowChange } from "./effects/card-transition.ts";
import { preloadPage } from "./routes.tsx";

type History = ReturnType<typeof createBrowserHistory>;

/** The page with the card waits at most this many milliseconds for the code of the aircraft page. */
const PATIENCE_MS = 600;

export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ window, v5Compat: true }));
  const transition = useCardTransition();
  const [navigator] = useState(() => patientNavigator(history, transition.load));
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  const from = useRef(history.location.pathname);
  useLayoutEffect(() => {
    noteEntry(history);
    // The router did not listen during hydration, so it reads a step back of that time here.
    const now = { action: history.action, location: history.location };
    setShown((shown) => (shown.location.key === now.location.key ? shown : now));
    return history.listen((next) => {
      // At once, not once it is drawn: Back can follow before that.
      noteEntry(next);
      // A filter that is applied late replaces its own entry, and takes back no press.
      if (next.action !== NavigationType.Replace) navigator.forget();
      const { pathname } = next.location;
      const left = from.current;
      from.current = pathname;
      if (!transition.show(left, pathname, () => setShown(next))) startTransition(() => setShown(next));
    });
  }, [history, navigator, transition]);
  useLayoutEffect(() => navigator.drawn(shown.action), [navigator, shown]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      {children}
    </Router>
  );
}

type PatientNavigator = Navigator & {
  /** The user went elsewhere: a press that waits opens nothing. */
  forget: () => void;
  /** A page is on the screen. */
  drawn: (action: NavigationType) => void;
};

/** Opens an aircraft's page when its code is here. Until then the page with the link keeps its own address, and the last press counts. */
function patientNavigator(history: History, load: CardTransition["load"]): PatientNavigator {
  let pressed: string | null = null;
  /** The page that the marked links open, until it is drawn. */
  let opening: string | null = null;
  return {
    ...history,
    forget: () => (pressed = null),
    drawn(action) {
      // A filter that replaces its own entry draws the list again, and takes back no press.
      if (action !== NavigationType.Replace) opening = null;
      markOpening(opening);
    },
    push(to, state) {
      const path = typeof to === "string" ? to : createPath(to);
      // The second press of a double press adds no second entry.
      if (path === (pressed ?? createPath(history.location)) && isAircraft(path)) return;
      const code = isAircraft(path) ? load() : null;
      if (!code) return history.push(to, state);
      pressed = opening = path;
      markOpening(path);
      const open = () => pressed === path && history.push(to, state);
      void Promise.race([code, new Promise((end) => setTimeout(end, PATIENCE_MS))]).then(open);
    },
  };
}

/** Marks the links to the page that is being opened, so that its cards show the press; null marks none. */
function markOpening(path: string | null): void {
  for (const link of document.links) link.toggleAttribute("data-opening", link.getAttribute("href") === path);
}

const isAircraft = (path: string) => path.startsWith("/aircraft/");

/** Keeps the address of the current history entry for overlays. */
function noteEntry({ action, location }: { action: NavigationType; location: Location }): void {
  showPage({ url: createPath(location), state: location.state, key: location.key }, action === NavigationType.Push);
}

type CardTransition = {
  show: ShowChange;
  /** Fetches the code of the aircraft page and of its transition, and never rejects; null when both are here. */
  load: () => Promise<void> | null;
};

/** Fetches that code also when a pointer or the keyboard first reaches a link to an aircraft. */
function useCardTransition(): CardTransition {
  const [transition] = useState(() => {
    let show: ShowChange | null = null;
    let loading: Promise<void> | null = null;
    const load = () => {
      if (show) return null;
      // Without this code, or without the page's own, the page opens as any other, and the next link tries again.
      loading ??= Promise.all([import("./effects/card-transition.ts"), preloadPage("/aircraft/any")]).then(
        ([{ cardTransition }]) => void (show = cardTransition()),
        () => void (loading = null),
      );
      return loading;
    };
    return { load, show: (...change: Parameters<ShowChange>) => show?.(...change) ?? false };
  });
  useEffect(() => {
    const onReach = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a[href^='/aircraft/']")) void transition.load();
    };
    document.addEventListener("pointerover", onReach);
    document.addEventListener("focusin", onReach);
    return () => {
      document.removeEventListener("pointerover", onReach);
      document.removeEventListener("focusin", onReach);
    };
  }, [transition]);
  return transition;
}
