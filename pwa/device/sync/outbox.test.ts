import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/commands.ts";
import { locations } from "../../../shared/domain/locations.ts";
import type { Entry } from "./entry.ts";
import { type CommandList, prepare, squash } from "./outbox.ts";

const aircraftId = "018f0000-0000-7000-8000-000000000001";
const listing = { name: "Archer", make: "Piper", model: "PA-28", location: locations[0] };
let seq = 0;

function entry(name: string, input: unknown, more: Partial<Entry> = {}): Entry {
  const id = `018f0000-0000-7000-8000-1${String(++seq).padStart(11, "0")}`;
  return { ...prepare(commands, name, input, { newId: () => id, at: "" }), seq, ...more };
}

function meet(earlier: Entry[], later: Entry) {
  return squash(earlier, later, commands);
}

describe("two waiting commands that can be one", () => {
  test("every rule names an earlier command that exists, may wait and shares the lane", () => {
    const list: CommandList = commands;
    for (const [name, command] of Object.entries(list)) {
      for (const earlier of Object.keys((command.offline && command.squash) || {})) {
        expect(list[earlier]?.offline, `${name} after ${earlier}`).toBe(true);
      }
    }
  });

  test("an edit joins the listing that was never sent", () => {
    const created = entry("aircraft.create", listing);
    const found = meet([created], entry("aircraft.update", { id: created.id, hourlyRate: 210 }));
    expect(found).toMatchObject({
      kind: "merge",
      into: { id: created.id, name: "aircraft.create", input: { name: "Archer", hourlyRate: 210, id: created.id } },
    });
  });

  test("an edit joins an edit; of each field the oldest base stays", () => {
    const first = entry(
      "aircraft.update",
      { id: aircraftId, hourlyRate: 150 },
      { base: { rev: 4, values: { hourlyRate: 140 } } },
    );
    const second = entry(
      "aircraft.update",
      { id: aircraftId, hourlyRate: 160, seats: 2 },
      { base: { rev: 4, values: { hourlyRate: 150, seats: 4 } } },
    );
    expect(meet([first], second)).toMatchObject({
      kind: "merge",
      into: { input: { hourlyRate: 160, seats: 2 }, base: { rev: 4, values: { hourlyRate: 140, seats: 4 } } },
    });
  });

  test("of a heart tapped on and off the last stays", () => {
    const on = entry("favorites.add", { aircraftId });
    expect(meet([on], entry("favorites.remove", { aircraftId }))).toEqual({ kind: "replace", gone: [on] });
  });

  test("a listing made and deleted before it was sent never was", () => {
    const created = entry("aircraft.create", listing);
    const edited = entry("aircraft.update", { id: created.id, seats: 2 });
    const found = meet([created, edited], entry("aircraft.delete", { id: created.id }));
    expect(found).toEqual({ kind: "cancel", gone: [created, edited] });
  });

  test("[R7] nothing joins an entry that a request carried, nor one the person has to decide", () => {
    const edit = (state: Partial<Entry>) => entry("aircraft.update", { id: aircraftId, seats: 2 }, state);
    const later = entry("aircraft.update", { id: aircraftId, seats: 3 });
    expect(meet([edit({ sent: true, state: "queued" })], later)).toEqual({ kind: "append" });
    expect(meet([edit({ sent: true, state: "sending" })], later)).toEqual({ kind: "append" });
    expect(meet([edit({ state: "attention" })], later)).toEqual({ kind: "append" });
  });

  test("an edit that waits for another record is not merged, so no two entries wait for each other", () => {
    const created = entry("aircraft.create", listing);
    const later = entry("aircraft.update", { id: created.id, seats: 3 }, { waitsFor: [created.id, "a picture"] });
    expect(meet([created], later)).toEqual({ kind: "append" });
  });
});
