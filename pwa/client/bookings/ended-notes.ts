// Removes access notes from this device when their flight has ended, also where no exchange brings the change.
import { openedStore } from "../sync/current-store.ts";

/** Never rejects. During a resync nothing is written, because its rows come from the server. */
export async function removeEndedNotes(now: number = Date.now()): Promise<void> {
  try {
    const { store } = await openedStore();
    await store.write(async (tx) => {
      const { epoch, replacing } = await tx.meta();
      if (replacing) return;
      const hasEndedNotes = (row: Record<string, unknown>) =>
        row["accessNotes"] && Date.parse(String(row["endsAt"])) <= now;
      const ended = (await tx.rows("bookings")).filter(hasEndedNotes);
      const without = ended.map((row) => ({ key: String(row["id"]), row: { ...row, accessNotes: null } }));
      if (without.length > 0) await tx.putRows("bookings", without, epoch);
    });
  } catch {
    // The next check tries again.
  }
}
