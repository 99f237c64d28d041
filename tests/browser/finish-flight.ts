// Lets a flight end now: moves its hours into the past in the product's database, then takes the step that is due by time.
import path from "node:path";
import { startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { advanceBookings } from "../../sync-server/jobs/booking-clock.ts";

/** Completes an accepted booking of the market's product. */
export async function finishFlight(id: string): Promise<void> {
  // Joins the product's running database.
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: path.join(process.env["MARKET_DATA"] ?? "", "postgres"),
  });
  const db = openDatabase(url, { pool: 2 });
  try {
    const past = (column: string) => db.raw(`now() - interval '1 minute' + (?? - "endsAt")`, [column]);
    await db("bookings")
      .where({ id })
      .update({ startDate: past("startDate"), endsAt: past("endsAt") });
    // Every process may run it; the product's own clock comes later and finds nothing.
    await advanceBookings(db);
  } finally {
    await db.destroy();
    await stop();
  }
}
