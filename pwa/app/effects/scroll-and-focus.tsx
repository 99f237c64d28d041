// What a change of page does besides drawing it: where the page scrolls to, where the focus goes, and which page Back stays on
// when it closes an overlay.
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { showPage } from "../../ui/overlay/overlay-history.ts";
import { keepScrollPosition, scrollPosition, storeScrollPositions } from "./scroll-positions.ts";
import { waitForElement } from "./wait-for-element.ts";

/** How long to wait for the parts of a page that is still loading, in milliseconds. */
const patience = 4_000;

export function ScrollAndFocus() {
  const location = useLocation();
  const { key, pathname, search, hash } = location;
  const state: unknown = location.state;
  const move = useNavigationType();
  const isBackOrForward = move === NavigationType.Pop;
  useLayoutEffect(
    () => showPage({ url: `${pathname}${search}${hash}`, state, key }, move === NavigationType.Push),
    [pathname, search, hash, state, key, move],
  );
  // The first entry of a tab is always called "default", whatever page it is.
  const entry = `${pathname} ${key}`;
  useScroll(entry, pathname, hash, isBackOrForward);
  useScrollMemory(entry);
  useHeadingFocus(pathname);
  return null;
}

/** A new page starts at its top or at the named part; back and forward return to where one was. */
function useScroll(entry: string, pathname: string, hash: string, isBackOrForward: boolean) {
  const lastPathname = useRef<string | null>(null);
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const isSamePage = lastPathname.current === pathname;
    const isArrival = lastPathname.current === null && isFreshLoad();
    lastPathname.current = pathname;
    const kept = isBackOrForward && !isArrival ? scrollPosition(entry) : null;
    if (kept !== null) return scrollWhenLongEnough(kept);
    if (hash) return waitForElement(() => document.getElementById(hash.slice(1)), goToPart, patience);
    if (!isSamePage && !isBackOrForward) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [entry, pathname, hash, isBackOrForward]);
}

/** Whether this document was asked for by its address, not by a reload or by going back. */
function isFreshLoad(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "navigate";
}

/** The rows below may still be coming: scrolls as soon as the page is long enough, and no later than the patience. */
function scrollWhenLongEnough(top: number): () => void {
  const isLongEnough = () => document.documentElement.scrollHeight >= top + window.innerHeight;
  return waitForElement(
    () => (isLongEnough() ? document.documentElement : null),
    () => window.scrollTo({ top, behavior: "instant" }),
    patience,
  );
}

function goToPart(part: HTMLElement) {
  part.scrollIntoView();
  part.querySelector<HTMLElement>("[data-focus-on-arrival]")?.focus({ preventScroll: true });
}

function useScrollMemory(entry: string) {
  // Swapped in the same breath as the page, so that no movement of the next page is noted for this one.
  useLayoutEffect(() => {
    let frame = 0;
    const note = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        keepScrollPosition(entry, window.scrollY);
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

/** On a change of page the heading takes the focus, so that it is read out and Tab goes on from there. */
function useHeadingFocus(pathname: string) {
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const focusedBefore = document.activeElement;
    return waitForElement(
      () => document.querySelector<HTMLElement>("main h1"),
      (heading) => {
        // Someone who has moved on meanwhile is left where they are.
        const isStillThere = document.activeElement === focusedBefore || document.activeElement === document.body;
        if (!isStillThere) return;
        if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      },
      patience,
    );
  }, [pathname]);
}
