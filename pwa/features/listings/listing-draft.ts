// What was typed into a listing's form and not sent.
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { keepDraft as keep, keptDraft as kept } from "../../client/edits/drafts.ts";
import type { ListingValues } from "./listing-values.ts";

export type ListingDraft = {
  values: ListingValues;
  /** The listing as the screen showed it when the typing began: what an edit is measured against. */
  shown: Aircraft | null;
};

/** `about` is the listing's id, "new", or what an entry's draft is called. */
export function keptDraft(userId: string, about: string): ListingDraft | null {
  return kept<ListingDraft>("listing", userId, about, ({ values }) => Array.isArray(values?.images));
}

/** Null forgets it. False when the browser keeps nothing: then a draft lasts as long as the form. */
export function keepDraft(userId: string, about: string, draft: ListingDraft | null): boolean {
  return keep("listing", userId, about, draft);
}
