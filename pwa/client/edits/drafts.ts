// What was typed into a form and not sent: kept on this device for each person, also over a reload.
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

/** A log-out removes what has the person's id in its key. */
function keyOf(form: string, userId: string, about: string): string {
  return `${form}-draft:${userId}:${about}`;
}

/** What a draft is about that changes an entry of the outbox instead of making one. */
export function ofEntry(entryId: string): string {
  return `entry-${entryId}`;
}

/**
 * What was typed into a form about something; null when nothing was, or when `isDraft` says that it is none, such as one
 * that an older version of the form wrote.
 */
export function keptDraft<Draft extends object>(
  form: string,
  userId: string,
  about: string,
  isDraft: (kept: Partial<Draft>) => boolean,
): Draft | null {
  const isKept = (value: unknown): value is Draft => isObject(value) && isDraft(value as Partial<Draft>);
  return deviceStorage.json(keyOf(form, userId, about), isKept);
}

/** Null forgets it. False when the browser keeps nothing: then a draft lasts as long as the form. */
export function keepDraft(form: string, userId: string, about: string, draft: object | null): boolean {
  return deviceStorage.setJson(keyOf(form, userId, about), draft);
}

/** Forgets changes to entries that are not in the outbox any more: there is nothing left to change. */
export function forgetEntryDrafts(userId: string, entryIds: readonly string[]): void {
  const start = `-draft:${userId}:${ofEntry("")}`;
  for (const key of deviceStorage.keys()) {
    const [form, entryId] = key.split(start);
    if (form && entryId && !entryIds.includes(entryId)) deviceStorage.setText(key, null);
  }
}
