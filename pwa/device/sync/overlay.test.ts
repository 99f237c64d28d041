import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/commands.ts";
import type { Entry } from "./entry.ts";
import { effectsOn, layOn } from "./overlay.ts";
import type { Row } from "./ports.ts";
import { prepare } from "./prepare.ts";

const me = "018f0000-0000-7000-8000-00000000000a";
const aircraftId = "018f0000-0000-7000-8000-000000000001";
let seq = 0;

function entry(name: string, input: unknown, more: Partial<Entry> = {}): Entry {
  const id = `018f0000-0000-7000-8000-2${String(++seq).padStart(11, "0")}`;
  return { ...prepare(commands, name, input, { newId: () => id, at: "2026-11-21T10:00:00.000Z" }), seq, ...more };
}

function show(entity: string, rows: Row[], key: string, entries: Entry[]) {
  return [
    ...layOn(new Map(rows.map((row) => [String(row[key]), row])), effectsOn(entity, entries, commands, me)).values(),
  ];
}

describe("the screen", () => {
  test("[R10] shows a heart tapped offline, waiting", () => {
    const tapped = entry("favorites.add", { aircraftId });
    expect(show("favorites", [], "aircraftId", [tapped])).toEqual([
      {
        id: tapped.id,
        userId: me,
        aircraftId,
        createdAt: "2026-11-21T10:00:00.000Z",
        waiting: "pending",
        entryIds: [tapped.id],
      },
    ]);
  });

  test("[R11] keeps what the server said once it is there, still waiting for the outcome", () => {
    const tapped = entry("favorites.add", { aircraftId });
    const row = { id: tapped.id, userId: me, aircraftId, createdAt: "2026-11-21T09:59:58.000Z" };
    expect(show("favorites", [row], "aircraftId", [tapped])).toMatchObject([{ ...row, waiting: "pending" }]);
  });

  test("[R10] lays edits over a listing in the order queued, laying them twice changes nothing", () => {
    const edits = [{ seats: 2 }, { seats: 3, hourlyRate: 99 }].map((change) =>
      entry("aircraft.update", { id: aircraftId, ...change }),
    );
    const row = { id: aircraftId, seats: 4, hourlyRate: 150 };
    const once = show("aircraft", [row], "id", edits);
    expect(once).toMatchObject([{ seats: 3, hourlyRate: 99, waiting: "pending", entryIds: edits.map(({ id }) => id) }]);
    expect(show("aircraft", [{ ...row, seats: 3, hourlyRate: 99 }], "id", edits)).toEqual(once);
  });

  test("marks a refused edit and leaves the listing as it is; hides nothing for a refused delete", () => {
    const refused = entry("aircraft.update", { id: aircraftId, seats: 2 }, { state: "attention" });
    const kept = entry("aircraft.delete", { id: aircraftId }, { state: "attention" });
    expect(show("aircraft", [{ id: aircraftId, seats: 4 }], "id", [refused, kept])).toMatchObject([
      { seats: 4, waiting: "attention", entryIds: [refused.id, kept.id] },
    ]);
  });

  test("says when something is held back", () => {
    const parked = entry("favorites.remove", { aircraftId }, { state: "parked", reason: "upgrade" });
    const again = entry("favorites.add", { aircraftId }, { state: "parked", reason: "upgrade" });
    expect(show("favorites", [{ aircraftId }], "aircraftId", [parked])).toEqual([]);
    expect(show("favorites", [{ aircraftId }], "aircraftId", [parked, again])).toMatchObject([{ waiting: "parked" }]);
  });
});
