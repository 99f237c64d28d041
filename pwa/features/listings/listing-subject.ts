// What a listing's form is about: a new aircraft, one that is there, or what waits or was refused.
import type { Aircraft, ListingInput } from "../../../shared/domain/aircraft.ts";
import { ofEntry } from "../../client/edits/drafts.ts";
import { ownAircraft, waitingEntry } from "../../client/listings/listings.ts";
import { keptDraft } from "./listing-draft.ts";
import { newListing, valuesOf, type ListingValues } from "./listing-values.ts";

export type Subject = {
  kind: "new" | "edit";
  /** The listing as the screen showed it; null for one that is nowhere yet. */
  shown: Aircraft | null;
  /** What the form starts with. */
  start: ListingValues;
  /** What it would start with if nothing had been typed before. */
  untouched: ListingValues;
  /** The entry that carries it already: what is saved takes its place. */
  entryId: string | null;
  /** Name of the draft. */
  draft: string;
  /** What was typed earlier is back. */
  isDraft: boolean;
};

type Plain = Omit<Subject, "start" | "isDraft">;

function withDraft(userId: string, subject: Plain): Subject {
  const kept = keptDraft(userId, subject.draft);
  if (!kept) return { ...subject, start: subject.untouched, isDraft: false };
  // What was typed stays measured against what the screen showed then.
  const shown = subject.shown && kept.shown;
  return { ...subject, ...(shown ? { shown, untouched: valuesOf(shown) } : {}), start: kept.values, isDraft: true };
}

export function newSubject(userId: string): Subject {
  const untouched = newListing(new Date().getFullYear());
  return withDraft(userId, { kind: "new", shown: null, untouched, entryId: null, draft: "new" });
}

export function editSubject(userId: string, shown: Aircraft): Subject {
  return withDraft(userId, { kind: "edit", shown, untouched: valuesOf(shown), entryId: null, draft: shown.id });
}

/** Null when the entry is gone, for it was sent or discarded meanwhile; `conflict` when the person has to choose first. */
export async function entrySubject(userId: string, entryId: string): Promise<Subject | "conflict" | null> {
  const entry = await waitingEntry(entryId);
  if (entry?.refusal?.code === "conflict") return "conflict";
  const draft = ofEntry(entryId);
  if (entry?.name === "aircraft.create") {
    const untouched = valuesOf(entry.input as ListingInput);
    return withDraft(userId, { kind: "new", shown: null, untouched, entryId, draft });
  }
  if (entry?.name !== "aircraft.update") return null;
  const row = await ownAircraft(String(entry.input["id"]));
  if (!row) return null;
  // Measured against what the screen showed when it was changed.
  const shown = { ...row, ...entry.base?.values };
  const subject = withDraft(userId, { kind: "edit", shown, untouched: valuesOf(shown), entryId, draft });
  return subject.isDraft ? subject : { ...subject, start: valuesOf({ ...row, ...entry.input }) };
}
