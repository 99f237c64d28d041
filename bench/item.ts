// A measured value and its display.

export type Measurement = {
  /** Item of the performance goals, such as `B1` or `W1`. */
  item: string;
  what: string;
  value: number;
  unit: string;
  /** The limit: the same work without the product, measured in the same run and unit. */
  limit?: number;
  /** The bar and the goal of the item, as text. */
  bar?: string;
  goal?: string;
};

export type Bench = {
  /** Name on the command line: `npm run bench -- bundle`. */
  name: string;
  run(): Promise<Measurement[]>;
};

/** The median. @throws on an empty list */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile for a share (0 to 1). @throws on an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error("No values to take a quantile of.");
  return value;
}
