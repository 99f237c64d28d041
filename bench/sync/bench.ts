// Measures W2 to W5b: changes that reach a connected phone, a long outbox, concurrent conversations, idle lines, and reconnecting phones.
import type { Bench } from "../item.ts";
import { changes, longQueue } from "./changes.ts";
import { idleLines, reconnect } from "./lines.ts";
import { replay } from "../browser/replay.ts";
import { pairsOf } from "./pairs.ts";
import { atPlace } from "./place.ts";

const items = {
  "reconnecting phones": reconnect,
  "changes to a connected phone": changes,
  "a long outbox": replay,
  "a long outbox, the server's part": longQueue,
  "twenty conversations": pairsOf(1),
  "twenty conversations, ten in flight": pairsOf(10),
};

/** Memory does not depend on what else runs. */
export const memory: Bench = { run: () => atPlace(idleLines) };

export const sync: Bench = {
  run: (part) =>
    atPlace(async (place) => {
      for (const [about, item] of Object.entries(items)) await part(about, () => item(place));
      return [];
    }),
};
