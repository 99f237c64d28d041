import { z } from "zod";
import { defineEntity } from "../kit/entity.ts";
import { id, instant } from "../kit/fields.ts";

/** A message between two people; `bookingId` where it brought a booking. */
export const message = defineEntity({
  name: "messages",
  key: "id",
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
