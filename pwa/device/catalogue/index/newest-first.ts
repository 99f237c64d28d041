// Joins the columns of all packs, and orders all cards newest first, without duplicates.
import { emptyColumns, packSize, type Columns, type Pack } from "./pack.ts";
import type { Steps } from "../pause.ts";
import { sortSteps, type Positions } from "./radix.ts";

/**
 * Copies the columns of all packs into one set, one pack per step. Each pack then uses views of that set, so memory
 * holds them once.
 */
export function* joinSteps(packs: readonly Pack[], size: number): Steps<Columns> {
  const joined = emptyColumns(size);
  const names = Object.keys(joined) as (keyof Columns)[];
  let start = 0;
  for (const pack of packs) {
    const end = start + packSize(pack);
    const view = { ...pack.columns };
    for (const name of names) {
      joined[name].set(pack.columns[name], start);
      Object.assign(view, { [name]: joined[name].subarray(start, end) });
    }
    pack.columns = view;
    start = end;
    yield;
  }
  return joined;
}

/** Ids are compared only where dates are equal, which is rare, or true for a whole import at once. */
export function* newestFirstSteps(columns: Columns, size: number): Steps<Positions> {
  const { created } = columns;
  let order = new Uint32Array(size);
  for (let position = 0; position < size; position++) order[position] = position;
  order = yield* sortSteps(order, (at) => created[at]!);
  for (let from = 0; from < size;) {
    let to = from + 1;
    while (to < size && created[order[to]!] === created[order[from]!]) to += 1;
    if (to - from > 1) order.set(yield* sortByIdSteps(order.slice(from, to), columns), from);
    if (Math.floor(from / CARDS_PER_STEP) !== Math.floor(to / CARDS_PER_STEP)) yield;
    from = to;
  }
  return order.reverse();
}

/** Cards processed in one step. */
const CARDS_PER_STEP = 10_000;

/** Up to this many cards are compared; for more, radix sort is worth its fixed cost. */
const MAX_COMPARED = 500;

function* sortByIdSteps(order: Positions, { idHigh, idMiddle, idLow }: Columns): Steps<Positions> {
  if (order.length > MAX_COMPARED) {
    const byLow = yield* sortSteps(order, (at) => idLow[at]!);
    const byMiddle = yield* sortSteps(byLow, (at) => idMiddle[at]!);
    return yield* sortSteps(byMiddle, (at) => idHigh[at]!);
  }
  return order.sort((a, b) => idHigh[a]! - idHigh[b]! || idMiddle[a]! - idMiddle[b]! || idLow[a]! - idLow[b]!);
}

/**
 * Removes duplicates. A card that moves is in two buckets for a while. Both have the same date and id, so they are
 * adjacent. The one whose bucket changed last stays.
 */
export function withoutDuplicates(order: Positions, columns: Columns, rankAt: (position: number) => number): Positions {
  const { created, idHigh, idMiddle, idLow } = columns;
  let count = 0;
  for (const position of order) {
    const last = order[count - 1];
    const isDouble =
      count > 0 &&
      last !== undefined &&
      idLow[last] === idLow[position] &&
      idMiddle[last] === idMiddle[position] &&
      idHigh[last] === idHigh[position] &&
      created[last] === created[position];
    if (!isDouble) order[count++] = position;
    else if (rankAt(position) > rankAt(last)) order[count - 1] = position;
  }
  return order.subarray(0, count);
}
