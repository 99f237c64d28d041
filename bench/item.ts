// A measured value, and the bounds that it is compared with.

/** What a figure must reach: a number in the figure's unit, or a multiple of the limit. */
export type Bound = { sign: "≤" | "<" | "≥"; than: number; ofLimit: boolean };

export type Measurement = {
  /** Item of the performance goals, such as `B1` or `W1`. */
  item: string;
  what: string;
  value: number;
  unit: string;
  /** Lowest and highest round; `value` is the median of all. */
  spread?: [number, number];
  /** The limit: the same work without the product, measured in the same run and unit. */
  limit?: number;
  /** Parts of the figure by the step that they belong to. */
  where?: Record<string, number>;
  /** A missed bar fails the run. */
  bar?: Bound;
  /** Where the figure is going. */
  goal?: Bound;
};

/** Reports the figures of a part at once. A part that fails is named, and the next parts run. */
export type TakePart = (about: string, work: () => Promise<Measurement[]>) => Promise<void>;

export type Bench = {
  /** Resolves with the figures that no part has reported. One that runs beside others calls `idles` when it leaves the machine to them. */
  run(part: TakePart, idles: () => void): Promise<Measurement[]>;
};

export const atMost = (than: number): Bound => ({ sign: "≤", than, ofLimit: false });
export const below = (than: number): Bound => ({ sign: "<", than, ofLimit: false });
export const atLeast = (than: number): Bound => ({ sign: "≥", than, ofLimit: false });
export const atMostLimits = (than: number): Bound => ({ sign: "≤", than, ofLimit: true });
export const atLeastLimits = (than: number): Bound => ({ sign: "≥", than, ofLimit: true });

/** Whether a figure reaches a bound. @throws when the bound needs a limit that was not measured */
export function reaches({ item, value, limit }: Measurement, { sign, than, ofLimit }: Bound): boolean {
  if (ofLimit && limit === undefined) throw new Error(`${item} has no limit to compare with.`);
  const compared = ofLimit ? value / limit! : value;
  if (sign === "≥") return compared >= than;
  return sign === "<" ? compared < than : compared <= than;
}

/** One figure from its rounds: the median, the median limit, and the lowest and highest round. @throws on an empty list */
export function ofRounds(
  rounds: readonly number[],
  limits?: readonly number[],
): Pick<Measurement, "value" | "spread" | "limit"> {
  return {
    value: median(rounds),
    spread: [Math.min(...rounds), Math.max(...rounds)],
    ...(limits ? { limit: median(limits) } : {}),
  };
}

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
