// The end of a person's session, as the worker finds it: from here on nothing of theirs is shown, and nobody is told by push.
import { dropNote, noteOnDevice } from "../device/person/device-notes.ts";
import type { NoticeData } from "../device/person/read-notices.ts";
import { setBadge } from "./badge.ts";

declare const self: ServiceWorkerGlobalScope;

/** A push service that cannot be reached holds nobody up longer: without a note its pushes say nothing. */
const PATIENCE_MS = 2_000;

/**
 * The server ended this session. Whoever has signed in since, this person or another, is left alone. What was noted goes first, so that
 * the next push says nothing even if the rest fails.
 */
export async function endSessionHere(userId: string, session: string): Promise<void> {
  const wasHere = await dropNote("signed-in", (note) => note.userId === userId && note.session === session);
  if (!wasHere) return;
  await dropNote("push", (note) => note.userId === userId);
  await closeNotices(() => true);
  await setBadge(0);
  await Promise.race([endSubscription(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

export async function closeNotices(isMeant: (data: NoticeData) => boolean): Promise<void> {
  for (const notice of await self.registration.getNotifications())
    if (isMeant((notice.data ?? {}) as NoticeData)) notice.close();
}

/** Never rejects: what fails is tried again with the next push. */
export async function endSubscription(): Promise<void> {
  try {
    await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    await noteOnDevice("push", null);
  } catch {
    // The push service cannot be told now.
  }
}
