// Order of messages, and what a list of conversations shows of them. Pure, without zod.

type Ordered = { id: string; createdAt: string; waiting?: string };
type Facts = Ordered & { senderId: string; receiverId: string; aircraftId: string | null; read: boolean };

/** Oldest first. Unsent messages come last whatever the device's clock says, since the server will order them last. */
export function inOrder(a: Ordered, b: Ordered): number {
  const late = Number(a.waiting === "waiting") - Number(b.waiting === "waiting");
  if (late !== 0) return late;
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export function peerOf(message: Pick<Facts, "senderId" | "receiverId">, me: string): string {
  return message.senderId === me ? message.receiverId : message.senderId;
}

export function isUnread(message: Pick<Facts, "receiverId" | "read">, me: string): boolean {
  return message.receiverId === me && !message.read;
}

/** What lists and counts show of a conversation. */
export type ConversationSummary<Message> = {
  peer: string;
  last: Message;
  /** The newest message about an aircraft. */
  about: Message | null;
  /** Unread messages to the reader. */
  unread: number;
  /** The server has a message of it. */
  isSent: boolean;
};

export function unreadIn(conversations: readonly { unread: number }[]): number {
  return conversations.reduce((sum, { unread }) => sum + unread, 0);
}

/** Adds messages to the summaries of their conversations. */
export function summarize<Message extends Facts>(
  messages: Iterable<Message>,
  me: string,
  summaries = new Map<string, ConversationSummary<Message>>(),
): Map<string, ConversationSummary<Message>> {
  for (const message of messages) {
    const peer = peerOf(message, me);
    const known = summaries.get(peer);
    const later = (other: Message | null | undefined) => (other && inOrder(other, message) > 0 ? other : message);
    summaries.set(peer, {
      peer,
      last: later(known?.last),
      about: message.aircraftId === null ? (known?.about ?? null) : later(known?.about),
      unread: (known?.unread ?? 0) + Number(isUnread(message, me)),
      isSent: known?.isSent || !message.waiting,
    });
  }
  return summaries;
}
