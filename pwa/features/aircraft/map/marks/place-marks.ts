// Places the map's marks and moves them with the view, in frames that React does not render.
import { toScreen, type Point, type Size, type View } from "../map-view.ts";
import type { MovingMarks } from "./moving-marks.ts";

/** Pixels beside the screen of marks that are still seen in part. */
export const SCREEN_MARGIN = 72;

/** Moves the marks of a frame: while zooming their sprites, if there are any. */
export function follow(layer: HTMLElement, moving: MovingMarks, placed: View, now: View, size: Size): void {
  const isZoom = now.scale !== placed.scale;
  if (isZoom && !needsElements(layer) && moving.move(now, size)) {
    layer.style.opacity = "0";
    return;
  }
  if (isZoom) layer.dataset["flat"] = "";
  showElements(layer, moving);
  moveMarks(layer, placed, now, size);
}

/** The focus stays visible, and forced colors are those of elements. */
function needsElements(layer: HTMLElement): boolean {
  return layer.querySelector(":focus-visible") !== null || matchMedia("(forced-colors: active)").matches;
}

export function showElements(layer: HTMLElement, moving: MovingMarks): void {
  moving.hide();
  layer.style.opacity = "";
}

/** One transform for all marks while panning, one for each while zooming. */
export function moveMarks(layer: HTMLElement, placed: View, now: View, size: Size): void {
  const isPan = now.scale === placed.scale;
  const origin = isPan ? toScreen(now, size, fromMiddle(placed)) : { x: size.width / 2, y: size.height / 2 };
  layer.style.transform = isPan ? `translate(${origin.x - size.width / 2}px, ${origin.y - size.height / 2}px)` : "";
  if (isPan && layer.dataset["scale"] === String(now.scale)) return;
  layer.dataset["scale"] = String(now.scale);
  const shown = isPan ? placed : now;
  place(layer.querySelectorAll<HTMLElement>("[data-x]"), shown, size, isPan);
}

/** Places a mark that joins others of the same view, or that has another place on the plane. */
export function placeMark(mark: HTMLElement, placed: View, now: View, size: Size): void {
  const isPan = now.scale === placed.scale;
  place([mark], isPan ? placed : now, size, isPan);
}

function place(marks: Iterable<HTMLElement>, shown: View, size: Size, isPan: boolean): void {
  for (const mark of marks) {
    const { x, y } = toScreen(shown, size, {
      x: Number(mark.getAttribute("data-x")),
      y: Number(mark.getAttribute("data-y")),
    });
    // What a zoom has taken off the screen stays where it is until it comes back or the zoom ends.
    const isOff =
      x < -SCREEN_MARGIN || y < -SCREEN_MARGIN || x > size.width + SCREEN_MARGIN || y > size.height + SCREEN_MARGIN;
    const wasOff = mark.hasAttribute("data-off");
    if (!isPan && isOff && wasOff) continue;
    if (isOff !== wasOff) mark.toggleAttribute("data-off", isOff);
    mark.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function fromMiddle({ x, y }: View): Point {
  return { x, y };
}
