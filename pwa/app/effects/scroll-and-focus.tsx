// Handles scroll position and focus when the page changes.
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { noteScrollPosition, scrollPosition, storeScrollPositions } from "./scroll-positions.ts";
import { waitForElement } from "./wait-for-element.ts";

/** Maximum wait in milliseconds for parts of a page that is still loading; a slow line takes this long to load a page. */
const TIMEOUT_MS = 30_000;

export function ScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  // React Router names the first entry of every tab "default", whatever its page.
  const entry = `${pathname} ${key}`;
  useScroll(entry, pathname, hash, isBackOrForward);
  useScrollMemory(entry);
  useHeadingFocus(pathname);
  return null;
}

/** A new page starts at its top or at the hash; back and forward restore the scroll position. */
function useScroll(entry: string, pathname: string, hash: string, isBackOrForward: boolean) {
  const lastPathname = useRef<string | null>(null);
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const isSamePage = lastPathname.current === pathname;
    const isFirst = lastPathname.current === null;
    lastPathname.current = pathname;
    const stored = isBackOrForward && !(isFirst && isFreshLoad()) ? scrollPosition(entry) : null;
    if (stored !== null) return scrollWhenLongEnough(stored);
    // Before the app started, the user may have scrolled, or the browser after a step back.
    if (isFirst) noteScrollPosition(entry, window.scrollY);
    if (hash) return scrollToPart(hash.slice(1));
    if (!isSamePage && !isBackOrForward) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [entry, pathname, hash, isBackOrForward]);
}

/** Whether the browser loaded this document by its address, not by a reload or by going back. */
function isFreshLoad(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "navigate";
}

/** Scrolls as soon as the page is long enough, since rows below may still load. */
function scrollWhenLongEnough(top: number): () => void {
  const isLongEnough = () => document.documentElement.scrollHeight >= top + window.innerHeight;
  return waitUnlessUserActs(
    () => (isLongEnough() ? document.documentElement : null),
    () => window.scrollTo({ top, behavior: "instant" }),
  );
}

/** As `waitForElement`, but gives up once the user acts, so that a late part moves nothing. */
function waitUnlessUserActs<T>(find: () => T | null, then: (found: T) => void): () => void {
  return untilUserActs(waitForElement(find, then, TIMEOUT_MS));
}

/** Scrolls to a part, and again when late content moves it, until the user acts. */
function scrollToPart(id: string): () => void {
  const find = () => document.getElementById(id);
  let top = 0;
  // Scrolls without an animation, because a second one would start from wherever the first one is.
  const follow = new ResizeObserver(() => {
    const part = find();
    if (part && documentTop(part) !== top) part.scrollIntoView({ behavior: "instant" });
    if (part) top = documentTop(part);
  });
  const stopWaiting = waitForElement(
    find,
    (part) => {
      top = documentTop(part);
      part.scrollIntoView();
      part.querySelector<HTMLElement>("[data-focus-on-arrival]")?.focus({ preventScroll: true });
      follow.observe(document.body);
    },
    TIMEOUT_MS,
  );
  const timer = setTimeout(() => follow.disconnect(), TIMEOUT_MS);
  return untilUserActs(() => {
    stopWaiting();
    follow.disconnect();
    clearTimeout(timer);
  });
}

/** Distance in whole pixels from the document's top, whatever the scroll position. */
function documentTop(part: HTMLElement): number {
  return Math.round(part.getBoundingClientRect().top + window.scrollY);
}

/** Calls `stop` once the user scrolls, presses or types. Returns a function that calls it now. */
function untilUserActs(stop: () => void): () => void {
  const listening = new AbortController();
  const end = () => {
    stop();
    listening.abort();
  };
  for (const act of ["wheel", "touchmove", "pointerdown", "keydown"])
    window.addEventListener(act, end, { passive: true, signal: listening.signal });
  return end;
}

function useScrollMemory(entry: string) {
  // A layout effect swaps the key with the page. Otherwise this page would store a scroll of the next one.
  useLayoutEffect(() => {
    let frame = 0;
    const note = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        noteScrollPosition(entry, window.scrollY);
      });
    };
    window.addEventListener("scroll", note, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", note);
    };
  }, [entry]);

  useEffect(() => {
    window.addEventListener("pagehide", storeScrollPositions);
    document.addEventListener("visibilitychange", storeScrollPositions);
    return () => {
      window.removeEventListener("pagehide", storeScrollPositions);
      document.removeEventListener("visibilitychange", storeScrollPositions);
    };
  }, []);
}

/** Focuses the heading after a page change, so that screen readers read it and Tab continues from it. */
function useHeadingFocus(pathname: string) {
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return undefined;
    lastPathname.current = pathname;
    const focusedBefore = document.activeElement;
    // The link led to a field, which has the focus already.
    if (focusedBefore?.closest("main [data-focus-on-arrival]")) return undefined;
    return waitForElement(
      () => document.querySelector<HTMLElement>("main h1"),
      (heading) => {
        // Does not move the focus when the user has moved it meanwhile.
        const isStillThere = document.activeElement === focusedBefore || document.activeElement === document.body;
        if (!isStillThere) return;
        if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      },
      TIMEOUT_MS,
    );
  }, [pathname]);
}
