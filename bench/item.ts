// One measured figure and how it is shown.

export type Figure = {
  /** Item of the performance goals, such as `B1` or `W1`. */
  item: string;
  what: string;
  value: number;
  unit: string;
  /** The raw limit of the same work, measured in the same run and unit. */
  limit?: number;
  /** Words: what an item must show, and where it is going. */
  bar?: string;
  goal?: string;
};

export type Bench = {
  /** Named on the command line: `npm run bench -- bundle`. */
  name: string;
  run(): Promise<Figure[]>;
};

/** The middle value. Throws on an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share (0 to 1) of the values lies. Throws on an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error("No values to take a quantile of.");
  return value;
}
