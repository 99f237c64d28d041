// Ends a user's session in the worker: closes notifications and the push subscription, so that nothing of theirs is shown later.
import { removeDeviceNote, setDeviceNote } from "../device/person/device-notes.ts";
import { closePersonalNotices } from "../device/person/read-notices.ts";
import { setBadge } from "./badge.ts";

declare const self: ServiceWorkerGlobalScope;

/** Maximum wait for the push service, in milliseconds. Without a device note its pushes show nothing private. */
const TIMEOUT_MS = 2_000;

/**
 * The server ended this session. Ignores a session started since. Removes the note first, so that the next push shows nothing private
 * even if the rest fails.
 */
export async function endSessionHere(userId: string, session: string): Promise<void> {
  const wasHere = await removeDeviceNote("signed-in", (note) => note.userId === userId && note.session === session);
  if (!wasHere) return;
  await removeDeviceNote("push", (note) => note.userId === userId);
  closePersonalNotices(await self.registration.getNotifications());
  await setBadge(0);
  await Promise.race([endSubscription(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

/** Never rejects: the next push retries what failed. */
export async function endSubscription(): Promise<void> {
  try {
    await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    await setDeviceNote("push", null);
  } catch {
    // The push service is not reachable now.
  }
}
