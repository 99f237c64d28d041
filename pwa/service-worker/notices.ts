// Push: a notification for every one that comes, because browsers withdraw the permission otherwise. One a conversation; what was read
// on another device goes away with the next; nothing private is shown to anybody else.
import { isNoticePath, neutralWords, noticeWords, type PushPayload } from "../../shared/domain/notices-rules.ts";
import { deviceNote, noteOnDevice } from "../device/person/device-notes.ts";
import type { PersonEngine } from "../device/person/person-engine.ts";
import { closeReadNotices, type NoticeData } from "../device/person/read-notices.ts";
import { afterExchange, signedInHere } from "./outbox.ts";

declare const self: ServiceWorkerGlobalScope;

const ICON = "/icon-192.png";

export async function onPush(data: PushMessageData | null): Promise<void> {
  const payload = payloadIn(data);
  if (payload && (await isForWhoeverIsHere(payload.person))) {
    const { kind, path, person, tag, unread, latest } = payload;
    await Promise.all([show(noticeWords(payload), tag, { path, person, latest }), setBadge(unread)]);
    // The rows come along, so that they are there when the app opens. A test brings none.
    if (kind !== "test") await afterExchange("push", closeRead).catch(() => undefined);
    return;
  }
  await show(neutralWords, "neutral", {});
  // Somebody signed out where the push service could not be told: it is now.
  if ((await signedInHere().catch(() => null)) === null) await endSubscription();
}

function payloadIn(data: PushMessageData | null): PushPayload | null {
  try {
    const payload = data?.json() as Partial<PushPayload> | null | undefined;
    const { kind, person, tag, path, unread } = payload ?? {};
    const isWhole = [kind, person, tag, path].every((part) => typeof part === "string") && typeof unread === "number";
    return isWhole ? (payload as PushPayload) : null;
  } catch {
    return null;
  }
}

async function isForWhoeverIsHere(person: unknown): Promise<boolean> {
  try {
    const [note, userId] = await Promise.all([deviceNote("push"), signedInHere()]);
    return note !== null && note.userId === userId && note.person === person;
  } catch {
    return false;
  }
}

async function show({ title, body }: { title: string; body: string }, tag: string, data: NoticeData): Promise<void> {
  // Something new in the same conversation is worth another sound, though it takes the same place.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    data,
    icon: ICON,
    badge: ICON,
    renotify: true,
  };
  await self.registration.showNotification(title, options);
}

async function setBadge(unread: number): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> };
  // Some systems have no place for it.
  await setAppBadge?.call(self.navigator, unread).catch(() => undefined);
}

async function closeRead({ engine }: PersonEngine): Promise<void> {
  const notices = await self.registration.getNotifications();
  await closeReadNotices(notices, async (id) => (await engine.row("messages", id))?.["read"] === true);
}

/** Brings an open window to the front and leads it there, else opens one. */
export async function onNoticeClick(notice: Notification): Promise<void> {
  notice.close();
  const { path, person } = (notice.data ?? {}) as NoticeData;
  const mayLead = typeof path === "string" && isNoticePath(path) && (await isForWhoeverIsHere(person));
  const place = mayLead ? path : "/";
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === "visible") ??
    windows[0];
  // A browser refuses both where it saw no tap; then there is nobody to lead either.
  if (!open) await self.clients.openWindow(place).catch(() => null);
  else {
    open.postMessage({ type: "go", path: place });
    await open.focus().catch(() => null);
  }
}

/** The push service gave this browser another address, or took it away. What fails here is repaired by the page's next start. */
export async function onSubscriptionChange(given: PushSubscription | null): Promise<void> {
  const [note, userId] = await Promise.all([deviceNote("push"), signedInHere()]);
  if (!note || note.userId !== userId) return endSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: note.publicKey };
  const subscription = given ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch("/api/push/subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify({ endpoint, keys, publicKey: note.publicKey }),
  });
  const { person } = answer.ok ? ((await answer.json()) as { person: string }) : { person: null };
  // Whoever the session belongs to by now: not the one who wanted this.
  if (person !== null && person !== note.person) await endSubscription();
}

async function endSubscription(): Promise<void> {
  try {
    await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    await noteOnDevice("push", null);
  } catch {
    // It is tried again with the next push.
  }
}
