// Turns feet into SVG path data: x runs aft from the spinner, y up from the ground.

/** A third item makes a corner: the curve does not run smoothly through it. */
export type Point = readonly [x: number, y: number, corner?: "corner"];
export type Points = readonly Point[];

/** Size of every drawing in pixels. */
export const WIDTH = 1200;
export const HEIGHT = 800;
/** The line on which the wheels rest, in pixels. */
export const GROUND = 612;

/** A number with one decimal at most, so that files stay small and equal on every machine. */
const tenth = (value: number): number => Math.round(value * 10) / 10 || 0;
export const short = (value: number): string => String(tenth(value));

export type Pen = {
  /** Pixels per foot. */
  scale: number;
  x: (feet: number) => number;
  y: (feet: number) => number;
  /** An open smooth curve through the points. */
  curve: (points: Points) => string;
  /** A closed smooth shape through the points. */
  shape: (points: Points) => string;
  /** A closed shape between two curves that both run aft. */
  between: (upper: Points, lower: Points) => string;
  /** A closed shape with straight sides. */
  polygon: (points: Points) => string;
};

/** A pen that fits an aircraft of this length and height into the picture. */
export function penFor(length: number, height: number): Pen {
  const scale = Math.min(1036 / length, 400 / height);
  const left = (WIDTH - length * scale) / 2;
  const x = (feet: number) => left + feet * scale;
  const y = (feet: number) => GROUND - feet * scale;
  const pixels = ([px, py]: Point): [number, number] => [tenth(x(px)), tenth(y(py))];
  const curve = (points: Points) => segments(points, pixels);
  const shape = (points: Points) => `${curve(points)}z`;
  const between = (upper: Points, lower: Points) => `${curve(upper)}${curve([...lower].reverse()).replace("M", "L")}z`;
  const polygon = (points: Points) => `M${points.map((point) => packed(pixels(point))).join("L")}z`;
  return { scale, x, y, curve, shape, between, polygon };
}

/** Numbers of a path with as few separators as SVG needs. */
export const packed = (values: readonly number[]): string =>
  values
    .map((value, index) => `${index > 0 && value >= 0 ? " " : ""}${short(value).replace(/^(-?)0\./, "$1.")}`)
    .join("");

/** Relative cubic segments with the tangents of a Catmull-Rom spline. */
function segments(points: Points, pixels: (point: Point) => [number, number]): string {
  return points
    .map((to, index) => {
      const from = points[index - 1];
      if (!from) return `M${packed(pixels(to))}`;
      const before = from[2] ? from : (points[index - 2] ?? from);
      const after = to[2] ? to : (points[index + 1] ?? to);
      const first = pixels([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]);
      const second = pixels([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]);
      const [x, y] = pixels(from);
      return `c${packed([first, second, pixels(to)].flatMap(([px, py]) => [tenth(px - x), tenth(py - y)]))}`;
    })
    .join("");
}

/** Height of a line of points at `x`, straight between its points. */
export function heightAt(points: Points, x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  const to = points[next] ?? points.at(-1);
  const from = points[next - 1];
  if (!to || !from) return (to ?? [0, 0])[1];
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}
