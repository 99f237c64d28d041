// All benchmarks, in the order of a whole run: those that a busy machine disturbs most come first.
import type { Bench } from "./item.ts";

type Listed = {
  /** Name on the command line: `npm run bench -- bundle`. */
  name: string;
  /** A process loads only its own benchmark: all together take more than two seconds. */
  load: () => Promise<Bench>;
  /** A whole run leaves it out; it runs when it is named. */
  isOptional?: true;
  /** Minutes after which it has failed; 5 unless it says more. */
  mostMinutes?: number;
};

export const benches: readonly Listed[] = [
  { name: "bundle", load: async () => (await import("./browser/bundle.ts")).bundle },
  { name: "lighthouse", load: async () => (await import("./browser/lighthouse.ts")).lighthouseScores },
  // Starts of a slow machine need six minutes.
  { name: "browser", load: async () => (await import("./browser/catalogue.ts")).browserCatalogue, mostMinutes: 10 },
  { name: "journeys", load: async () => (await import("./browser/journeys.ts")).journeys },
  { name: "taps", load: async () => (await import("./browser/taps.ts")).taps },
  { name: "day", load: async () => (await import("./browser/day.ts")).day },
  { name: "catalogue", load: async () => (await import("./catalogue-reads.ts")).catalogueReads },
  { name: "sync", load: async () => (await import("./sync/bench.ts")).sync },
  { name: "kills", load: async () => (await import("./kills.ts")).kills },
  { name: "full-exchange", load: async () => (await import("./full-exchange.ts")).fullExchange },
  { name: "searches", load: async () => (await import("./searches.ts")).searches },
  { name: "bookings", load: async () => (await import("./bookings.ts")).bookings },
  { name: "fleet", load: async () => (await import("./browser/fleet-board.ts")).fleetBoard },
  { name: "airfields", load: async () => (await import("./airfields.ts")).airfields },
  { name: "map", load: async () => (await import("./browser/map-frames.ts")).mapFrames },
  { name: "overload", load: async () => (await import("./overload.ts")).overload },
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
