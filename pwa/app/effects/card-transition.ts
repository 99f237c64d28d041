// Picture, name and price travel between the card of an aircraft and its page. Only these three get names, and only for the change.
import { flushSync } from "react-dom";
import "./card-transition.css";

/**
 * Shows a page change as a transition of the browser: calls `change` at once or in the next frame, and returns true. False where it
 * does not apply; then it has not called `change`.
 */
export type ShowChange = (from: string, to: string, change: () => void) => boolean;

/** After this many milliseconds the page changes without a transition, so that a busy screen delays no press. */
const PATIENCE_MS = 250;

type Part = "picture" | "name" | "price";
type Parts = Map<Part, HTMLElement>;

export function cardTransition(): ShowChange {
  let finishWaiting: (() => void) | null = null;

  return (from, to, change) => {
    // A second press does not wait for the first one's picture.
    finishWaiting?.();
    const [idBefore, idAfter] = [aircraftOf(from), aircraftOf(to)];
    const before = idAfter && idAfter !== idBefore ? partsOfCard(idAfter) : idBefore ? partsOfPage() : null;
    if (from === to || !before?.has("picture") || !isShown()) return false;

    const unnamed = nameParts(before);
    let isWaiting = true;
    const run = () => {
      if (!isWaiting) return;
      isWaiting = false;
      finishWaiting = null;
      clearTimeout(timer);
      const drawn = addressOfPicture(before);
      unnamed();
      flushSync(change);
      const after = idAfter ? partsOfPage() : partsOfCard(idBefore!);
      if (!after.has("picture")) return transition.skipTransition();
      showMeanwhile(after, drawn);
      const done = nameParts(after);
      // Both also reject: then the page has changed without a transition.
      transition.finished.then(done, done);
    };
    const transition = document.startViewTransition(run);
    transition.ready.catch(() => undefined);
    transition.finished.catch(() => undefined);
    finishWaiting = () => {
      transition.skipTransition();
      run();
    };
    const timer = setTimeout(finishWaiting, PATIENCE_MS);
    return true;
  };
}

function isShown(): boolean {
  return (
    "startViewTransition" in document &&
    document.visibilityState === "visible" &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    !document.querySelector("[role=dialog]")
  );
}

function aircraftOf(path: string): string | null {
  return /^\/aircraft\/([^/]+)$/.exec(path)?.[1] ?? null;
}

/** The parts in view of the pressed card, or of the first card of this aircraft. */
function partsOfCard(id: string): Parts {
  const links = [...document.querySelectorAll(`main article a[href="/aircraft/${CSS.escape(id)}"]`)];
  const cards = links.flatMap((link) => link.closest("article") ?? []);
  const card = cards.find((one) => one.contains(document.activeElement)) ?? cards.find(isInView);
  const picture = card?.querySelector("img")?.parentElement;
  return inView({ picture, name: card?.querySelector("h2, h3"), price: card?.querySelector("[data-price]") });
}

function partsOfPage(): Parts {
  const main = document.getElementById("main");
  const picture = main?.querySelector("[role=group] img")?.parentElement;
  const price = [...(main?.querySelectorAll("[data-price]") ?? [])].find(isInView);
  return inView({ picture, name: main?.querySelector("h1"), price });
}

function inView(parts: Record<Part, Element | null | undefined>): Parts {
  const found = Object.entries(parts).filter(([, part]) => part instanceof HTMLElement && isInView(part));
  return new Map(found as [Part, HTMLElement][]);
}

function isInView(part: Element): boolean {
  const { top, bottom, width } = part.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

/** Returns the function that takes the names off again. */
function nameParts(parts: Parts): () => void {
  for (const [part, { style }] of parts) style.setProperty("view-transition-name", `aircraft-${part}`);
  return () => {
    for (const { style } of parts.values()) style.removeProperty("view-transition-name");
  };
}

function addressOfPicture(parts: Parts): string | undefined {
  return parts.get("picture")?.querySelector("img")?.currentSrc;
}

/** The page's picture is larger than the card's; until it has loaded, the card's lies behind it. */
function showMeanwhile(parts: Parts, drawn: string | undefined): void {
  const image = parts.get("picture")?.querySelector("img");
  if (!image || !drawn || image.complete || image.style.backgroundImage) return;
  image.style.backgroundImage = `url("${drawn}")`;
  image.addEventListener("load", () => image.style.removeProperty("background-image"), { once: true });
}
