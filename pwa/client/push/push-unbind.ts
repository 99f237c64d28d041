// Unbinds push for a user on this device, online or offline: removes the subscription and closes its notifications.
import { deviceNote, removeDeviceNote } from "../../device/person/device-notes.ts";
import { closePersonalNotices } from "../../device/person/read-notices.ts";

/** Milliseconds to wait for the push service at sign-out. */
const TIMEOUT_MS = 2_000;

/**
 * Unbinds push. Does nothing when push is on for another user. Never rejects; the session's end also ends its
 * subscription.
 */
export async function unbindPush(userId: string): Promise<void> {
  const work = unbind(userId).catch((problem: unknown) => {
    console.warn("Push could not be taken off this device; it ends with the session.", problem);
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

async function unbind(userId: string): Promise<void> {
  // First, because from now on the worker shows every push without private text.
  const wasOn = await removeDeviceNote("push", (note) => note.userId === userId);
  // Push is on for the current user, who owns the visible notifications.
  if (!wasOn && (await deviceNote("push"))) return;
  const { serviceWorker, clearAppBadge } = navigator as Partial<Navigator> & { clearAppBadge?: () => Promise<void> };
  const registration = await serviceWorker?.getRegistration();
  // If the user turned push off earlier, old notifications may still be visible.
  closePersonalNotices((await registration?.getNotifications?.()) ?? []);
  if (!wasOn) return;
  await clearAppBadge?.call(navigator).catch(() => undefined);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
