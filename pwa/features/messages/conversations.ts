// The message list and the lines of a chat, out of the rows on the device. Pure.
import type { PublicUser } from "../../../shared/domain/accounts.ts";
import type { Message } from "../../../shared/domain/messages.ts";
import { dayIn, longDay, shortDay } from "../../../shared/kit/dates.ts";
import type { ShownRow } from "../../client/sync/rows.ts";

/** A message as the screen has it: `waiting` while the server has not taken it. */
export type ShownMessage = ShownRow<"messages">;

/** What became of a message. `waiting` has not left the device, `failed` was refused. */
export type MessageState = "received" | "sent" | "read" | "waiting" | "failed";

export function messageState(message: ShownMessage, me: string): MessageState {
  if (message.senderId !== me) return "received";
  if (message.waiting === "attention") return "failed";
  if (message.waiting) return "waiting";
  return message.read ? "read" : "sent";
}

/** Oldest first. What still waits stands last whatever the phone's clock says, for that is where it will arrive. */
export function inOrder(a: ShownMessage, b: ShownMessage): number {
  const late = Number(a.waiting === "waiting") - Number(b.waiting === "waiting");
  if (late !== 0) return late;
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export function peerOf(message: Message, me: string): string {
  return message.senderId === me ? message.receiverId : message.senderId;
}

/** The other side of a conversation, as far as it is known here. */
export type Peer = Pick<PublicUser, "id" | "name"> & Partial<Pick<PublicUser, "userType" | "avatarUrl" | "verified">>;

export interface Conversation {
  peer: Peer;
  last: ShownMessage;
  /** Something in it is addressed to the reader and not read yet. */
  isNew: boolean;
  /** The aircraft it was about last; null where no message names one. */
  aircraftId: string | null;
}

/** Whom the server has heard of with somebody, but tells nothing about: their account is closed. */
export const FORMER_MEMBER = "Former member";

type Found = { last: ShownMessage; about: ShownMessage | null; isNew: boolean; isSent: boolean };

/**
 * Everybody the reader talks with, latest conversation first. Whom the mirror does not hold is a former member, or somebody
 * written to for the first time without signal: those `remembered` is asked for.
 */
export function conversationsOf(
  messages: readonly ShownMessage[],
  people: ReadonlyMap<string, Peer>,
  me: string,
  remembered: (id: string) => Peer,
): Conversation[] {
  const found = new Map<string, Found>();
  for (const message of messages) {
    const peer = peerOf(message, me);
    const known = found.get(peer);
    const isNew = message.receiverId === me && !message.read;
    const isSent = !message.waiting;
    const about = message.aircraftId === null ? null : message;
    if (!known) found.set(peer, { last: message, about, isNew, isSent });
    else {
      if (inOrder(known.last, message) < 0) known.last = message;
      if (about && (!known.about || inOrder(known.about, about) < 0)) known.about = about;
      known.isNew ||= isNew;
      known.isSent ||= isSent;
    }
  }
  return [...found]
    .map(([id, { last, about, isNew, isSent }]) => ({
      peer: people.get(id) ?? (isSent ? { id, name: FORMER_MEMBER } : remembered(id)),
      last,
      isNew,
      aircraftId: about?.aircraftId ?? null,
    }))
    .sort((a, b) => inOrder(b.last, a.last));
}

/** `Today`, `Yesterday`, `Sat, Dec 5`, with the year where it is another one. Days as `YYYY-MM-DD`. */
export function dayLabel(day: string, today: string): string {
  if (day >= today) return "Today";
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  if (day === yesterday) return "Yesterday";
  return day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : longDay(day);
}

export interface ChatLine {
  message: ShownMessage;
  /** Stands above the first message of a day. */
  day: string | null;
  /** Stands above the first of messages that follow each other about one aircraft. */
  aircraftId: string | null;
}

/** The lines of a part of a conversation; `before` is the message just above that part. */
export function linesOf(
  messages: readonly ShownMessage[],
  before: ShownMessage | undefined,
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
