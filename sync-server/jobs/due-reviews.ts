// Shows reviews 14 days after the flight, also when only one member has written.
// Every process may run it: the booking is locked and its reviews are checked again.
import type { Knex } from "knex";
import { retryConflicts } from "../db/locks.ts";
import { lockForReviews, showReviews } from "../domain/reviews/visibility.ts";
import { postIn } from "./post-in.ts";

/** Most reviews per round; the next round takes the rest. */
const MOST = 500;

/** Now, as `dueAt` would store it: a column of milliseconds may round what is due at once into the future. */
const NOW = "now()::timestamptz(3)";

/** Has an index. */
export const dueReviews = `select "bookingId" as id from reviews
  where "visibleAt" is null and "dueAt" <= ${NOW} order by "dueAt" limit :most`;

/** Shows the due reviews of each booking, and counts them. A failure blocks no other booking. */
export async function showDueReviews(db: Knex): Promise<void> {
  const { rows } = await db.raw(dueReviews, { most: MOST });
  const problems: unknown[] = [];
  for (const id of new Set((rows as { id: string }[]).map((row) => row.id)))
    await retryConflicts(() => showOf(db, id)).catch((problem: unknown) => void problems.push(problem));
  if (problems.length > 0) throw problems[0];
}

function showOf(db: Knex, bookingId: string): Promise<void> {
  return postIn(db, async (posting) => {
    const booking = await lockForReviews(posting.tx, bookingId);
    const due = posting
      .tx("reviews")
      .where({ bookingId })
      .whereNull("visibleAt")
      .where("dueAt", "<=", posting.tx.raw(NOW));
    if (booking && (await due.first("id"))) await showReviews(posting, booking, null);
  });
}
