import { conversationNote } from "./conversation-notes.ts";

/** The name of a user whose account is closed: the server sends their messages and bookings but not their row. */
export const FORMER_MEMBER = "Former member";

export type KnownPeer = { id: string; name: string; userType?: "pilot" | "owner" };

/** A user without a row on this device: named by the note of a conversation that began offline, else a former member. */
export function knownPeer(me: string, id: string): KnownPeer {
  const { name, userType } = conversationNote(me, id);
  return { id, name: name ?? FORMER_MEMBER, ...(userType && { userType }) };
}
