// Which rows of a long list are rendered. All rows are assumed as high as the first one; the browser corrects small differences.

/** A list this long is rendered whole: every row is found by the browser's own search. */
const WHOLE = 100;
/** Rows before the first measurement, and beside the view. */
const FIRST = 24;
const MARGIN = 12;

export type RowRange = { /** Inclusive. */ first: number; /** Exclusive. */ last: number };

/** `top`: how far the list is scrolled, `height`: of its view, `row`: of a row, 0 while unknown; all in pixels. */
export function rowsInView(
  count: number,
  { top, height, row }: { top: number; height: number; row: number },
): RowRange {
  if (count <= WHOLE) return { first: 0, last: count };
  if (row === 0) return { first: 0, last: FIRST };
  const first = Math.max(0, Math.min(Math.floor(top / row) - MARGIN, count - FIRST));
  return { first, last: Math.min(count, Math.ceil((top + height) / row) + MARGIN) };
}
