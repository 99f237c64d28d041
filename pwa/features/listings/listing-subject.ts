// The subject of a listing form: a new aircraft, an existing one, or a waiting or refused command.
import type { Aircraft, ListingInput } from "../../../shared/domain/aircraft.ts";
import { entryDraftSubject } from "../../client/edits/drafts.ts";
import { ownAircraft, waitingEntry, waitingNotes } from "../../client/listings/listings.ts";
import { commandText } from "../../client/sync/queue-texts.ts";
import { storedListingDraft } from "./listing-draft.ts";
import { newListing, valuesOf, type ListingValues } from "./listing-values.ts";

export type ListingSubject = {
  kind: "new" | "edit";
  /** The listing as the screen showed it; null for a new one. */
  shown: Aircraft | null;
  /** Initial values of the form. */
  start: ListingValues;
  /** Initial values without a draft. */
  untouched: ListingValues;
  /** The outbox entry that already has this edit; saving replaces it. */
  entryId: string | null;
  /** Key of the draft. */
  draft: string;
  /** The form starts from an earlier draft. */
  isDraft: boolean;
};

type Plain = Omit<ListingSubject, "start" | "isDraft">;

function withDraft(userId: string, subject: Plain): ListingSubject {
  const draft = storedListingDraft(userId, subject.draft);
  if (!draft) return { ...subject, start: subject.untouched, isDraft: false };
  // A draft keeps its base: the values shown when the user began to type.
  const shown = subject.shown && draft.shown;
  const untouched = shown ? valuesOf(shown) : subject.untouched;
  const start = withNewerFields(draft.values, untouched);
  return { ...subject, ...(shown ? { shown } : {}), untouched, start, isDraft: true };
}

/** A draft of the previous version has no airport and no terms: they stay as they are, but at another location its main airport counts. */
function withNewerFields(draft: ListingValues, untouched: ListingValues): ListingValues {
  const { airport, ...others } = untouched;
  return { ...(draft.location === untouched.location ? { airport } : {}), ...others, ...draft };
}

export function newSubject(userId: string): ListingSubject {
  const untouched = newListing(new Date().getFullYear());
  return withDraft(userId, { kind: "new", shown: null, untouched, entryId: null, draft: "new" });
}

/** A row that was stored before its owner wrote access notes has none. */
const withNotes = (shown: Aircraft): Aircraft => ({ ...shown, accessNotes: shown.accessNotes ?? null });

export function editSubject(userId: string, plane: Aircraft): ListingSubject {
  const shown = withNotes(plane);
  return withDraft(userId, { kind: "edit", shown, untouched: valuesOf(shown), entryId: null, draft: shown.id });
}

/** Null when the entry was sent or discarded meanwhile; `conflict` when the user must first resolve one. */
export async function entrySubject(userId: string, entryId: string): Promise<ListingSubject | "conflict" | null> {
  const entry = await waitingEntry(entryId);
  if (entry?.refusal?.code === "conflict") return "conflict";
  const draft = entryDraftSubject(entryId);
  const { form, isNew } = commandText(entry?.name ?? "") ?? {};
  if (!entry || form !== "listing") return null;
  if (isNew) {
    const input = entry.input as ListingInput;
    // The previous version stored them in the listing.
    const accessNotes = (await waitingNotes(entryId)) ?? input.accessNotes;
    const untouched = valuesOf({ ...input, accessNotes });
    return withDraft(userId, { kind: "new", shown: null, untouched, entryId, draft });
  }
  const row = await ownAircraft(String(entry.input["id"]));
  if (!row) return null;
  // The base of the edit: the values shown when the user made it.
  const shown = withNotes({ ...row, ...entry.base?.values });
  const subject = withDraft(userId, { kind: "edit", shown, untouched: valuesOf(shown), entryId, draft });
  return subject.isDraft ? subject : { ...subject, start: valuesOf({ ...row, ...entry.input }) };
}
