// Columns of messages, and the condition for a conversation.
import { message, type Message } from "../../../shared/domain/messages.ts";

export const messageColumns = Object.keys(message.schema.shape) as (keyof Message)[];

/** Both orders of a pair (`:one`, `:other`) are one conversation. */
export const inPair = `least("senderId", "receiverId") = least(:one::uuid, :other::uuid)
  and greatest("senderId", "receiverId") = greatest(:one::uuid, :other::uuid)`;
