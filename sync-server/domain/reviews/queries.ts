import type { Knex } from "knex";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";

/** What the detail page can show; older ones are left out. */
const MOST_REVIEWS = 1000;

type Row = Omit<ReviewCard, "date" | "userName"> & { userName: string | null; createdAt: string };

/** Reviews of an aircraft or a person as cards, newest first. Those of deactivated people stay, without their name. */
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
