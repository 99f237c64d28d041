// Unbinds push for a user on this device, online or offline: removes the subscription and closes its notifications.
import { deviceNote, removeDeviceNote } from "../../device/person/device-notes.ts";
import { closePersonalNotices } from "../../device/person/read-notices.ts";

/** Milliseconds to wait for the push service at sign-out. */
const TIMEOUT_MS = 2_000;

/** Which notifications close. `personal`: not the neutral one, which a push after the session's end has shown. */
type Closes = "all" | "personal";

/**
 * Unbinds push. Does nothing when push is on for another user. Never rejects; the session's end also ends its
 * subscription.
 */
export async function unbindPush(userId: string, closes: Closes = "all"): Promise<void> {
  const work = unbind(userId, closes).catch((problem: unknown) => {
    console.warn("Push could not be taken off this device; it ends with the session.", problem);
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

async function unbind(userId: string, closes: Closes): Promise<void> {
  // First, because from now on the worker shows every push without private text.
  const wasOn = await removeDeviceNote("push", (note) => note.userId === userId);
  // Push is on for the current user, who owns the visible notifications.
  if (!wasOn && (await deviceNote("push"))) return;
  const { serviceWorker, clearAppBadge } = navigator as Partial<Navigator> & { clearAppBadge?: () => Promise<void> };
  const registration = await serviceWorker?.getRegistration();
  // If the user turned push off earlier, old notifications may still be visible.
  const notices = (await registration?.getNotifications?.()) ?? [];
  if (closes === "all") for (const notice of notices) notice.close();
  else closePersonalNotices(notices);
  if (!wasOn) return;
  await clearAppBadge?.call(navigator).catch(() => undefined);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
