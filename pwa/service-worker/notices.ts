// Push: a notification for every one that comes, because browsers withdraw the permission otherwise. One a conversation; what was read
// on another device goes away with the next; nothing private is shown to anybody else.
import { isNoticePath, neutralWords, noticeWords, type PushPayload } from "../../shared/domain/notices-rules.ts";
import { deviceNote } from "../device/person/device-notes.ts";
import { closeReadNotices, type NoticeData } from "../device/person/read-notices.ts";
import { paths } from "../device/transport/paths.ts";
import { setBadge } from "./badge.ts";
import { afterExchange, type PersonHere, signedInHere } from "./outbox.ts";
import { closeNotices, endSubscription } from "./session-end.ts";

declare const self: ServiceWorkerGlobalScope;

const ICON = "/icon-192.png";

/** Pushes with news that came since the worker started. */
let pushes = 0;
/** Exchanges for pushes, one after the other: two at once would find the lock taken and leave the count as it was. */
let line: Promise<void> = Promise.resolve();

export async function onPush(data: PushMessageData | null): Promise<void> {
  const payload = payloadIn(data);
  if (!payload || !(await isForWhoeverIsHere(payload.person))) return await onPushForNobody();
  const { kind, path, person, tag, unread, latest } = payload;
  const isTest = kind === "test";
  const turn = isTest ? pushes : ++pushes;
  await Promise.all([show(noticeWords(payload), tag, { path, person, latest }), setBadge(unread)]);
  if (isTest) return;
  // The rows come along, so that they are there when the app opens. Of several pushes in a row only the newest asks: its count stands.
  const taken = line.then(() => (turn === pushes ? takeRows(payload, turn) : undefined));
  line = taken.catch(() => undefined);
  await taken;
}

async function takeRows({ tag, person }: PushPayload, turn: number): Promise<void> {
  const isNewest = () => turn === pushes;
  await afterExchange("push", (here) => settleNotices(here, tag, isNewest)).catch(() => undefined);
  if (await isForWhoeverIsHere(person)) return;
  // The session was over, or ended meanwhile: a push that had been on its way for long. The browser wants something in its place.
  await closeNotices((shown) => shown.person === person);
  await show(neutralWords, "neutral", {});
}

/** What the rows of now say about the notices on the screen and about the count, which may have waited for hours with the push. */
async function settleNotices({ userId, engine }: PersonHere, tag: string, isNewest: () => boolean): Promise<void> {
  // The newest one looks at the whole screen when its turn comes.
  if (!isNewest()) return;
  const isRead = async (id: string) => (await engine.row("messages", id))?.["read"] === true;
  const notices = await self.registration.getNotifications();
  // The notice of this very push stays until the next event: a browser that sees none shows one of its own.
  const others = notices.filter((notice) => notice.tag !== tag);
  await closeReadNotices(others, isRead);
  // Without an answer the push is the server's newest word.
  if (!engine.status.hasHeard) return;
  const where = { field: "receiverId", equals: userId };
  const unread = await engine.rows("messages", { where, filter: (row) => row["read"] !== true });
  if (isNewest()) await setBadge(unread.length);
}

async function onPushForNobody(): Promise<void> {
  await show(neutralWords, "neutral", {});
  let userId: string | null;
  try {
    userId = await signedInHere();
  } catch {
    // The device did not say who is here; that is no reason to end anybody's push.
    return;
  }
  // Somebody signed out where the push service could not be told: it is now.
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
  const answer = await fetch(paths.pushSubscriptions, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    body: JSON.stringify({ endpoint, keys, publicKey: note.publicKey }),
  });
  const { person } = answer.ok ? ((await answer.json()) as { person: string }) : { person: null };
  // Whoever the session belongs to by now: not the one who wanted this.
  if (person !== null && person !== note.person) await endSubscription();
}
