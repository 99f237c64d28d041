// What stands on the map: a tag for an airfield, a cluster where tags would overlap.
import type { Field } from "../../../../client/airfields/fields.ts";
import { fromWest, type MarkOf } from "./clusters.ts";
import { toPlane, toScreen, type Point, type Size, type View } from "../map-view.ts";

/** An airfield on the plane. */
export type Spot = Field & Point;

/** One airfield as a tag, or several as a cluster in their middle. */
export type Mark = MarkOf<Spot>;

export type Side = "north" | "east" | "south" | "west";

export function spotsOf(fields: readonly Field[]): Spot[] {
  return fields.map((field) => ({ ...field, ...toPlane(field.airport) }));
}

/** The marks on the screen and up to `margin` pixels beside it. */
export function marksNear(marks: readonly Mark[], view: View, size: Size, margin: number): Mark[] {
  return marks.filter((mark) => {
    const { x, y } = toScreen(view, size, mark);
    return x > -margin && y > -margin && x < size.width + margin && y < size.height + margin;
  });
}

/**
 * Marks while those of a new scale replace others: the `count` new ones closest to the middle, beyond them what was there before.
 * Distances are measured in sides of the screen. From west to east.
 */
export function replaced(before: readonly Mark[], marks: readonly Mark[], view: View, size: Size, count: number) {
  if (marks.length <= count) return marks;
  const awayOf = (mark: Mark) => {
    const { x, y } = toScreen(view, size, mark);
    return Math.max(Math.abs(x / size.width - 0.5), Math.abs(y / size.height - 0.5));
  };
  const away = marks.map(awayOf);
  const farthest = count === 0 ? -1 : away.toSorted((a, b) => a - b)[count - 1]!;
  const inside = marks.filter((_, nth) => away[nth]! <= farthest);
  const keys = new Set(inside.map(({ key }) => key));
  return [...inside, ...before.filter((mark) => !keys.has(mark.key) && awayOf(mark) > farthest)].sort(fromWest);
}

/** Whether the screen shows the place of a mark. */
export function isSeen(mark: Mark, view: View, size: Size): boolean {
  const { x, y } = toScreen(view, size, mark);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

/** The marks beyond each edge of the screen. So each aircraft is in a mark on the screen or beyond one edge. */
export function beyondEdges(marks: readonly Mark[], view: View, size: Size): Record<Side, Mark[]> {
  const beyond: Record<Side, Mark[]> = { north: [], east: [], south: [], west: [] };
  for (const mark of marks) if (!isSeen(mark, view, size)) beyond[sideOf(mark, view, size)].push(mark);
  return beyond;
}

/** The edge that a mark beside the screen is farthest from; beyond a corner it has two. */
function sideOf(mark: Mark, view: View, size: Size): Side {
  const { x, y } = toScreen(view, size, mark);
  const [right, down] = [Math.max(-x, x - size.width), Math.max(-y, y - size.height)];
  if (down >= right) return y < 0 ? "north" : "south";
  return x < 0 ? "west" : "east";
}
