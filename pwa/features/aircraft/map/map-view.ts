// The map's plane and the part of it that the screen shows. Pure: the same positions give the same pixels.
import { geoMercator } from "d3-geo";
import type { Position } from "../../../../shared/domain/airfields/distance.ts";
import type { Area } from "../../../client/airfields/map-list.ts";

/** Width of the whole earth on the plane. */
const EARTH = 4096;
const DEGREES = 360;
/** The plane is cut in Asia, so that Guam, Alaska and Puerto Rico are on one side of the cut. */
const MIDDLE_LONGITUDE = -100;

/** Mercator: straight north, and the same scale in all directions, as on the charts of pilots. */
export const mercator = geoMercator()
  .scale(EARTH / (2 * Math.PI))
  .rotate([-MIDDLE_LONGITUDE, 0])
  .translate([0, 0])
  // Lines between two points stay straight: the parallels of borders do not bend.
  .precision(0);

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

/** `x`, `y`: the point of the plane in the middle. `scale`: pixels of the screen per unit of the plane. */
export type View = Point & { scale: number };

/** What the map shows at most: the earth's part with airfields of the FAA, from Guam to Puerto Rico. */
const corners = {
  northWest: toPlane({ latitude: 74, longitude: 140 }),
  southEast: toPlane({ latitude: -18, longitude: -55 }),
};
export const MIN_SCALE = 0.2;
/** A pixel is about a fiftieth of a nautical mile. */
export const MAX_SCALE = 200;
/** A fitted view comes no closer: one airfield is shown with its surroundings. */
const FITTED_SCALE = 10;

export function toPlane({ latitude, longitude }: Position): Point {
  const [x, y] = mercator([longitude, latitude])!;
  return { x, y };
}

export function toPosition({ x, y }: Point): Position {
  const half = EARTH / 2 - 1e-6;
  const [longitude, latitude] = mercator.invert!([Math.min(half, Math.max(-half, x)), y])!;
  return { latitude, longitude };
}

export function toScreen(view: View, { width, height }: Size, { x, y }: Point): Point {
  return { x: (x - view.x) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 };
}

export function fromScreen(view: View, { width, height }: Size, { x, y }: Point): Point {
  return { x: view.x + (x - width / 2) / view.scale, y: view.y + (y - height / 2) / view.scale };
}

/** Keeps the middle on the map, and the scale between its limits. */
export function bounded({ x, y, scale }: View): View {
  return {
    x: between(corners.northWest.x, x, corners.southEast.x),
    y: between(corners.northWest.y, y, corners.southEast.y),
    scale: between(MIN_SCALE, scale, MAX_SCALE),
  };
}

/** Moves the content by pixels. */
export function panned({ x, y, scale }: View, right: number, down: number): View {
  return bounded({ x: x - right / scale, y: y - down / scale, scale });
}

/** Multiplies the scale; the point of the screen `at` stays where it is. */
export function zoomed(view: View, size: Size, factor: number, at: Point): View {
  const scale = between(MIN_SCALE, view.scale * factor, MAX_SCALE);
  const fixed = fromScreen(view, size, at);
  return bounded({
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
    scale,
  });
}

type Fit = {
  /** Pixels around the points. */
  margin: number;
  /** Pixels at the top, at the right and at the bottom that something covers. */
  top?: number;
  right?: number;
  bottom?: number;
  closest?: number;
};

/** The closest view with all points; null without points. */
export function fitted(points: readonly Point[], { width, height }: Size, fit: Fit): View | null {
  const { margin, top = 0, right: covered = 0, bottom = 0, closest = FITTED_SCALE } = fit;
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [least(xs), -least(xs.map((x) => -x))];
  const [high, low] = [least(ys), -least(ys.map((y) => -y))];
  const room = (pixels: number) => Math.max(pixels - 2 * margin, pixels / 3);
  const scale = Math.min(room(width - covered) / (right - left), room(height - top - bottom) / (low - high), closest);
  return bounded({
    x: (left + right) / 2 + covered / 2 / scale,
    y: (high + low) / 2 - (top - bottom) / 2 / scale,
    scale,
  });
}

/** The part of the earth on the screen. */
export function areaOf(view: View, size: Size): Area {
  const northWest = toPosition(fromScreen(view, size, { x: 0, y: 0 }));
  const southEast = toPosition(fromScreen(view, size, { x: size.width, y: size.height }));
  return {
    south: southEast.latitude,
    west: northWest.longitude,
    north: northWest.latitude,
    east: southEast.longitude,
  };
}

/** Pixels of a nautical mile in the middle of the screen. */
export function pixelsPerMile(view: View): number {
  const { latitude } = toPosition(view);
  return ((EARTH / (DEGREES * 60)) * view.scale) / Math.cos((latitude * Math.PI) / 180);
}

/** The longest round distance that takes at most `most` pixels. */
export function scaleBar(view: View, most: number): { miles: number; pixels: number } {
  const mile = pixelsPerMile(view);
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const miles = steps.findLast((step) => step * mile <= most) ?? steps[0]!;
  return { miles, pixels: miles * mile };
}

export function isSameView(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale;
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** `Math.min(...values)` fails on very long lists. */
function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

const MOST_DENSITY = 2;

/** Pixels of a canvas per CSS pixel: those of the screen, but at most two, since more cost memory and show little. */
export function canvasDensity(): number {
  return Math.min(MOST_DENSITY, devicePixelRatio);
}
