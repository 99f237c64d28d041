// All benchmarks, in the order of a whole run.
import type { Bench } from "./item.ts";

type Listed = {
  /** Name on the command line: `npm run bench -- bundle`. */
  name: string;
  /** A process loads only its own benchmark: all together take more than two seconds. */
  load: () => Promise<Bench>;
  /** A whole run leaves it out; it runs when it is named. */
  isOptional?: true;
  /** Of a feature: `npm run bench -- features` runs it, with the others of features. */
  isOfFeature?: true;
  /** Minutes after which it has failed; 5 unless it says more. */
  mostMinutes?: number;
  /**
   * Counts and processor time do not depend on what else runs. It runs beside the benchmarks that measure no time, which are first; those
   * that do wait until it says that it idles.
   */
  isBeside?: true;
  /** Measures no time: it may run beside another. */
  isTimeless?: true;
};

export const benches: readonly Listed[] = [
  { name: "day", load: async () => (await import("./browser/day.ts")).day, isBeside: true },
  { name: "bundle", load: async () => (await import("./browser/bundle.ts")).bundle, isTimeless: true },
  { name: "kills", load: async () => (await import("./kills.ts")).kills, isTimeless: true },
  { name: "memory", load: async () => (await import("./sync/bench.ts")).memory, isTimeless: true },
  { name: "lighthouse", load: async () => (await import("./browser/lighthouse.ts")).lighthouseScores },
  // Starts of a slow machine need six minutes.
  { name: "browser", load: async () => (await import("./browser/catalogue.ts")).browserCatalogue, mostMinutes: 10 },
  { name: "journeys", load: async () => (await import("./browser/journeys.ts")).journeys },
  {
    name: "slow-journeys",
    load: async () => (await import("./browser/journeys.ts")).slowJourneys,
    isOptional: true,
  },
  { name: "taps", load: async () => (await import("./browser/taps.ts")).taps },
  { name: "catalogue", load: async () => (await import("./catalogue-reads.ts")).catalogueReads },
  { name: "sync", load: async () => (await import("./sync/bench.ts")).sync },
  { name: "full-exchange", load: async () => (await import("./full-exchange.ts")).fullExchange, isOfFeature: true },
  { name: "searches", load: async () => (await import("./searches.ts")).searches, isOfFeature: true },
  { name: "bookings", load: async () => (await import("./bookings.ts")).bookings, isOfFeature: true },
  { name: "fleet", load: async () => (await import("./browser/fleet-board.ts")).fleetBoard, isOfFeature: true },
  { name: "airfields", load: async () => (await import("./airfields.ts")).airfields, isOfFeature: true },
  { name: "map", load: async () => (await import("./browser/map-frames.ts")).mapFrames, isOfFeature: true },
  { name: "overload", load: async () => (await import("./overload.ts")).overload, isOfFeature: true },
  {
    name: "ten-minutes",
    load: async () => (await import("./browser/ten-minutes.ts")).tenMinutes,
    isOptional: true,
    mostMinutes: 15,
  },
  {
    name: "full-phone",
    load: async () => (await import("./browser/full-phone.ts")).fullPhone,
    isOptional: true,
    mostMinutes: 10,
  },
  { name: "scale", load: async () => (await import("./sync/scale.ts")).scale, isOptional: true, mostMinutes: 8 },
];
