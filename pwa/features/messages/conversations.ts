// Computes the message list and the lines of a chat from the device's rows. Pure.
import type { PublicUser } from "../../../shared/domain/accounts.ts";
import type { Message } from "../../../shared/domain/messages.ts";
import { dayIn, longDay, shortDay } from "../../../shared/kit/dates.ts";
import { FORMER_MEMBER } from "../../client/messages/known-peer.ts";
import type { RowWithStatus } from "../../client/sync/rows.ts";

/** A message row; `waiting` while the server has not accepted it. */
export type MessageWithStatus = RowWithStatus<"messages">;

/** The aircraft of a conversation without repeats, that of the newest message first. */
export function aircraftOf(messages: readonly MessageWithStatus[]): string[] {
  return [...new Set(messages.flatMap(({ aircraftId }) => aircraftId ?? []).reverse())];
}

/** The delivery state of a message. `waiting` is not sent yet, `failed` was refused. */
export type MessageState = "received" | "sent" | "read" | "waiting" | "failed";

export function messageState(message: MessageWithStatus, me: string): MessageState {
  if (message.senderId !== me) return "received";
  if (message.waiting === "attention") return "failed";
  if (message.waiting) return "waiting";
  return message.read ? "read" : "sent";
}

/** Oldest first. Unsent messages come last whatever the phone's clock says, since the server will order them last. */
export function inOrder(a: MessageWithStatus, b: MessageWithStatus): number {
  const late = Number(a.waiting === "waiting") - Number(b.waiting === "waiting");
  if (late !== 0) return late;
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export function peerOf(message: Message, me: string): string {
  return message.senderId === me ? message.receiverId : message.senderId;
}

/** The other user of a conversation, as far as this device knows them. */
export type Peer = Pick<PublicUser, "id" | "name"> & Partial<Pick<PublicUser, "userType" | "avatarUrl" | "verified">>;

export type Conversation = {
  peer: Peer;
  last: MessageWithStatus;
  /** It has an unread message to the reader. */
  isNew: boolean;
  /** The aircraft of the newest message about one; null when no message names one. */
  aircraftId: string | null;
};

type ConversationSummary = {
  last: MessageWithStatus;
  about: MessageWithStatus | null;
  isNew: boolean;
  isSent: boolean;
};

/**
 * All conversations of the reader, latest first. A peer without a row is a former member. If only unsent messages exist,
 * the peer was first written to offline, and `remembered` returns the name.
 */
export function conversationsOf(
  messages: readonly MessageWithStatus[],
  people: ReadonlyMap<string, Peer>,
  me: string,
  remembered: (id: string) => Peer,
): Conversation[] {
  const byPeer = new Map<string, ConversationSummary>();
  for (const message of messages) {
    const peer = peerOf(message, me);
    const known = byPeer.get(peer);
    const isNew = message.receiverId === me && !message.read;
    const isSent = !message.waiting;
    const about = message.aircraftId === null ? null : message;
    if (!known) byPeer.set(peer, { last: message, about, isNew, isSent });
    else {
      if (inOrder(known.last, message) < 0) known.last = message;
      if (about && (!known.about || inOrder(known.about, about) < 0)) known.about = about;
      known.isNew ||= isNew;
      known.isSent ||= isSent;
    }
  }
  return [...byPeer]
    .map(([id, { last, about, isNew, isSent }]) => ({
      peer: people.get(id) ?? (isSent ? { id, name: FORMER_MEMBER } : remembered(id)),
      last,
      isNew,
      aircraftId: about?.aircraftId ?? null,
    }))
    .sort((a, b) => inOrder(b.last, a.last));
}

/** `Today`, `Yesterday`, `Sat, Dec 5`, with the year for other years. Days as `YYYY-MM-DD`. */
export function dayLabel(day: string, today: string): string {
  if (day >= today) return "Today";
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  if (day === yesterday) return "Yesterday";
  return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : longDay(day);
}

export type ChatLine = {
  message: MessageWithStatus;
  /** Label above the first message of a day; null for the others. */
  day: string | null;
  /** The aircraft to show above the first of consecutive messages about it; null for the others. */
  aircraftId: string | null;
};

/** The lines of a part of a conversation; `before` is the message just before that part. */
export function linesOf(
  messages: readonly MessageWithStatus[],
  before: MessageWithStatus | undefined,
  today: string,
  zone?: string,
): ChatLine[] {
  let last = before && dayIn(new Date(before.createdAt), zone);
  let about = before?.aircraftId ?? null;
  return messages.map((message) => {
    const day = dayIn(new Date(message.createdAt), zone);
    const isFirst = day !== last;
    last = day;
    const { aircraftId } = message;
    const isAboutAnother = aircraftId !== null && aircraftId !== about;
    if (aircraftId !== null) about = aircraftId;
    return { message, day: isFirst ? dayLabel(day, today) : null, aircraftId: isAboutAnother ? aircraftId : null };
  });
}
