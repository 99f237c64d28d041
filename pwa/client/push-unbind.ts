// The end of push for a person on this device, with or without a network: the browser forgets the subscription, the screen what was told.
import { deviceNote, noteOnDevice } from "../device/person/device-notes.ts";

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
  if ((await deviceNote("push"))?.userId !== userId) return;
  // First of all: from here on whatever comes is shown without a word of it.
  await noteOnDevice("push", null);
  const { serviceWorker, clearAppBadge } = navigator as Navigator & { clearAppBadge?: () => Promise<void> };
  await clearAppBadge?.call(navigator).catch(() => undefined);
  const registration = await serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
