// Stores what reply times are measured from: first messages of conversations and booking requests, and answers by a step.
// `domain/accounts/reply-time.ts` reads it.
import type { Knex } from "knex";
import type { Message } from "../../../shared/domain/messages.ts";

type Asked = Pick<Message, "id" | "senderId" | "receiverId" | "bookingId" | "createdAt">;

/** Stores that a message asks its receiver. */
export async function addInquiry(tx: Knex, { id, senderId, receiverId, bookingId, createdAt }: Asked): Promise<void> {
  await tx("inquiries").insert({ id, userId: receiverId, peerId: senderId, bookingId, askedAt: createdAt });
}

/** Stores that a user answered a peer by a step of a booking. Plain messages need no call: the read finds them. */
export async function answerInquiries(
  tx: Knex,
  { senderId, receiverId, createdAt }: Pick<Message, "senderId" | "receiverId" | "createdAt">,
): Promise<void> {
  await tx("inquiries")
    .where({ userId: senderId, peerId: receiverId })
    .whereNull("answeredAt")
    .update({ answeredAt: createdAt });
}
