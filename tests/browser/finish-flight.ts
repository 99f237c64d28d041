// Lets a flight end now: moves its hours into the past in the product's database, then takes the step that is due by time.
import { advanceBookings } from "../../sync-server/jobs/booking-clock.ts";
import { inMarketDatabase } from "./market-database.ts";

/** Completes an accepted booking of the market's product. */
export function finishFlight(id: string): Promise<void> {
  return inMarketDatabase(async (db) => {
    const past = (column: string) => db.raw(`now() - interval '1 minute' + (?? - "endsAt")`, [column]);
    await db("bookings")
      .where({ id })
      .update({ startDate: past("startDate"), endsAt: past("endsAt") });
    // Every process may run it; the product's own clock comes later and finds nothing.
    await advanceBookings(db);
  });
}
