// What stands on the map: a tag for an airfield, a cluster where tags would overlap.
import { grouped } from "../../../../shared/kit/counted.ts";
import type { Field } from "../../../client/airfields/fields.ts";
import { toPlane, toScreen, type Point, type Size, type View } from "./map-view.ts";

/** An airfield on the plane. */
export type Spot = Field & Point;

/** One airfield as a tag, or several as a cluster in their middle. */
export type Mark = Point & { key: string; spots: readonly Spot[]; aircraft: number };

export type Side = "north" | "east" | "south" | "west";

export function spotsOf(fields: readonly Field[]): Spot[] {
  return fields.map((field) => ({ ...field, ...toPlane(field.airport) }));
}

/** What a tag says after the identifier: the price of the only aircraft, or the count. */
export function tagEnd({ rows, lowestRate }: Field): string {
  return rows.length === 1 ? `$${grouped(lowestRate)}` : grouped(rows.length);
}

/** The marks on the screen and up to `margin` pixels beside it. */
export function marksNear(marks: readonly Mark[], view: View, size: Size, margin: number): Mark[] {
  return marks.filter((mark) => {
    const { x, y } = toScreen(view, size, mark);
    return x > -margin && y > -margin && x < size.width + margin && y < size.height + margin;
  });
}

/** The `count` marks closest to the middle of the screen, measured in its sides; in the given order. */
export function innermost(marks: readonly Mark[], view: View, size: Size, count: number): readonly Mark[] {
  if (marks.length <= count) return marks;
  const away = marks.map((mark) => {
    const { x, y } = toScreen(view, size, mark);
    return Math.max(Math.abs(x / size.width - 0.5), Math.abs(y / size.height - 0.5));
  });
  const farthest = [...away].sort((a, b) => a - b)[count - 1]!;
  return marks.filter((_, nth) => away[nth]! <= farthest);
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
