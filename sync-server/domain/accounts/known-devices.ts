// Which devices have signed in to an account before. A device id grants nothing but an allowance of failed sign-ins.
import type { Knex } from "knex";

/** Days after which a device that has not signed in again is forgotten. */
export const DEVICE_DAYS = 400;

const MOST_DEVICES = 20;

/** Stores that a device has signed in, and forgets those of the account beyond the 20 newest. */
export async function rememberDevice(tx: Knex, userId: string, deviceHash: string): Promise<void> {
  await tx("known_devices")
    .insert({ userId, deviceHash })
    .onConflict(["userId", "deviceHash"])
    .merge({ lastSignInAt: tx.fn.now() });
  const older = tx("known_devices")
    .select("deviceHash")
    .where({ userId })
    .orderBy("lastSignInAt", "desc")
    .offset(MOST_DEVICES);
  await tx("known_devices").where({ userId }).whereIn("deviceHash", older).delete();
}

/** Whether a device has signed in to the account of an address before. */
export async function isKnownDevice(db: Knex, email: string, deviceHash: string): Promise<boolean> {
  if (email.includes("\u0000")) return false;
  const row: unknown = await db("known_devices")
    .join("users", "users.id", "known_devices.userId")
    .where({ "users.email": email, "known_devices.deviceHash": deviceHash })
    .first("users.id");
  return row !== undefined;
}
