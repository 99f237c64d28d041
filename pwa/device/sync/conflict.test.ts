import { describe, expect, test } from "vitest";
import { baseOf, changedFields, conflictsOf, resolved } from "./conflict.ts";
import type { Entry } from "./entry.ts";

const shown = { id: "a1", rev: 7, hourlyRate: 150, seats: 4, images: ["/objects/1"], waiting: "pending" };

function refusedEdit(input: Record<string, unknown>, fields: Record<string, unknown>): Entry {
  return {
    seq: 1,
    id: "e1",
    name: "aircraft.update",
    lane: "aircraft:a1",
    input,
    base: { rev: 7, values: { hourlyRate: 150, seats: 4 } },
    at: "",
    state: "attention",
    sent: true,
    waitsFor: [],
    accidents: 0,
    refusal: { code: "conflict", message: "Choose.", fields },
  };
}

describe("edits by field", () => {
  test("carry what was changed, and what the screen showed of it; lists are one field", () => {
    const form = { hourlyRate: 160, seats: 4, images: ["/objects/1"], name: undefined };
    expect(changedFields(shown, form)).toEqual({ hourlyRate: 160 });
    expect(changedFields(shown, { images: ["/objects/2", "/objects/1"] })).toEqual({
      images: ["/objects/2", "/objects/1"],
    });
    expect(baseOf(shown, { hourlyRate: 160, notes: "new" })).toEqual({ rev: 7, values: { hourlyRate: 150 } });
  });

  test("[R16] a conflict is settled by the person's choice, never by a time", () => {
    const entry = refusedEdit(
      { id: "a1", hourlyRate: 160, seats: 2 },
      { hourlyRate: { base: 150, theirs: 170, yours: 160 }, seats: { base: 4, theirs: 6, yours: 2 } },
    );
    expect(conflictsOf(entry).map(({ field, theirs }) => [field, theirs])).toEqual([
      ["hourlyRate", 170],
      ["seats", 6],
    ]);
    expect(resolved(entry, { hourlyRate: "yours", seats: "theirs" })).toEqual({
      input: { id: "a1", hourlyRate: 160 },
      base: { rev: 7, values: { hourlyRate: 170 } },
    });
    expect(resolved(entry, { hourlyRate: "theirs", seats: "theirs" })).toBeNull();
  });

  test("any other refusal holds no conflict", () => {
    const entry = refusedEdit({ id: "a1" }, {});
    expect(conflictsOf({ ...entry, refusal: { code: "aircraft-not-found", message: "Gone." } })).toEqual([]);
  });
});
