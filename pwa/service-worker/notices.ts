// Push: shows a notification for each push, or browsers revoke the permission. One notification per conversation; the next push closes
// what was read elsewhere. Shows nothing private to another user.
import { isNoticePath } from "../../shared/pages.ts";
import { neutralWords, noticeWords, type PushPayload } from "../../shared/domain/notices-rules.ts";
import { deviceNote } from "../device/person/device-notes.ts";
import { closeReadNotices, type NoticeData } from "../device/person/read-notices.ts";
import { paths } from "../device/transport/paths.ts";
import { setBadge } from "./badge.ts";
import { afterExchange, type SignedInUser, signedInUserId } from "./outbox.ts";
import { endSubscription } from "./session-end.ts";

declare const self: ServiceWorkerGlobalScope;

const ICON = "/icon-192.png";

/** Number of content pushes since the worker started. */
let pushes = 0;
/** Runs exchanges for pushes one after the other: a second would find the lock taken and leave an old count. */
let exchanges: Promise<void> = Promise.resolve();

export async function onPush(data: PushMessageData | null): Promise<void> {
  const payload = payloadIn(data);
  if (!payload || !(await isForSignedInUser(payload.person))) return await onPushWithoutUser();
  const { kind, path, person, tag, unread, latest } = payload;
  const isTest = kind === "test";
  const turn = isTest ? pushes : ++pushes;
  await Promise.all([show(noticeWords(payload), tag, { path, person, latest }), setBadge(unread)]);
  if (isTest) return;
  // An exchange fetches the rows before the app opens. Of several pushes in a row only the newest runs one, since its count is final.
  const taken = exchanges.then(() => (turn === pushes ? fetchRows(payload, turn) : undefined));
  exchanges = taken.catch(() => undefined);
  await taken;
}

async function fetchRows({ tag, person }: PushPayload, turn: number): Promise<void> {
  const isNewest = () => turn === pushes;
  await afterExchange("push", (here) => settleNotices(here, tag, isNewest)).catch(() => undefined);
  if (await isForSignedInUser(person)) return;
  // The session ended before this late push arrived. The browser still requires a notification.
  for (const notice of await self.registration.getNotifications())
    if ((notice.data as NoticeData | null)?.person === person) notice.close();
  await show(neutralWords, "neutral", {});
}

/** Closes notifications and sets the count from the current rows, since the push itself may be hours old. */
async function settleNotices({ engine }: SignedInUser, tag: string, isNewest: () => boolean): Promise<void> {
  // The newest push checks all notifications in its turn.
  if (!isNewest()) return;
  const isRead = async (id: string) => (await engine.row("messages", id))?.["read"] === true;
  const notices = await self.registration.getNotifications();
  // This push's own notification stays until the next event: a browser that sees none shows its own.
  const others = notices.filter((notice) => notice.tag !== tag);
  await closeReadNotices(others, isRead);
  // Without an answer the push is the server's latest state.
  if (!engine.status.hasSynced) return;
  const unread = await engine.unread();
  if (isNewest()) await setBadge(unread);
}

async function onPushWithoutUser(): Promise<void> {
  await show(neutralWords, "neutral", {});
  let userId: string | null;
  try {
    userId = await signedInUserId();
  } catch {
    // The signed-in user could not be read, so no subscription is ended.
    return;
  }
  // An earlier sign-out could not reach the push service; it is reached now.
  if (userId === null) await endSubscription();
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

async function isForSignedInUser(person: unknown): Promise<boolean> {
  try {
    const [note, userId] = await Promise.all([deviceNote("push"), signedInUserId()]);
    return note !== null && note.userId === userId && note.person === person;
  } catch {
    return false;
  }
}

async function show({ title, body }: { title: string; body: string }, tag: string, data: NoticeData): Promise<void> {
  // A new notification of the same conversation replaces the old one, but sounds again.
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

/** Focuses an open window and navigates it, or opens a new one. */
export async function onNoticeClick(notice: Notification): Promise<void> {
  notice.close();
  const { path, person } = (notice.data ?? {}) as NoticeData;
  const mayLead = typeof path === "string" && isNoticePath(path) && (await isForSignedInUser(person));
  const place = mayLead ? path : "/";
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === "visible") ??
    windows[0];
  // Browsers refuse both without a user's tap; then no user waits for a window.
  if (!open) await self.clients.openWindow(place).catch(() => null);
  else {
    open.postMessage({ type: "go", path: place });
    await open.focus().catch(() => null);
  }
}

/** Handles a changed or removed push address. The page's next start repairs what fails here. */
export async function onSubscriptionChange(given: PushSubscription | null): Promise<void> {
  const [note, userId] = await Promise.all([deviceNote("push"), signedInUserId()]);
  if (!note || note.userId !== userId) return endSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: note.publicKey };
  const subscription = given ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch(paths.pushSubscriptions, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify({ endpoint, keys, publicKey: note.publicKey }),
  });
  const { person } = answer.ok ? ((await answer.json()) as { person: string }) : { person: null };
  // The session now belongs to another user, who did not ask for this subscription.
  if (person !== null && person !== note.person) await endSubscription();
}
