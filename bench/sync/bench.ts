// Measures W2 to W5b: changes that reach a connected phone, a long outbox, concurrent conversations, idle lines, and many reconnecting phones.
import type { Bench } from "../item.ts";
import { changes, longQueue } from "./changes.ts";
import { idleLines, reconnect } from "./lines.ts";
import { pairsOf } from "./pairs.ts";
import { atPlace } from "./place.ts";

export const sync: Bench = {
  name: "sync",
  run: () =>
    atPlace(async (place) => {
      const measurements = [];
      for (const item of [idleLines, reconnect, changes, longQueue, pairsOf(1), pairsOf(10)])
        measurements.push(...(await item(place)));
      return measurements;
    }),
};
