// Stores unsent text of forms on this device for each user, so it survives a reload.
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** Sign-out removes every key that contains the user id. */
function keyOf(form: string, userId: string, about: string): string {
  return `${form}-draft:${userId}:${about}`;
}

/** The subject of a draft that edits an outbox entry instead of creating one. */
export function entryDraftSubject(entryId: string): string {
  return `entry-${entryId}`;
}

/**
 * The stored draft of a form about a subject. Null without one, or when `isDraft` rejects it because an older version
 * wrote it.
 */
export function storedDraft<Draft extends object>(
  form: string,
  userId: string,
  about: string,
  isDraft: (stored: Partial<Draft>) => boolean,
): Draft | null {
  const isValid = (value: unknown): value is Draft => isObject(value) && isDraft(value as Partial<Draft>);
  return deviceStorage.json(keyOf(form, userId, about), isValid);
}

/** Null removes it. Returns false when the browser cannot store it; then a draft lasts as long as the form. */
export function storeDraft(form: string, userId: string, about: string, draft: object | null): boolean {
  return deviceStorage.setJson(keyOf(form, userId, about), draft);
}

/** Removes drafts of edits to entries that have left the outbox. */
export function removeStaleEntryDrafts(userId: string, entryIds: readonly string[]): void {
  const start = `-draft:${userId}:${entryDraftSubject("")}`;
  for (const key of deviceStorage.keys()) {
    const [form, entryId] = key.split(start);
    if (form && entryId && !entryIds.includes(entryId)) deviceStorage.setText(key, null);
  }
}
