// Merges the tags that would overlap into clusters. Pure: the same airfields and scale give the same marks, wherever the view is.
import { grouped } from "../../../../../shared/kit/counted.ts";
import type { Point } from "../map-view.ts";

/** What of an airfield decides where its mark is and how large. */
export type SpotSize = Point & { airport: { id: string }; rows: ArrayLike<unknown>; lowestRate: number };

/** One airfield, or several in their middle. */
export type MarkOf<S> = Point & { key: string; spots: readonly S[]; aircraft: number };

/** Half of a tag's width per letter, its other half width, and its height above the airfield; in pixels at 16 px text. */
const LETTER = 4.5;
const TAG_ENDS = 22;
const TAG_HEIGHT = 56;
const CLUSTER_RADIUS = 28;
/** Pixels. */
const CELL = 24;
/** Marks compared or merged between two pauses. */
const STEP = 20;
/** More than there are rows of cells at any scale; so small that the key of a cell is a small integer, which maps find fastest. */
const ROW_KEYS = 2 ** 16;
const NEIGHBORS = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => right * ROW_KEYS + down));
/** Each round merges the nearest marks; tests of thousands of airfields need fewer. */
const MOST_ROUNDS = 40;

/** In pixels from the origin of the plane, so that a moved view changes nothing. */
type Box = { left: number; right: number; top: number; bottom: number };

/** A mark whose airfields are in no order yet; `first` is the largest. */
type Group<S> = MarkOf<S> & { first: S };

/** A group while groups are merged. */
type Candidate<S> = {
  readonly group: Group<S>;
  readonly box: Box;
  readonly cell: number;
  /** Of those that overlap it. */
  nearest: Candidate<S> | null;
  isMerged: boolean;
  /** The last round that compared it. */
  round: number;
};

/**
 * Tags and clusters of all airfields at a scale, from west to east; in steps, so that thousands of airfields hold up no frame. Each
 * round merges each two marks that overlap and are nearest to each other; only those beside a change are compared again.
 * `letterSize` is 1 for text of 16 px.
 */
export function* markSteps<S extends SpotSize>(
  spots: readonly S[],
  scale: number,
  letterSize: number,
): Generator<undefined, MarkOf<S>[]> {
  const table = new Table<S>(scale, letterSize);
  for (const group of groupedByCell(spots, scale)) table.add(group);
  let compared = table.all();
  for (let round = 1; round <= MOST_ROUNDS && compared.length > 0; round++) {
    yield;
    for (let at = 0; at < compared.length; at++) {
      const one = compared[at]!;
      one.nearest = table.nearestTo(one);
      if (at % STEP === STEP - 1) yield;
    }
    const changed = new Set<number>();
    let merges = 0;
    for (const one of compared) {
      const other = one.nearest;
      if (other?.nearest !== one || one.isMerged) continue;
      for (const gone of [one, other]) changed.add(table.remove(gone));
      changed.add(table.add(merged(one.group, other.group)));
      if (++merges % STEP === 0) yield;
    }
    compared = table.around(changed, round);
  }
  return table
    .all()
    .map(({ group: { first: _, spots: inside, ...mark } }) => ({ ...mark, spots: inside.toSorted(bySpotSize) }))
    .sort(fromWest);
}

/** Airfields within some pixels are one cluster anyway: so there are fewer marks to compare. */
function groupedByCell<S extends SpotSize>(spots: readonly S[], scale: number): Group<S>[] {
  const cells = new Map<number, S[]>();
  for (const spot of spots) {
    const key = Math.floor((spot.x * scale) / CELL) * ROW_KEYS + Math.floor((spot.y * scale) / CELL);
    const cell = cells.get(key);
    if (cell) cell.push(spot);
    else cells.set(key, [spot]);
  }
  // Sorted, so that sums have the same rounding in any order of the airfields.
  return [...cells.values()].map((cell) =>
    cell
      .sort(bySpotSize)
      .map(groupOf<S>)
      .reduce(merged),
  );
}

function groupOf<S extends SpotSize>(spot: S): Group<S> {
  const { x, y, airport, rows } = spot;
  return { key: airport.id, x, y, spots: [spot], aircraft: rows.length, first: spot };
}

/** What a tag says after the identifier: the price of the only aircraft, or the count. */
export function tagEnd({ rows, lowestRate }: Pick<SpotSize, "rows" | "lowestRate">): string {
  return rows.length === 1 ? `$${grouped(lowestRate)}` : grouped(rows.length);
}

