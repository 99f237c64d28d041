// Computes the message list and the lines of a chat from the device's rows. Pure.
import type { PublicUser } from "../../../shared/domain/accounts.ts";
import { type ConversationSummary, inOrder } from "../../../shared/domain/conversations/summaries.ts";
import { dayIn, longDay, shortDay } from "../../../shared/kit/dates.ts";
import { FORMER_MEMBER } from "../../client/messages/known-peer.ts";
import type { MessagesShown, RowWithStatus } from "../../client/sync/rows.ts";

/** A message row; `waiting` while the server has not accepted it. */
export type MessageWithStatus = RowWithStatus<"messages">;

/** The aircraft of the shown messages without repeats, that of the newest first, and the latest of the conversation. */
export function aircraftOf({ messages, aircraftId: latest }: Pick<MessagesShown, "messages" | "aircraftId">): string[] {
  const shown = new Set(messages.flatMap(({ aircraftId }) => aircraftId ?? []).reverse());
  return [...shown.add(latest ?? "")].filter((id) => id !== "");
}

/** The delivery state of a message. `waiting` is not sent yet, `failed` was refused. */
export type MessageState = "received" | "sent" | "read" | "waiting" | "failed";

export function messageState(message: MessageWithStatus, me: string): MessageState {
  if (message.senderId !== me) return "received";
  if (message.waiting === "attention") return "failed";
  if (message.waiting) return "waiting";
  return message.read ? "read" : "sent";
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

/**
 * All conversations of the reader, latest first. A peer without a row is a former member. If only unsent messages exist,
 * the peer was first written to offline, and `remembered` returns the name.
 */
export function conversationsOf(
  summaries: readonly ConversationSummary<MessageWithStatus>[],
  people: ReadonlyMap<string, Peer>,
  remembered: (id: string) => Peer,
): Conversation[] {
  return summaries
    .map(({ peer: id, last, about, unread, isSent }) => ({
      peer: people.get(id) ?? (isSent ? { id, name: FORMER_MEMBER } : remembered(id)),
      last,
      isNew: unread > 0,
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
