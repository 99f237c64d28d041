import { z } from "zod";
import { offlineCommand } from "../kit/command.ts";
import { defineEntity, patchWhere, put } from "../kit/entity.ts";
import { anyId, id, instant, nothing, text } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { publicUser } from "./accounts.ts";

/** A message between two users; `bookingId` is set if it is a booking request. */
export const message = defineEntity({
  name: "messages",
  key: "id",
  indexes: ["senderId", "receiverId"],
  schema: z.object({
    id,
    senderId: id,
    receiverId: id,
    aircraftId: id.nullable(),
    bookingId: id.nullable(),
    content: z.string(),
    createdAt: instant,
    read: z.boolean(),
    rev: z.int(),
  }),
});
export type Message = z.infer<typeof message.schema>;

/** Whether `row` is `last` or an earlier message of the conversation. The server's times decide the order, ids only ties. */
function isUpTo(row: Message, last: Message): boolean {
  return row.createdAt < last.createdAt || (row.createdAt === last.createdAt && row.id <= last.id);
}

/** Stored unchanged; trimmed only to check that it is not blank. */
export const messageContent = text(4000, 1, "Write a message first").refine(
  (content) => content.trim().length > 0,
  "Write a message first",
);

export const messagesCommands = {
  "messages.send": offlineCommand({
    route: "POST /api/messages",
    access: "user",
    status: 201,
    input: z.object({
      id: id.optional(),
      receiverId: id,
      content: messageContent,
      aircraftId: id.nullable().default(null),
    }),
    result: message.schema,
    lane: ({ receiverId }) => `conversation:${receiverId}`,
    creates: { table: "messages", owner: "senderId" },
    messageTo: ({ receiverId }) => receiverId,
    optimistic: ({ receiverId, content, aircraftId }, { id: messageId, me, at }) => [
      put(message, {
        id: messageId,
        senderId: me,
        receiverId,
        aircraftId,
        bookingId: null,
        content,
        createdAt: at,
        read: false,
        rev: 0,
      }),
    ],
  }),
  "messages.markRead": offlineCommand({
    route: "POST /api/messages/:caller/:userId/read",
    access: "user",
    status: 204,
    // `caller` is the first id of the path and must be the caller's id; the exchange omits it.
    input: z.object({ caller: id.optional(), userId: id, upTo: id.optional() }),
    result: nothing,
    notFound: { userId: "user-not-found" },
    lane: ({ userId }) => `conversation:${userId}`,
    optimistic: ({ userId, upTo }, { me }) => [
      patchWhere(
        message,
        (row, last) =>
          row.senderId === userId &&
          row.receiverId === me &&
          (upTo === undefined || (last ? isUpTo(row, last) : false)),
        { read: true },
        upTo,
      ),
    ],
  }),
};

/** One conversation in the message list. */
export const conversation = z.object({
  user: publicUser.schema.pick({
    id: true,
    name: true,
    verified: true,
    avatarUrl: true,
    userType: true,
  }),
  lastMessage: message.schema.pick({
    content: true,
    senderId: true,
    receiverId: true,
    read: true,
    createdAt: true,
  }),
});

const page = { cursor: z.string().max(200).optional() };

export const messagesQueries = {
  "messages.unreadCount": query({
    route: "GET /api/messages/unread/count",
    access: "user",
    input: z.object({}),
    result: z.object({ count: z.int() }),
  }),
  "messages.conversations": query({
    route: "GET /api/messages/conversations/:userId",
    access: "user",
    input: z.object({ userId: anyId, ...page }),
    result: z.array(conversation),
  }),
  "messages.conversation": query({
    route: "GET /api/messages/:userId/:recipientId",
    access: "user",
    input: z.object({ userId: anyId, recipientId: anyId, ...page }),
    result: z.array(message.schema),
  }),
};
