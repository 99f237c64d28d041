// What this device remembers of a conversation besides its messages: text that is not sent yet, what was sent but may not
// be in the outbox yet, and who the other is while the server has not told. Kept per person, so that nobody sees another's.
import { deviceStorage } from "../storage/browser-storage.ts";

/** A message between the press on Send and its place in the outbox. */
export type SentText = { id: string; content: string; aircraftId: string | null };

export type ConversationNote = {
  draft: string;
  sent?: readonly SentText[] | undefined;
  /** Name of the other side, and the kind of account where it is known. */
  name?: string | undefined;
  userType?: "pilot" | "owner" | undefined;
};

/** Conversations remembered at most: the ones touched last. */
const MOST = 100;

type Entry = [peer: string, note: ConversationNote];

function storageKey(me: string): string {
  return `chat-notes:${me}`;
}

function all(me: string): Entry[] {
  return deviceStorage.json(storageKey(me), isEntries) ?? [];
}

/** The pairs are our own; only the list itself is looked at. */
function isEntries(value: unknown): value is Entry[] {
  return Array.isArray(value);
}

/** What is remembered of the conversation of `me` with `peer`. */
export function conversationNote(me: string, peer: string): ConversationNote {
  return all(me).find(([id]) => id === peer)?.[1] ?? { draft: "" };
}

/** Remembers a part of it; the rest stays. */
export function keepConversationNote(me: string, peer: string, change: Partial<ConversationNote>): void {
  const entries = all(me);
  const known = entries.find(([id]) => id === peer)?.[1] ?? { draft: "" };
  const others = entries.filter(([id]) => id !== peer);
  // Where storage is closed or full a draft lasts as long as the page.
  deviceStorage.setJson(storageKey(me), [...others, [peer, { ...known, ...change }]].slice(-MOST));
}

/** Notes a message before its field is cleared, in storage that is written at once: a page that is left keeps it. */
export function noteSent(me: string, peer: string, text: SentText): void {
  keepConversationNote(me, peer, { draft: "", sent: [...(conversationNote(me, peer).sent ?? []), text] });
}

/** The outbox has it, or the text is back in its field. */
export function forgetSent(me: string, peer: string, id: string): void {
  const left = (conversationNote(me, peer).sent ?? []).filter((text) => text.id !== id);
  keepConversationNote(me, peer, { sent: left.length > 0 ? left : undefined });
}

/** Messages that a page was left with, by conversation. */
export function unfinishedTexts(me: string): { peer: string; text: SentText }[] {
  return all(me).flatMap(([peer, { sent }]) => (sent ?? []).map((text) => ({ peer, text })));
}

/** Called when a session ends without sign-out: keeps drafts for the user and removes all else. */
export function keepDraftsOnly(me: string): void {
  const drafts = all(me).flatMap(([peer, { draft, sent }]): Entry[] =>
    draft || sent ? [[peer, sent ? { draft, sent } : { draft }]] : [],
  );
  deviceStorage.setJson(storageKey(me), drafts.length > 0 ? drafts : null);
}
