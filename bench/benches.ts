// All benchmarks, in the order of a whole run: those that a busy machine disturbs most come first. Each is loaded only where it runs.
import type { Bench } from "./item.ts";

type Listed = {
  /** Name on the command line: `npm run bench -- bundle`. */
  name: string;
  load(): Promise<Bench>;
  /** A whole run leaves it out; it runs when it is named. */
  isOptional?: true;
  /** Its figures are bytes, counts, memory or processor time, which do not change when others run beside it. */
  isShared?: true;
  /** Minutes after which it has failed; 5 unless it says more. */
  mostMinutes?: number;
};

export const benches: readonly Listed[] = [
  { name: "lighthouse", load: async () => (await import("./browser/lighthouse.ts")).lighthouseScores },
  // Starts of a slow machine need six minutes.
  { name: "browser", load: async () => (await import("./browser/catalogue.ts")).browserCatalogue, mostMinutes: 10 },
  { name: "journeys", load: async () => (await import("./browser/journeys.ts")).journeys },
  { name: "taps", load: async () => (await import("./browser/taps.ts")).taps },
  { name: "catalogue", load: async () => (await import("./catalogue-reads.ts")).catalogueReads },
  { name: "sync", load: async () => (await import("./sync/bench.ts")).sync },
  { name: "full-exchange", load: async () => (await import("./full-exchange.ts")).fullExchange },
  { name: "searches", load: async () => (await import("./searches.ts")).searches },
  { name: "bookings", load: async () => (await import("./bookings.ts")).bookings },
  { name: "fleet", load: async () => (await import("./browser/fleet-board.ts")).fleetBoard },
  { name: "airfields", load: async () => (await import("./airfields.ts")).airfields },
  { name: "overload", load: async () => (await import("./overload.ts")).overload },
  { name: "map", load: async () => (await import("./browser/map-frames.ts")).mapFrames, isShared: true },
  { name: "memory", load: async () => (await import("./browser/memory.ts")).memory, isShared: true },
  { name: "day", load: async () => (await import("./browser/day.ts")).day, isShared: true },
  { name: "lines", load: async () => (await import("./sync/lines.ts")).lines, isShared: true },
  { name: "bundle", load: async () => (await import("./browser/bundle.ts")).bundle, isShared: true },
  { name: "kills", load: async () => (await import("./kills.ts")).kills, isShared: true },
  {
    name: "ten-minutes",
    load: async () => (await import("./browser/memory.ts")).tenMinutes,
    isOptional: true,
    isShared: true,
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
