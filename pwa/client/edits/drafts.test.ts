// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetEntryDrafts, keepDraft, keptDraft, ofEntry } from "./drafts.ts";

type Note = { text: string };
const isNote = ({ text }: Partial<Note>) => typeof text === "string";
const kept = (userId: string, about: string) => keptDraft<Note>("note", userId, about, isNote)?.text ?? null;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("[R13] is kept for one person and one thing, under a key that names the person", () => {
  keepDraft("note", "anna", "one", { text: "Hello" });
  expect([kept("anna", "one"), kept("anna", "two"), kept("ben", "one")]).toEqual(["Hello", null, null]);
  expect(Object.keys(localStorage)).toEqual([expect.stringContaining("anna")]);
  keepDraft("note", "anna", "one", null);
  expect(localStorage).toHaveLength(0);
});

it("is nothing when it cannot be read", () => {
  keepDraft("note", "anna", "one", { text: 1 });
  expect(kept("anna", "one")).toBeNull();
  localStorage.setItem("note-draft:anna:one", "{");
  expect(kept("anna", "one")).toBeNull();
  vi.stubGlobal("localStorage", {
    setItem() {
      throw new DOMException("Full", "QuotaExceededError");
    },
  });
  expect(keepDraft("note", "anna", "one", { text: "Hello" })).toBe(false);
});

it("goes with the entry it changes, and with no other one", () => {
  for (const [userId, about] of [
    ["anna", ofEntry("sent")],
    ["anna", ofEntry("waiting")],
    ["anna", "new"],
    ["ben", ofEntry("sent")],
  ] as const)
    keepDraft("note", userId, about, { text: about });
  forgetEntryDrafts("anna", ["waiting"]);
  expect(kept("anna", ofEntry("sent"))).toBeNull();
  expect([kept("anna", ofEntry("waiting")), kept("anna", "new"), kept("ben", ofEntry("sent"))]).not.toContain(null);
});
