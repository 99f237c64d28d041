// Sorting by digits of 16 bits: for 100,000 cards several times faster than comparing, and it never compares wrongly.

const DIGIT = 65_536;

/** Digits of a whole number that is not negative, lowest first, as many as a 32-bit number has. */
export const digitsOf32 = [(key: number) => key % DIGIT, (key: number) => Math.floor(key / DIGIT)] as const;

/** The same for 48 bits. */
export const digitsOf48 = [
  (key: number) => key % DIGIT,
  (key: number) => Math.floor(key / DIGIT) % DIGIT,
  (key: number) => Math.floor(key / (DIGIT * DIGIT)),
] as const;

/** Orders positions by one digit, lowest first; positions with the same digit keep their order. */
export function sortByDigit(
  order: Uint32Array<ArrayBuffer>,
  digitAt: (position: number) => number,
): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(DIGIT + 1);
  for (const position of order) counts[digitAt(position) + 1]! += 1;
  for (let digit = 0; digit < DIGIT; digit++) counts[digit + 1]! += counts[digit]!;
  const sorted = new Uint32Array(order.length);
  for (const position of order) {
    const digit = digitAt(position);
    sorted[counts[digit]!] = position;
    counts[digit]! += 1;
  }
  return sorted;
}
