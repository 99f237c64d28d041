import type { Knex } from "knex";
import { review, type Review, type ReviewCard, type reviewsQueries } from "../../../shared/domain/reviews.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";

/** Most reviews on a detail page; older ones are omitted. */
const MOST_REVIEWS = 1000;

const reviewColumns = Object.keys(review.schema.shape) as (keyof Review)[];

export const reviewsResolvers: Resolvers<typeof reviewsQueries> = {
  async "reviews.ofBooking"({ db, me }, { id }) {
    const booking = await db("bookings").where({ id }).first("pilotId", "ownerId");
    if (!booking || ![booking.pilotId, booking.ownerId].includes(me.id)) throw new DomainError("booking-not-found");
    const rows: Review[] = await db("reviews")
      .select(reviewColumns)
      .where({ bookingId: id })
      .where((seen) => void seen.whereNotNull("visibleAt").orWhere({ userId: me.id }))
      .orderBy("createdAt")
      .orderBy("id");
    return rows;
  },
};

type Row = Omit<ReviewCard, "date" | "userName" | "reply"> & {
  userName: string | null;
  createdAt: string;
  reply: string | null;
  repliedAt: string | null;
};

/** Visible reviews of an aircraft or a user as cards, newest first. Those of deactivated users stay, without their name. */
export async function reviewCardsOf(
  db: Knex,
  targetType: "aircraft" | "user",
  targetId: string,
): Promise<ReviewCard[]> {
  const rows: Row[] = await db("reviews")
    .leftJoin("users", (join) => void join.on("users.id", "reviews.userId").andOn("users.isActive", db.raw("true")))
    .select("reviews.id", "users.name as userName", "users.avatarUrl as userAvatar")
    .select("reviews.rating", "reviews.comment", "reviews.createdAt", "reviews.reply", "reviews.repliedAt")
    .where({ "reviews.targetType": targetType, "reviews.targetId": targetId })
    .whereNotNull("reviews.visibleAt")
    .orderBy("reviews.createdAt", "desc")
    .orderBy("reviews.id", "desc")
    .limit(MOST_REVIEWS);
  return rows.map(({ id, userName, userAvatar, rating, createdAt, comment, reply, repliedAt }) => ({
    id,
    userName: userName ?? "Former member",
    userAvatar,
    rating,
    date: createdAt,
    comment,
    ...(reply !== null && repliedAt !== null && { reply: { content: reply, date: repliedAt } }),
  }));
}
