import { describe, expect, it } from "vitest";
import { DomainError } from "../../shared/kit/errors.ts";
import { mergeFields } from "./field-merge.ts";

const current = { name: "Skyhawk", hourlyRate: 150, images: ["a", "b"], description: null };

function conflictsOf(merge: () => unknown): unknown {
  try {
    merge();
  } catch (error) {
    return error instanceof DomainError && error.code === "conflict" ? error.fields : error;
  }
  return null;
}

describe("edits by field", () => {
  it("apply fields that nobody else changed", () => {
    const base = { rev: 3, values: { hourlyRate: 150, images: ["a", "b"] } };
    expect(mergeFields(base, current, { hourlyRate: 160, images: ["b"] })).toEqual({ hourlyRate: 160, images: ["b"] });
  });

  it("need nothing where somebody else made the same change", () => {
    const base = { rev: 2, values: { hourlyRate: 140, images: [] } };
    expect(mergeFields(base, current, { hourlyRate: 150, images: ["a", "b"] })).toEqual({});
  });

  it("are refused where somebody else made another change, with base, theirs and yours", () => {
    const base = { rev: 2, values: { hourlyRate: 140, description: "old", name: "Skyhawk" } };
    const wanted = { hourlyRate: 160, description: "new", name: "Skylane" };
    expect(conflictsOf(() => mergeFields(base, current, wanted))).toEqual({
      hourlyRate: { base: 140, theirs: 150, yours: 160 },
      description: { base: "old", theirs: null, yours: "new" },
    });
  });

  it("overwrite fields without a base, as over REST", () => {
    expect(mergeFields(undefined, current, { hourlyRate: 160, name: undefined })).toEqual({ hourlyRate: 160 });
    expect(mergeFields({ rev: 2, values: {} }, current, { hourlyRate: 160 })).toEqual({ hourlyRate: 160 });
  });
});
