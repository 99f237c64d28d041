// Places the runways of an airfield in a drawing: true north is up, lengths are to scale.
import type { Runway } from "../../../shared/domain/airfields.ts";
import type { Position } from "../../../shared/domain/airfields/distance.ts";

export const drawingSize = { width: 340, height: 312 };
/** Narrower runways would not be seen. */
const LEAST_WIDTH = 4.5;
/** Room for the names of the ends, and below for the scale. */
const MARGIN = 46;
const BELOW = 58;
const FEET_A_DEGREE = 364_567;
const LABEL_GAP = 18;
const labelSize = { width: 32, height: 16 };
const MOST_TRIES = 4;
const barLengths = [100, 200, 500, 1_000, 2_000, 5_000];
const LONGEST_BAR = 80;

type Point = { x: number; y: number };

export type DrawnRunway = {
  id: string;
  from: Point;
  /** Degrees clockwise from the right, as SVG rotates. */
  angle: number;
  length: number;
  width: number;
  /** Distances from `from` of the displaced thresholds. */
  thresholds: number[];
};

export type RunwayDrawing = {
  runways: DrawnRunway[];
  labels: (Point & { text: string })[];
  scale: { feet: number; length: number };
};

type Placed = { runway: Runway; ends: [Point, Point] };

/** Null if the positions of no runway are published. */
export function drawRunways(runways: readonly Runway[]): RunwayDrawing | null {
  const [origin] = runways.flatMap(({ ends }) => ends.flatMap((end) => positionOf(end) ?? []));
  const placed = origin ? runways.flatMap((runway) => inFeet(runway, origin)) : [];
  if (placed.length === 0) return null;
  const points = placed.flatMap(({ ends }) => ends);
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [top, bottom] = rangeOf(points.map(({ y }) => y));
  const room = { x: drawingSize.width - 2 * MARGIN, y: drawingSize.height - MARGIN - BELOW };
  const scale = Math.min(room.x / Math.max(right - left, 1), room.y / Math.max(bottom - top, 1));
  const shown = ({ x, y }: Point): Point => ({
    x: drawingSize.width / 2 + (x - (left + right) / 2) * scale,
    y: MARGIN + room.y / 2 + (y - (top + bottom) / 2) * scale,
  });
  const lines = placed.map(({ runway, ends: [one, other] }) => ({ runway, ends: [shown(one), shown(other)] as const }));
  const feet = barLengths.findLast((length) => length * scale <= LONGEST_BAR) ?? barLengths[0]!;
  return {
    runways: lines.map(({ runway, ends: [from, to] }) => drawn(runway, from, to, scale)),
    labels: labelsOf(lines),
    scale: { feet, length: feet * scale },
  };
}

/** Both ends in feet to the east and to the south of a position. Nothing if one is not published, or for a helipad. */
function inFeet(runway: Runway, origin: Position): Placed[] {
  const [one, other] = runway.ends.map((end): Point | null => {
    const position = positionOf(end);
    if (!position) return null;
    const east = Math.cos((origin.latitude * Math.PI) / 180) * (position.longitude - origin.longitude);
    return { x: east * FEET_A_DEGREE, y: (origin.latitude - position.latitude) * FEET_A_DEGREE };
  });
  return one && other ? [{ runway, ends: [one, other] }] : [];
}

function positionOf({ latitude, longitude }: Runway["ends"][number]): Position | null {
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

function rangeOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function drawn({ id, widthFt, ends }: Runway, from: Point, to: Point, scale: number): DrawnRunway {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [first, second] = ends.map(({ displacedFt }) => displacedFt);
  const thresholds = [first && first * scale, second && length - second * scale];
  return {
    ...{ id, from, length, angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI },
    width: Math.max(LEAST_WIDTH, widthFt * scale),
    thresholds: thresholds.filter((at) => at !== undefined),
  };
}

/** The name of each end beyond it, farther out where another name is in its place. */
function labelsOf(lines: readonly { runway: Runway; ends: readonly [Point, Point] }[]): RunwayDrawing["labels"] {
  const labels: RunwayDrawing["labels"] = [];
  for (const { runway, ends } of lines) {
    ends.forEach((end, index) => {
      const other = ends[1 - index]!;
      const length = Math.hypot(end.x - other.x, end.y - other.y) || 1;
      const out = { x: (end.x - other.x) / length, y: (end.y - other.y) / length };
      let label = at(end, out, LABEL_GAP);
      for (let tries = 0; tries < MOST_TRIES && labels.some((one) => overlaps(one, label)); tries++)
        label = at(label, out, labelSize.height / 2);
      labels.push({ text: runway.ends[index]!.id, ...label });
    });
  }
  return labels;
}

function at({ x, y }: Point, direction: Point, distance: number): Point {
  return { x: x + direction.x * distance, y: y + direction.y * distance };
}

function overlaps(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < labelSize.width && Math.abs(one.y - other.y) < labelSize.height;
}
