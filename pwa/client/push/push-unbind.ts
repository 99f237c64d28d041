// The end of push for a person on this device, with or without a network: the browser forgets the subscription, the screen what was told.
import { deviceNote, dropNote } from "../../device/person/device-notes.ts";

/** Nobody waits longer for a push service when signing out. */
const PATIENCE_MS = 2_000;

/** Nothing happens when push is on for somebody else. Never rejects; what the push service was not told ends with the session. */
export async function unbindPush(userId: string): Promise<void> {
  const work = unbind(userId).catch((problem: unknown) => {
    console.warn("Push could not be taken off this device; it ends with the session.", problem);
  });
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function unbind(userId: string): Promise<void> {
  // First of all: from here on whatever comes is shown without a word of it.
  const wasOn = await dropNote("push", (note) => note.userId === userId);
  // On for whoever is here now: what is shown is theirs.
  if (!wasOn && (await deviceNote("push"))) return;
  const { serviceWorker, clearAppBadge } = navigator as Partial<Navigator> & { clearAppBadge?: () => Promise<void> };
  const registration = await serviceWorker?.getRegistration();
  // Alerts that were turned off here leave what they told of before on the screen.
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
  if (!wasOn) return;
  await clearAppBadge?.call(navigator).catch(() => undefined);
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
