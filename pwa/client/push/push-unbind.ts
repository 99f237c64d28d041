// Unbinds push for a user on this device, online or offline: removes the subscription and closes its notifications.
import { deviceNote, dropNote } from "../../device/person/device-notes.ts";

/** Longest wait for a push service at sign-out, in ms. */
const PATIENCE_MS = 2_000;

/** Does nothing when push is on for another user. Never rejects; the session's end also ends its subscription. */
export async function unbindPush(userId: string): Promise<void> {
  const work = unbind(userId).catch((problem: unknown) => {
    console.warn("Push could not be taken off this device; it ends with the session.", problem);
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function unbind(userId: string): Promise<void> {
  // First of all: from here on whatever comes is shown without a word of it.
  const wasOn = await dropNote("push", (note) => note.userId === userId);
  // Push is on for the current user, who owns the visible notifications.
  if (!wasOn && (await deviceNote("push"))) return;
  const { serviceWorker, clearAppBadge } = navigator as Partial<Navigator> & { clearAppBadge?: () => Promise<void> };
  const registration = await serviceWorker?.getRegistration();
  // Alerts turned off here keep their earlier notifications on the screen.
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
  if (!wasOn) return;
  await clearAppBadge?.call(navigator).catch(() => undefined);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
