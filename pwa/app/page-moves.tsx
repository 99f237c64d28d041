// What a change of page does besides drawing it: where the page scrolls to and where the focus goes.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { whenFound } from "./when-found.ts";

/** How long to wait for the parts of a page that is still loading, in milliseconds. */
const patience = 4_000;

export function PageMoves() {
  const location = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  useScrollMemory(location.key, location.pathname, location.hash, isBackOrForward);
  useHeadingFocus(location.pathname);
  return null;
}

/** A new page starts at its top or at the named part; back and forward return to where one was. */
function useScrollMemory(key: string, pathname: string, hash: string, isBackOrForward: boolean) {
  const lastPathname = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);

  useLayoutEffect(() => {
    const isSamePage = lastPathname.current === pathname;
    lastPathname.current = pathname;
    const kept = isBackOrForward ? placeOf(key) : null;
    if (kept !== null) return scrollWhenLongEnough(kept);
    if (hash) return whenFound(() => document.getElementById(hash.slice(1)), goToPart, patience);
    if (!isSamePage && !isBackOrForward) window.scrollTo({ top: 0, behavior: "instant" });
    return undefined;
  }, [key, pathname, hash, isBackOrForward]);

  useEffect(() => {
    let isWaiting = false;
    const keep = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        keepPlace(key, window.scrollY);
      });
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [key]);
}

/** The rows below may still be coming: scrolls as soon as the page is long enough, and no later than the patience. */
function scrollWhenLongEnough(top: number): () => void {
  const isLongEnough = () => document.documentElement.scrollHeight >= top + window.innerHeight;
  return whenFound(
    () => (isLongEnough() ? document.documentElement : null),
    () => window.scrollTo({ top, behavior: "instant" }),
    patience,
  );
}

function goToPart(part: HTMLElement) {
  part.scrollIntoView();
  part.querySelector<HTMLElement>("[data-focus-on-arrival]")?.focus({ preventScroll: true });
}

const placesKey = "scroll-places";

function places(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(placesKey) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function placeOf(key: string): number | null {
  return places()[key] ?? null;
}

function keepPlace(key: string, top: number) {
  try {
    sessionStorage.setItem(placesKey, JSON.stringify({ ...places(), [key]: Math.round(top) }));
  } catch {
    // Storage is closed: back then starts at the top.
  }
}

/** On a change of page the heading takes the focus, so that it is read out and Tab goes on from there. */
function useHeadingFocus(pathname: string) {
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const focusedBefore = document.activeElement;
    return whenFound(
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
