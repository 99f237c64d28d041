import type { Knex } from "knex";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";

/** Most reviews on a detail page; older ones are omitted. */
const MOST_REVIEWS = 1000;

type Row = Omit<ReviewCard, "date" | "userName"> & { userName: string | null; createdAt: string };

/** Reviews of an aircraft or a user as cards, newest first. Those of deactivated users stay, without their name. */
export async function reviewCardsOf(
  db: Knex,
  targetType: "aircraft" | "user",
  targetId: string,
): Promise<ReviewCard[]> {
  const rows: Row[] = await db("reviews")
    .leftJoin("users", (join) => void join.on("users.id", "reviews.userId").andOn("users.isActive", db.raw("true")))
    .select("reviews.id", "users.name as userName", "users.avatarUrl as userAvatar")
    .select("reviews.rating", "reviews.comment", "reviews.createdAt")
    .where({ "reviews.targetType": targetType, "reviews.targetId": targetId })
    .orderBy("reviews.createdAt", "desc")
    .orderBy("reviews.id", "desc")
    .limit(MOST_REVIEWS);
  return rows.map(({ createdAt, userName, ...card }) => ({
    ...card,
    userName: userName ?? "Former member",
    date: createdAt,
  }));
}
