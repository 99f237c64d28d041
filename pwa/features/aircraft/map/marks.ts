// What stands on the map: a tag for an airfield, a cluster where tags would overlap. Pure: the same airfields and scale give the same
// marks, wherever the view is.
import type { Field } from "../../../client/airfields/fields.ts";
import { toPlane, toScreen, type Point, type Size, type View } from "./map-view.ts";

/** An airfield on the plane. */
export type Spot = Field & Point;

/** One airfield as a tag, or several as a cluster in their middle. */
export type Mark = Point & { key: string; spots: readonly Spot[]; aircraft: number };

export type Side = "north" | "east" | "south" | "west";

/** Half of a tag's width per letter, its other half width, and its height above the airfield; in pixels at 16 px text. */
const LETTER = 4.5;
const TAG_ENDS = 22;
const TAG_HEIGHT = 56;
const CLUSTER_RADIUS = 28;
/** Pixels. */
const CELL = 24;
/** Marks compared between two pauses. */
const STEP = 20;
/** More than there are rows of cells at any scale. */
const ROW_KEYS = 2 ** 24;
const NEIGHBORS = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));
/** Each round merges the nearest marks; tests of thousands of airfields need fewer. */
const MOST_ROUNDS = 40;

export function spotsOf(fields: readonly Field[]): Spot[] {
  return fields.map((field) => ({ ...field, ...toPlane(field.airport) }));
}

/** What a tag says after the identifier: the price of the only aircraft, or the count. */
export function tagEnd({ rows, lowestRate }: Field): string {
  return rows.length === 1 ? `$${lowestRate.toLocaleString("en-US")}` : rows.length.toLocaleString("en-US");
}

/**
 * Tags and clusters of all airfields at a scale, from west to east; in steps, so that thousands of airfields hold up no frame.
 * `letterSize` is 1 for text of 16 px.
 */
export function* markSteps(spots: readonly Spot[], scale: number, letterSize: number): Generator<undefined, Mark[]> {
  let marks = groupedByCell(spots, scale).map(markOf).sort(bySize);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield;
    const merged = yield* mergeNearest(marks, scale, letterSize);
    const isDone = merged.length === marks.length;
    marks = merged;
    if (isDone) break;
  }
  return marks.sort((a, b) => a.x - b.x || a.y - b.y || (a.key < b.key ? -1 : 1));
}

/** Airfields within some pixels are one cluster anyway: so there are fewer marks to compare. */
function groupedByCell(spots: readonly Spot[], scale: number): Spot[][] {
  const cells = new Map<number, Spot[]>();
  for (const spot of spots) {
    const key = Math.floor((spot.x * scale) / CELL) * ROW_KEYS + Math.floor((spot.y * scale) / CELL);
    const cell = cells.get(key);
    if (cell) cell.push(spot);
    else cells.set(key, [spot]);
  }
  return [...cells.values()].map((cell) => cell.sort(bySpotSize));
}

/** A cluster is in the middle of its aircraft. */
function markOf(spots: readonly Spot[]): Mark {
  const [first] = spots;
  if (spots.length === 1 && first)
    return { key: first.airport.id, x: first.x, y: first.y, spots, aircraft: first.rows.length };
  let [x, y, aircraft] = [0, 0, 0];
  for (const spot of spots) {
    x += spot.x * spot.rows.length;
    y += spot.y * spot.rows.length;
    aircraft += spot.rows.length;
  }
  return { key: `${first!.airport.id}+${spots.length - 1}`, x: x / aircraft, y: y / aircraft, spots, aircraft };
}

