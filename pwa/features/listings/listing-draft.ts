// The unsent content of a listing form.
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { storeDraft, storedDraft } from "../../client/edits/drafts.ts";
import type { ListingValues } from "./listing-values.ts";

export type ListingDraft = {
  values: ListingValues;
  /** The listing as shown when the user began to type: the base of the edit. */
  shown: Aircraft | null;
};

/** `about` is the listing's id, "new", or the key of an entry's draft. */
export function storedListingDraft(userId: string, about: string): ListingDraft | null {
  return storedDraft<ListingDraft>("listing", userId, about, ({ values }) => Array.isArray(values?.images));
}

/** Null removes the draft. Returns false when the browser stores nothing; the draft then ends with the form. */
export function storeListingDraft(userId: string, about: string, draft: ListingDraft | null): boolean {
  return storeDraft("listing", userId, about, draft);
}
