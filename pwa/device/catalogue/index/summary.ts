// Computes counts over the whole catalogue of a device, regardless of the filter.
import type { Manifest } from "../../../../shared/sync.ts";
import type { Bucket } from "../buckets.ts";
import type { CatalogueSummary } from "../catalogue.ts";
import type { SearchIndex } from "./search.ts";

type SummaryInput = { manifest: Manifest | null; buckets: ReadonlyMap<string, Bucket>; index: SearchIndex };

/** Counts the held cards and the listed cards that are not held. Those of `hidden` owners do not count. */
export function summarise(
  { manifest, buckets, index }: SummaryInput,
  rest: Pick<CatalogueSummary, "isWhole" | "asOf" | "storageTrouble">,
  hidden: ReadonlySet<string>,
): CatalogueSummary {
  const listed = manifest?.buckets ?? [];
  const { priceRange } = index;
  const { size, typeCounts } = index.countsWithout(hidden);
  const missing = listed.filter(({ bucket }) => !buckets.has(bucket));
  const held = [...buckets.values()].filter(({ packs }) => packs.length > 0);
  const locations = new Set([...held, ...listed].map(({ location }) => location));
  return {
    ...rest,
    rows: size,
    total: missing.reduce((total, { rows }) => total + rows, size),
    locations: [...locations].sort(),
    typeCounts,
    priceRange,
  };
}
