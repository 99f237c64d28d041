// Sorts by 16-bit digits: for 100,000 cards several times faster than comparing.
import { atOnce, type Steps } from "../pause.ts";

const DIGIT = 65_536;

export type Positions = Uint32Array<ArrayBuffer>;
type Keyed = { order: Positions; keys: Float64Array<ArrayBuffer> };

/**
 * Orders positions by their keys, lowest first; positions with equal keys keep their order. Keys are integers from 0 to
 * 2^48.
 */
export function sortByKey(order: Positions, keyAt: (position: number) => number): Positions {
  return atOnce(sortSteps(order, keyAt));
}

/** The same, one digit per step. */
export function* sortSteps(order: Positions, keyAt: (position: number) => number): Steps<Positions> {
  const { keys, least, units } = keysOf(order, keyAt);
  let sorted: Keyed = { order, keys };
  for (const unit of units) {
    yield;
    sorted = sortByDigit(sorted, least, unit);
  }
  return sorted.order;
}

/**
 * The keys in their order, the lowest key, and the units of the digits in which keys differ. Only those digits are
 * sorted.
 */
function keysOf(order: Positions, keyAt: (position: number) => number) {
  const keys = new Float64Array(order.length);
  let least = Infinity;
  let most = 0;
  for (let at = 0; at < order.length; at++) {
    const key = keyAt(order[at]!);
    keys[at] = key;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  const units: number[] = [];
  for (let unit = 1; (most - least) / unit >= 1; unit *= DIGIT) units.push(unit);
  return { keys, least, units };
}

function sortByDigit({ order, keys }: Keyed, least: number, unit: number): Keyed {
  const size = order.length;
  const digits = new Uint16Array(size);
  const starts = new Uint32Array(DIGIT + 1);
  for (let at = 0; at < size; at++) {
    const digit = Math.floor((keys[at]! - least) / unit) % DIGIT;
    digits[at] = digit;
    starts[digit + 1]! += 1;
  }
  for (let digit = 0; digit < DIGIT; digit++) starts[digit + 1]! += starts[digit]!;
  const sorted = { order: new Uint32Array(size), keys: new Float64Array(size) };
  for (let at = 0; at < size; at++) {
    const digit = digits[at]!;
    const to = starts[digit]!;
    starts[digit] = to + 1;
    sorted.order[to] = order[at]!;
    sorted.keys[to] = keys[at]!;
  }
  return sorted;
}
