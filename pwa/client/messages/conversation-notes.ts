// Stores notes about conversations on this device, per user: drafts, text that may not be in the outbox yet, and the
// other user's name.
import { deviceStorage } from "../storage/browser-storage.ts";

/** A message between the tap on Send and its storage in the outbox. */
export type SentText = { id: string; content: string; aircraftId: string | null };

export type ConversationNote = {
  draft: string;
  sent?: readonly SentText[] | undefined;
  /** Name of the other user, and the account type if known. */
  name?: string | undefined;
  userType?: "pilot" | "owner" | undefined;
};

/** At most this many conversations have notes; the oldest are removed. */
const MAX_CONVERSATIONS = 100;

type StoredNote = [peer: string, note: ConversationNote];

function storageKey(me: string): string {
  return `chat-notes:${me}`;
}

function storedNotes(me: string): StoredNote[] {
  return deviceStorage.json(storageKey(me), isEntries) ?? [];
}

/** Only this file writes the pairs, so only the list itself is checked. */
function isEntries(value: unknown): value is StoredNote[] {
  return Array.isArray(value);
}

/** The note about the conversation of `me` with `peer`. */
export function conversationNote(me: string, peer: string): ConversationNote {
  return storedNotes(me).find(([id]) => id === peer)?.[1] ?? { draft: "" };
}

/** Changes a part of the note. */
export function updateConversationNote(me: string, peer: string, change: Partial<ConversationNote>): void {
  const entries = storedNotes(me);
  const known = entries.find(([id]) => id === peer)?.[1] ?? { draft: "" };
  const others = entries.filter(([id]) => id !== peer);
  // If storage is blocked or full, a draft lasts as long as the page.
  deviceStorage.setJson(storageKey(me), [...others, [peer, { ...known, ...change }]].slice(-MAX_CONVERSATIONS));
}

/**
 * Stores a message before its field is cleared. Storage writes at once, so the message survives when the user closes
 * the page.
 */
export function noteSentText(me: string, peer: string, text: SentText): void {
  updateConversationNote(me, peer, { draft: "", sent: [...(conversationNote(me, peer).sent ?? []), text] });
}

/** Removes the note: the outbox has the message, or its text is back in the field. */
export function removeSentText(me: string, peer: string, id: string): void {
  const left = (conversationNote(me, peer).sent ?? []).filter((text) => text.id !== id);
  updateConversationNote(me, peer, { sent: left.length > 0 ? left : undefined });
}

/** Messages that the user sent just before the page closed, by conversation. */
export function interruptedTexts(me: string): { peer: string; text: SentText }[] {
  return storedNotes(me).flatMap(([peer, { sent }]) => (sent ?? []).map((text) => ({ peer, text })));
}

/** Keeps drafts for the user and removes all else. Called when a session ends without sign-out. */
export function keepDraftsOnly(me: string): void {
  const drafts = storedNotes(me).flatMap(([peer, { draft, sent }]): StoredNote[] =>
    draft || sent ? [[peer, sent ? { draft, sent } : { draft }]] : [],
  );
  deviceStorage.setJson(storageKey(me), drafts.length > 0 ? drafts : null);
}
