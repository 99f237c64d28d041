// When this device last had all of a user's rows, for «As of today, 10:38» without a network.
import type { PumpStatus } from "../../device/sync/pump.ts";
import { deviceStorage } from "../storage/browser-storage.ts";

/** Sign-out removes every key that contains the user id. */
const keyOf = (userId: string) => `synced-at:${userId}`;

/** Stores the time when an exchange has ended well. */
export function noteSynced(userId: string, { isFlushing, failures, hasSynced }: PumpStatus): void {
  if (isFlushing || failures > 0 || !hasSynced) return;
  deviceStorage.setText(keyOf(userId), new Date().toISOString());
}

/** ISO time, or null before the first exchange. */
export function syncedAt(userId: string): string | null {
  return deviceStorage.text(keyOf(userId));
}
