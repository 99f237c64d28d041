// Sorting by digits of 16 bits: for 100,000 cards several times faster than comparing, and it never compares wrongly.

const DIGIT = 65_536;

type Positions = Uint32Array<ArrayBuffer>;

/**
 * Orders positions by the key each has, lowest first; positions with equal keys keep their order. Keys are whole
 * numbers from 0 to 2^48.
 */
export function sortByKey(order: Positions, keyAt: (position: number) => number): Positions {
  const keys = new Float64Array(order.length);
  let least = Infinity;
  let most = 0;
  for (let at = 0; at < order.length; at++) {
    const key = keyAt(order[at]!);
    keys[at] = key;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  // Only the digits in which keys differ are looked at.
  let sorted = { order, keys };
  for (let unit = 1; (most - least) / unit >= 1; unit *= DIGIT)
    sorted = sortByDigit(sorted.order, sorted.keys, least, unit);
  return sorted.order;
}

function sortByDigit(order: Positions, keys: Float64Array<ArrayBuffer>, least: number, unit: number) {
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
