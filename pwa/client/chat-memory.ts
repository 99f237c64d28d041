// What this device remembers of a conversation besides its messages: text that is not sent yet, and who the other is
// while the server has not told. Kept per person, so that nobody sees another's.

export type ChatNote = {
  draft: string;
  /** Name of the other side, and the kind of account where it is known. */
  name?: string | undefined;
  userType?: "pilot" | "owner" | undefined;
};

/** Conversations remembered at most: the ones touched last. */
const MOST = 100;

type Entry = [peer: string, note: ChatNote];

function storageKey(me: string): string {
  return `chat-notes:${me}`;
}

function all(me: string): Entry[] {
  try {
    const entries = JSON.parse(localStorage.getItem(storageKey(me)) ?? "[]") as unknown;
    return Array.isArray(entries) ? (entries as Entry[]) : [];
  } catch {
    return [];
  }
}

/** What is remembered of the conversation of `me` with `peer`. */
export function chatNote(me: string, peer: string): ChatNote {
  return all(me).find(([id]) => id === peer)?.[1] ?? { draft: "" };
}

/** Remembers a part of it; the rest stays. */
export function noteChat(me: string, peer: string, change: Partial<ChatNote>): void {
  try {
    const entries = all(me);
    const known = entries.find(([id]) => id === peer)?.[1] ?? { draft: "" };
    const others = entries.filter(([id]) => id !== peer);
    localStorage.setItem(storageKey(me), JSON.stringify([...others, [peer, { ...known, ...change }]].slice(-MOST)));
  } catch {
    // Storage is closed or full: a draft lasts as long as the page.
  }
}

/** Called when a session ends that nobody signed out of: what was typed waits for the person, all else goes. */
export function keepDraftsOnly(me: string): void {
  try {
    const drafts = all(me).flatMap(([peer, { draft }]): Entry[] => (draft ? [[peer, { draft }]] : []));
    if (drafts.length > 0) localStorage.setItem(storageKey(me), JSON.stringify(drafts));
    else localStorage.removeItem(storageKey(me));
  } catch {
    // Storage is closed, so nothing was kept either.
  }
}
