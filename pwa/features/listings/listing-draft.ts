// What was typed into a listing's form and not sent: kept on this device for each person, also over a reload.
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { ListingValues } from "./listing-values.ts";

export type ListingDraft = {
  values: ListingValues;
  /** The listing as the screen showed it when the typing began: what an edit is measured against. */
  shown: Aircraft | null;
};

/** `about` is the listing's id, or "new". A log-out removes what has the person's id in its key. */
function keyOf(userId: string, about: string): string {
  return `listing-draft:${userId}:${about}`;
}

export function keptDraft(userId: string, about: string): ListingDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId, about)) ?? "null") as ListingDraft | null;
    return kept && Array.isArray(kept.values?.images) ? kept : null;
  } catch {
    return null;
  }
}

/** Null forgets it. False when the browser keeps nothing: then a draft lasts as long as the form. */
export function keepDraft(userId: string, about: string, draft: ListingDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(keyOf(userId, about), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(userId, about));
    return true;
  } catch {
    return false;
  }
}
