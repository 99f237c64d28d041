// The viewer's picture travels from its thumbnail and back to it, while the dark ground comes and goes.
import { partOf, wholeIn, type Rect } from "./travel-geometry.ts";

/** As `--t-mid` and `--ease-out`. */
const timing = { duration: 240, easing: "cubic-bezier(.2,.8,.2,1)" } as const;

/** Where the page shows a picture, and a loaded image of it. */
export type Origin = { place: HTMLElement; image: HTMLImageElement };

/** Moves a copy of the picture to `image`, which is hidden meanwhile. Returns the function that ends it. */
export function travelIn(image: HTMLImageElement, shape: number, origin: Origin | null): () => void {
  if (!origin || !isMoving()) return () => undefined;
  const { copy, keyframes } = copyOf(origin.image, image, shape, origin.place);
  image.closest("[role=dialog]")?.append(copy);
  image.style.visibility = "hidden";
  const arrive = () => {
    image.style.removeProperty("visibility");
    copy.remove();
  };
  copy.animate(keyframes, timing).onfinish = arrive;
  return arrive;
}

/** Moves a copy of the picture from a viewer that closes to its place. */
export function travelBack(image: HTMLImageElement, shape: number, origin: Origin | null): void {
  if (!origin || !isMoving()) return;
  const ground = over(document.createElement("div"), new DOMRect(0, 0, innerWidth, innerHeight));
  ground.style.background = "#04080d";
  document.body.append(ground);
  ground.animate([{ opacity: 1 }, { opacity: 0 }], timing).onfinish = () => ground.remove();
  if (!image.complete || image.naturalWidth === 0) return;
  const { copy, keyframes } = copyOf(image, image, shape, origin.place);
  document.body.append(copy);
  copy.animate(keyframes.reverse(), timing).onfinish = () => copy.remove();
}

/** A copy of `drawn` over the whole picture of the viewer, and its movement from `place` to there. */
function copyOf(drawn: HTMLImageElement, image: HTMLImageElement, shape: number, place: HTMLElement) {
  const whole = wholeIn(image.getBoundingClientRect(), shape);
  const copy = over(document.createElement("img"), whole);
  copy.alt = "";
  copy.decoding = "sync";
  copy.src = drawn.currentSrc || drawn.src;
  copy.style.objectFit = "cover";
  const { transform, clipPath } = partOf(whole, place.getBoundingClientRect());
  return {
    copy,
    keyframes: [
      { transform, clipPath },
      { transform: "none", clipPath: "inset(0px)" },
    ],
  };
}

/** Lays an element over the page, out of the way of pointers and screen readers. */
function over<Element extends HTMLElement>(element: Element, { left, top, width, height }: Rect): Element {
  element.dataset["travels"] = "";
  element.ariaHidden = "true";
  Object.assign(element.style, {
    position: "fixed",
    zIndex: "var(--z-dialog)",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: "none",
  });
  return element;
}

function isMoving(): boolean {
  return document.visibilityState === "visible" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
