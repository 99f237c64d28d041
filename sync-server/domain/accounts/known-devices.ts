// Stores which devices have signed in to an account. A known device only gets its own allowance of failed sign-ins.
import type { Knex } from "knex";

/** Days without a sign-in after which a device is deleted. */
export const DEVICE_DAYS = 400;

const MOST_DEVICES = 20;

/** Stores a device's sign-in, and deletes all but the account's 20 newest devices. */
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

/** Whether a device has signed in to the account of this address. */
export async function isKnownDevice(db: Knex, email: string, deviceHash: string): Promise<boolean> {
  if (email.includes("\u0000")) return false;
  const row: unknown = await db("known_devices")
    .join("users", "users.id", "known_devices.userId")
    .where({ "users.email": email, "known_devices.deviceHash": deviceHash })
    .first("users.id");
  return row !== undefined;
}
