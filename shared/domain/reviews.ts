import { z } from "zod";
import { defineEntity } from "../kit/entity.ts";
import { id, instant } from "../kit/fields.ts";

/** `bookingId` is null only for reviews that came with the demo data. */
export const review = defineEntity({
  name: "reviews",
  key: "id",
  schema: z.object({
    id,
    aircraftId: id.nullable(),
    userId: id.nullable(),
    bookingId: id.nullable(),
    targetType: z.enum(["aircraft", "user"]),
    targetId: id,
    rating: z.int().min(1).max(5),
    comment: z.string(),
    createdAt: instant,
  }),
});

/** What the detail page shows of a review. `date` is ISO 8601. */
export const reviewCard = z.object({
  id,
  userName: z.string(),
  userAvatar: z.string().nullable(),
  rating: z.int(),
  date: instant,
  comment: z.string(),
});
export type ReviewCard = z.infer<typeof reviewCard>;
