// All benchmarks, in the order of a whole run: those that a busy machine disturbs most come first.
import { airfields } from "./airfields.ts";
import { bookings } from "./bookings.ts";
import { bundle } from "./browser/bundle.ts";
import { browserCatalogue } from "./browser/catalogue.ts";
import { day } from "./browser/day.ts";
import { fleetBoard } from "./browser/fleet-board.ts";
import { fullPhone } from "./browser/full-phone.ts";
import { journeys } from "./browser/journeys.ts";
import { lighthouseScores } from "./browser/lighthouse.ts";
import { mapFrames } from "./browser/map-frames.ts";
import { taps } from "./browser/taps.ts";
import { tenMinutes } from "./browser/ten-minutes.ts";
import { catalogueReads } from "./catalogue-reads.ts";
import { fullExchange } from "./full-exchange.ts";
import type { Bench } from "./item.ts";
import { kills } from "./kills.ts";
import { overload } from "./overload.ts";
import { scale } from "./sync/scale.ts";
import { searches } from "./searches.ts";
import { sync } from "./sync/bench.ts";

export const benches: readonly Bench[] = [
  bundle,
  lighthouseScores,
  browserCatalogue,
  journeys,
  taps,
  day,
  catalogueReads,
  sync,
  kills,
  fullExchange,
  searches,
  bookings,
  fleetBoard,
  airfields,
  mapFrames,
  overload,
  tenMinutes,
  fullPhone,
  scale,
];