/** A cluster is in the middle of its aircraft. */
function merged<S extends SpotSize>(a: Group<S>, b: Group<S>): Group<S> {
  const first = bySpotSize(a.first, b.first) < 0 ? a.first : b.first;
  const spots = a.spots.concat(b.spots);
  const aircraft = a.aircraft + b.aircraft;
  return {
    key: `${first.airport.id}+${spots.length - 1}`,
    x: (a.x * a.aircraft + b.x * b.aircraft) / aircraft,
    y: (a.y * a.aircraft + b.y * b.aircraft) / aircraft,
    spots,
    aircraft,
    first,
  };
}

/** Marks by cells as large as the largest box, so that only neighbors are compared. */
class Table<S extends SpotSize> {
  readonly #cells = new Map<number, Candidate<S>[]>();
  readonly #scale: number;
  readonly #letterSize: number;
  readonly #width: number;
  readonly #height: number;

  constructor(scale: number, letterSize: number) {
    this.#scale = scale;
    this.#letterSize = letterSize;
    this.#width = 2 * (TAG_ENDS + LETTER * 12) * letterSize;
    this.#height = 2 * CLUSTER_RADIUS * letterSize;
  }

  all(): Candidate<S>[] {
    return [...this.#cells.values()].flat();
  }

  /** Returns the cell of the group. */
  add(group: Group<S>): number {
    const box = boxOf(group, this.#scale, this.#letterSize);
    const cell = Math.floor(box.left / this.#width) * ROW_KEYS + Math.floor(box.top / this.#height);
    const one: Candidate<S> = { group, box, cell, nearest: null, isMerged: false, round: 0 };
    const inside = this.#cells.get(cell);
    if (inside) inside.push(one);
    else this.#cells.set(cell, [one]);
    return cell;
  }

  /** Returns the cell of the group. */
  remove(one: Candidate<S>): number {
    one.isMerged = true;
    const inside = this.#cells.get(one.cell)!;
    inside.splice(inside.indexOf(one), 1);
    return one.cell;
  }

  /** Each mark once that any mark of these cells can overlap. */
  around(cells: ReadonlySet<number>, round: number): Candidate<S>[] {
    const near: Candidate<S>[] = [];
    for (const cell of cells)
      for (const step of NEIGHBORS) {
        const inside = this.#cells.get(cell + step);
        if (!inside) continue;
        for (const one of inside) {
          if (one.round === round) continue;
          one.round = round;
          near.push(one);
        }
      }
    return near;
  }

  nearestTo(one: Candidate<S>): Candidate<S> | null {
    let best: Candidate<S> | null = null;
    let least = Infinity;
    for (const step of NEIGHBORS) {
      const inside = this.#cells.get(one.cell + step);
      if (!inside) continue;
      for (const other of inside) {
        if (other === one || !overlap(one.box, other.box)) continue;
        const distance = (other.group.x - one.group.x) ** 2 + (other.group.y - one.group.y) ** 2;
        if (distance > least || (distance === least && best && bySize(best.group, other.group) < 0)) continue;
        best = other;
        least = distance;
      }
    }
    return best;
  }
}

function boxOf({ x, y, spots, first }: Group<SpotSize>, scale: number, letterSize: number): Box {
  const [middle, foot] = [x * scale, y * scale];
  if (spots.length > 1) {
    const radius = CLUSTER_RADIUS * letterSize;
    return { left: middle - radius, right: middle + radius, top: foot - radius, bottom: foot + radius };
  }
  const half = (TAG_ENDS + LETTER * (first.airport.id.length + tagEnd(first).length)) * letterSize;
  return { left: middle - half, right: middle + half, top: foot - TAG_HEIGHT * letterSize, bottom: foot };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The larger first. */
function bySize(a: MarkOf<unknown>, b: MarkOf<unknown>): number {
  return b.aircraft - a.aircraft || (a.key < b.key ? -1 : 1);
}

function bySpotSize(a: SpotSize, b: SpotSize): number {
  return b.rows.length - a.rows.length || (a.airport.id < b.airport.id ? -1 : 1);
}

export function fromWest(a: MarkOf<unknown>, b: MarkOf<unknown>): number {
  return a.x - b.x || a.y - b.y || (a.key < b.key ? -1 : 1);
}
