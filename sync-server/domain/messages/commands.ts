import type { Knex } from "knex";
import type { Message, messagesCommands } from "../../../shared/domain/messages.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers, type SignedInContext } from "../../kit/command-handler.ts";
import { requireVerified } from "../accounts/rules.ts";
import { visibleAircraft } from "../aircraft/rows.ts";
import { scheduleNotice } from "../notices/schedule.ts";
import { requireUnblocked } from "../safety/pairs.ts";
import { addInquiry } from "./inquiries.ts";
import { inPair, messageColumns } from "./rows.ts";

export const messagesHandlers: Handlers<typeof messagesCommands> = {
  async "messages.send"(context, { receiverId, content, aircraftId }) {
    await requireReachable(context, receiverId, aircraftId);
    requireVerified(context.me);
    const senderId = context.me.id;
    return postMessage(context, { id: context.id, senderId, receiverId, content, aircraftId, bookingId: null });
  },

  async "messages.markRead"({ tx, me, changed }, { caller, userId, upTo }) {
    if (caller !== undefined && caller !== me.id) throw new DomainError("forbidden");
    const read: { id: string }[] = await tx("messages")
      .where({ receiverId: me.id, senderId: userId, read: false })
      .modify((query) => {
        // Compares by the conversation's order, which differs slightly from the order of ids.
        if (upTo !== undefined)
          void query.whereRaw(`("createdAt", id) <= (select "createdAt", id from messages where id = ?)`, [upTo]);
      })
      .update({ read: true, rev: tx.raw("rev + 1") })
      .returning("id");
    for (const { id } of read) changed("messages", id, [userScope(me.id), userScope(userId)]);
    if (read.length === 0 && !(await tx("users").where({ id: userId }).first("id")))
      throw new DomainError("user-not-found");
    return undefined;
  },
};

/** @throws DomainError message-to-self, user-not-found, aircraft-not-found, receiver-gone also between users of whom one blocked the other */
async function requireReachable(
  { tx, me }: SignedInContext,
  receiverId: string,
  aircraftId: string | null,
): Promise<void> {
  if (receiverId === me.id) throw new DomainError("message-to-self");
  const receiver = await tx("users").where({ id: receiverId }).first("isActive");
  if (!receiver) throw new DomainError("user-not-found");
  if (aircraftId !== null) {
    // Members of a conversation may still write about a deleted listing that they have mentioned before.
    const isKnown =
      (await visibleAircraft(tx, aircraftId, me)) ?? (await knownBetween(tx, me.id, receiverId, aircraftId)).isAbout;
    if (!isKnown) throw new DomainError("aircraft-not-found");
  }
  if (!receiver.isActive) throw new DomainError("receiver-gone");
  await requireUnblocked(tx, me.id, receiverId);
}

type Known = { isPair: boolean; isAbout: boolean };

/**
 * Locks two users without a conversation, so that a concurrent profile change reaches the new partner. Returns whether
 * they have one, and a message about the aircraft. Call it before any other lock, see db/locks.
 */
export async function lockStrangers(
  tx: Knex,
  one: string,
  other: string,
  aircraftId: string | null = null,
): Promise<Known> {
  const known = await knownBetween(tx, one, other, aircraftId);
  if (!known.isPair) await lockUsers(tx, [one, other], "keep");
  return known;
}

async function knownBetween(tx: Knex, one: string, other: string, aircraftId: string | null): Promise<Known> {
  const { rows } = await tx.raw(
    `select exists (select from messages where ${inPair}) as "isPair",
       exists (select from messages where ${inPair} and "aircraftId" = :aircraftId) as "isAbout"`,
    { one, other, aircraftId },
  );
  return (rows as Known[])[0]!;
}

export type NewMessage = Pick<Message, "id" | "senderId" | "receiverId" | "content" | "aircraftId" | "bookingId">;

/** What `postMessage` needs: a command's context, or a job's transaction and lines. */
export type Posting = Pick<SignedInContext, "tx" | "changed">;

/**
 * Stores a message and logs it for both members. Its time is later than all earlier ones of the conversation, so the
 * order never depends on clocks. The first message makes both users visible to each other; the first
 * about an aircraft makes that aircraft visible.
 */
export async function postMessage({ tx, changed }: Posting, sent: NewMessage): Promise<Message> {
  const { senderId, receiverId } = sent;
  const pair = { one: senderId, other: receiverId };
  const known = await lockStrangers(tx, senderId, receiverId, sent.aircraftId);
  const [row]: Message[] = await tx("messages")
    .insert({
      ...sent,
      createdAt: tx.raw(
        `greatest(date_trunc('milliseconds', clock_timestamp()),
           (select max("createdAt") from messages where ${inPair}) + interval '1 millisecond')`,
        pair,
      ),
    })
    .returning(messageColumns);
  if (!known.isPair && sent.bookingId === null) await addInquiry(tx, row!);
  await scheduleNotice(tx, receiverId, senderId, "conversation");
  const both = [userScope(senderId), userScope(receiverId)];
  changed("messages", sent.id, both);
  if (!known.isPair) {
    changed("people", receiverId, [userScope(senderId)]);
    changed("people", senderId, [userScope(receiverId)]);
  }
  if (!known.isAbout && sent.aircraftId !== null) changed("aircraft", sent.aircraftId, both);
  return row!;
}