/** Merges each two marks that overlap and are nearest to each other. */
function* mergeNearest(marks: readonly Mark[], scale: number, letterSize: number): Generator<undefined, Mark[]> {
  const boxes = marks.map((mark) => boxOf(mark, scale, letterSize));
  const cells = cellsOf(boxes, letterSize);
  const nearestTo = (mark: Mark, at: number) => {
    let [best, least] = [-1, Infinity];
    for (const cell of cells.around(at))
      for (const other of cell ?? []) {
        if (other === at || !overlap(boxes[at]!, boxes[other]!)) continue;
        const distance = (marks[other]!.x - mark.x) ** 2 + (marks[other]!.y - mark.y) ** 2;
        if (distance > least || (distance === least && other > best)) continue;
        best = other;
        least = distance;
      }
    return best;
  };
  const nearest: number[] = [];
  for (const [at, mark] of marks.entries()) {
    nearest.push(nearestTo(mark, at));
    if (at % STEP === STEP - 1) yield;
  }
  const merged = marks.flatMap((mark, at) => {
    const other = nearest[at]!;
    if (other < 0 || nearest[other] !== at) return mark;
    return other > at ? markOf([...mark.spots, ...marks[other]!.spots].sort(bySpotSize)) : [];
  });
  return merged.sort(bySize);
}

type Box = { left: number; right: number; top: number; bottom: number };

/** In pixels from the origin of the plane, so that a moved view changes nothing. */
function boxOf({ x, y, spots }: Mark, scale: number, letterSize: number): Box {
  const [middle, foot] = [x * scale, y * scale];
  const [spot] = spots;
  if (spots.length > 1 || !spot) {
    const radius = CLUSTER_RADIUS * letterSize;
    return { left: middle - radius, right: middle + radius, top: foot - radius, bottom: foot + radius };
  }
  const half = (TAG_ENDS + LETTER * (spot.airport.id.length + tagEnd(spot).length)) * letterSize;
  return { left: middle - half, right: middle + half, top: foot - TAG_HEIGHT * letterSize, bottom: foot };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Boxes by cells as large as the largest box, so that only neighbors are compared. */
function cellsOf(boxes: readonly Box[], letterSize: number) {
  const width = 2 * (TAG_ENDS + LETTER * 12) * letterSize;
  const height = 2 * CLUSTER_RADIUS * letterSize;
  const cells = new Map<number, number[]>();
  const keyOf = ({ left, top }: Box, right: number, down: number) =>
    (Math.floor(left / width) + right) * ROW_KEYS + Math.floor(top / height) + down;
  for (const [at, box] of boxes.entries()) {
    const key = keyOf(box, 0, 0);
    const cell = cells.get(key);
    if (cell) cell.push(at);
    else cells.set(key, [at]);
  }
  return {
    /** The nine lists with all boxes that can overlap a box; undefined where a cell is empty. */
    around(at: number): (readonly number[] | undefined)[] {
      const box = boxes[at]!;
      return NEIGHBORS.map(([right, down]) => cells.get(keyOf(box, right, down)));
    },
  };
}

function bySize(a: Mark, b: Mark): number {
  return b.aircraft - a.aircraft || (a.key < b.key ? -1 : 1);
}

function bySpotSize(a: Spot, b: Spot): number {
  return b.rows.length - a.rows.length || (a.airport.id < b.airport.id ? -1 : 1);
}

/** The marks on the screen and up to `margin` pixels beside it. */
export function marksNear(marks: readonly Mark[], view: View, size: Size, margin: number): Mark[] {
  return marks.filter((mark) => {
    const { x, y } = toScreen(view, size, mark);
    return x > -margin && y > -margin && x < size.width + margin && y < size.height + margin;
  });
}

/** Whether the screen shows the place of a mark. */
export function isSeen(mark: Mark, view: View, size: Size): boolean {
  return sideOf(mark, view, size) === null;
}

/** The marks beyond each edge of the screen. So each aircraft is in a mark on the screen or beyond one edge. */
export function beyondEdges(marks: readonly Mark[], view: View, size: Size): Record<Side, Mark[]> {
  const beyond: Record<Side, Mark[]> = { north: [], east: [], south: [], west: [] };
  for (const mark of marks) {
    const side = sideOf(mark, view, size);
    if (side) beyond[side].push(mark);
  }
  return beyond;
}

/** Beyond a corner it is the side where it is farther out; null on the screen. */
function sideOf(mark: Mark, view: View, size: Size): Side | null {
  const { x, y } = toScreen(view, size, mark);
  const out: [Side, number][] = [
    ["north", -y],
    ["east", x - size.width],
    ["south", y - size.height],
    ["west", -x],
  ];
  const [side, pixels] = out.reduce((farthest, one) => (one[1] > farthest[1] ? one : farthest));
  return pixels > 0 ? side : null;
}
