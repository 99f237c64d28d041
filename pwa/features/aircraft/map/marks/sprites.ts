// Pictures of marks for the frames of a zoom: what the page asks of the painter's worker, and what it gets.
import { grouped } from "../../../../../shared/kit/counted.ts";
import type { Colors } from "../map-colors.ts";
import { toPlane, type Point } from "../map-view.ts";
import type { Position } from "../../../../../shared/domain/airfields/distance.ts";
import { tagEnd } from "./clusters.ts";
import type { Mark } from "./marks.ts";

/** A tag with an identifier and its end, a cluster with its count, or a dot. Equal looks have one sprite. */
export type MarkLook =
  | { kind: "tag"; id: string; end: string; isChosen: boolean; isRaised: boolean }
  | { kind: "cluster"; count: string }
  | { kind: "dot" };

/** A look at its place on the plane. */
export type MovedMark = Point & { look: MarkLook };

/** `density`: pixels of the sheet per CSS pixel. */
export type SpritesAsked = { looks: MarkLook[]; colors: Colors; density: number };

/** In pixels of the sheet. `right` and `down`: from the mark's place to the sprite's corner. */
export type SpriteBox = { left: number; top: number; width: number; height: number; right: number; down: number };

/** A box for each look, in the order asked. */
export type Sprites = { sheet: ImageBitmap; boxes: SpriteBox[] };

/** What the map shows, in the order in which it lies on one another: the chosen mark is above the others. */
export function movedMarks(
  dots: readonly Position[],
  marks: readonly Mark[],
  chosen: string | null,
  raised: string | null,
): MovedMark[] {
  const moved = marks.map((mark): MovedMark => ({ x: mark.x, y: mark.y, look: lookOf(mark, chosen, raised) }));
  const isFront = ({ look }: MovedMark) => look.kind === "tag" && look.isChosen;
  return [
    ...dots.map((dot): MovedMark => ({ ...toPlane(dot), look: { kind: "dot" } })),
    ...moved.filter((mark) => !isFront(mark)),
    ...moved.filter(isFront),
  ];
}

function lookOf({ spots, aircraft }: Mark, chosen: string | null, raised: string | null): MarkLook {
  const [spot] = spots;
  if (spots.length !== 1 || !spot) return { kind: "cluster", count: grouped(aircraft) };
  const { id } = spot.airport;
  return { kind: "tag", id, end: tagEnd(spot), isChosen: id === chosen, isRaised: id === raised };
}
