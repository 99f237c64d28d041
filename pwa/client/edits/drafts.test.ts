// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeStaleEntryDrafts, storeDraft, storedDraft, entryDraftSubject } from "./drafts.ts";

type Note = { text: string };
const isNote = ({ text }: Partial<Note>) => typeof text === "string";
const stored = (userId: string, about: string) => storedDraft<Note>("note", userId, about, isNote)?.text ?? null;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("[R13] is stored per user and subject, under a key that contains the user id", () => {
  storeDraft("note", "anna", "one", { text: "Hello" });
  expect([stored("anna", "one"), stored("anna", "two"), stored("ben", "one")]).toEqual(["Hello", null, null]);
  expect(Object.keys(localStorage)).toEqual([expect.stringContaining("anna")]);
  storeDraft("note", "anna", "one", null);
  expect(localStorage).toHaveLength(0);
});

it("is null when it cannot be read", () => {
  storeDraft("note", "anna", "one", { text: 1 });
  expect(stored("anna", "one")).toBeNull();
  localStorage.setItem("note-draft:anna:one", "{");
  expect(stored("anna", "one")).toBeNull();
  vi.stubGlobal("localStorage", {
    setItem() {
      throw new DOMException("Full", "QuotaExceededError");
    },
  });
  expect(storeDraft("note", "anna", "one", { text: "Hello" })).toBe(false);
});

it("is removed with the entry it edits", () => {
  for (const [userId, about] of [
    ["anna", entryDraftSubject("sent")],
    ["anna", entryDraftSubject("waiting")],
    ["anna", "new"],
    ["ben", entryDraftSubject("sent")],
  ] as const)
    storeDraft("note", userId, about, { text: about });
  removeStaleEntryDrafts("anna", ["waiting"]);
  expect(stored("anna", entryDraftSubject("sent"))).toBeNull();
  expect([
    stored("anna", entryDraftSubject("waiting")),
    stored("anna", "new"),
    stored("ben", entryDraftSubject("sent")),
  ]).not.toContain(null);
});
