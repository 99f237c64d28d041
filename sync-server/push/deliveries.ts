// One delivery of a notice to one subscription: claimed, posted outside a transaction, then settled by the push
// service's answer.
import type { Knex } from "knex";
import type { Logger } from "pino";
import {
  conversationTag,
  MAX_PAYLOAD_BYTES,
  quietEnd,
  searchTag,
  type PushPayload,
} from "../../shared/domain/notices-rules.ts";
import { keyedHash } from "../db/keyed-hash.ts";
import type { About } from "../domain/notices/schedule.ts";
import { choicesOf, quietHoursOf } from "../domain/notices/choices.ts";
import { personHash } from "../domain/notices/subscriptions.ts";
import type { Services } from "../kit/services.ts";
import { RefusedEndpoint } from "./endpoints.ts";
import { noticeOf, quietUntil, situationOf } from "./notice.ts";
import { postPush, PUSH_TTL_SECONDS, type PostOptions, type PushAnswer } from "./post.ts";

const LEASE_SECONDS = 60;

/** Seconds before the next try, by tries so far; after the last one the notice is dropped. */
const RETRY_SECONDS = [30, 120, 600, 3600, 3600, 3600, 3600];

/** Counted up to this number; a badge shows less. */
const MOST_UNREAD = 1000;

export type Delivery = {
  subscriptionId: string;
  peerId: string;
  about: About | "test";
  version: number;
  attempts: number;
  /** The push service rejected the payload as too large, so this try omits the text. */
  isShort: boolean;
  /** Seconds since the notice was planned. */
  age: number;
  /** Start of this try; everything it reports happened before. */
  claimedAt: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  publicKey: string;
};

/** Result of a try; also the label of its metric. */
export type Verdict =
  "delivered" | "nothing-to-say" | "quiet" | "gone" | "too-large" | "retry" | "given-up" | "refused" | "other-key";

/** Takes due deliveries; another worker's are skipped until their lease ends. */
export async function claimDeliveries(db: Knex, count: number): Promise<Delivery[]> {
  const { rows } = await db.raw(
    `update push_deliveries d set "leaseUntil" = now() + ? * interval '1 second', attempts = attempts + 1
     from push_subscriptions p
     where p.id = d."subscriptionId" and (d."subscriptionId", d."peerId", d.about) in (
       select "subscriptionId", "peerId", about from push_deliveries
       where "runAt" <= now() and ("leaseUntil" is null or "leaseUntil" < now())
       order by "runAt" limit ? for update skip locked
     )
     returning d."subscriptionId", d."peerId", d.about, d.version, d.attempts, d."isShort",
       extract(epoch from now() - d."createdAt")::integer as age, now() as "claimedAt",
       p."userId", p.endpoint, p.p256dh, p.auth, p."publicKey"`,
    [LEASE_SECONDS, count],
  );
  return rows as Delivery[];
}

export type DeliveryTools = PostOptions & { services: Services; log: Logger };

/** Handles one claimed delivery: reads the current content, posts it, stores the verdict. */
export async function deliver(tools: DeliveryTools, delivery: Delivery): Promise<Verdict> {
  const said = await currentContent(tools.services, delivery);
  if (said === null) return settle(tools, delivery, "nothing-to-say", null);
  // Planned during the day, but a slow push service delayed it into the quiet hours.
  if (said.isQuiet) return delayUntilQuietEnd(tools.services.db, delivery);
  const { payload } = said;
  // Made for a key this server no longer has: the device detects it at its next start and subscribes again.
  if (delivery.publicKey !== tools.vapidKeys.publicKey) return settle(tools, delivery, "other-key", null);
  // The tag of a conversation names the other user alone, so the digest adds the receiver.
  const topic = keyedHash(tools.services.installationKey, "push-topic", `${delivery.userId}:${payload.tag}`);
  const { messageIds } = said;
  let answer: PushAnswer | null = null;
  try {
    answer = await postPush(tools, delivery, { payload: JSON.stringify(payload), topic });
  } catch (error) {
    if (error instanceof RefusedEndpoint) return settle(tools, delivery, "refused", null, messageIds);
    tools.log.debug({ err: error, messageIds }, "a push service could not be reached");
  }
  const verdict = verdictOn(answer, delivery);
  const { about, userId, attempts } = delivery;
  const status = answer?.status ?? null;
  tools.log.debug({ userId, about, messageIds, status, verdict, attempts }, "a push was posted");
  return settle(tools, delivery, verdict, answer, messageIds);
}

const tagOf: Record<About, (peerId: string) => string> = {
  conversation: conversationTag,
  review: (peerId) => `review:${peerId}`,
  search: searchTag,
  booking: (peerId) => `booking:${peerId}`,
};

/** `messageIds`: the messages that the push is about, newest first, for the log. */
type CurrentContent = { payload: PushPayload; isQuiet: boolean; messageIds: string[] };

async function currentContent(
  services: Services,
  { userId, peerId, about, isShort }: Delivery,
): Promise<CurrentContent | null> {
  const person = personHash(services.installationKey, userId);
  if (about === "test") {
    const unread = await unreadOf(services.db, userId);
    return {
      payload: { kind: "test", person, tag: "test", path: "/settings", unread },
      isQuiet: false,
      messageIds: [],
    };
  }
  const situation = await situationOf(services, { userId, peerId, about });
  const notice = situation && noticeOf(situation, "push");
  if (!notice) return null;
  const { kind, name, text, path, messageId } = notice;
  const tag = tagOf[about](peerId);
  const latest = messageId ?? undefined;
  const plain: PushPayload = { kind, person, tag, path, latest, unread: await unreadOf(services.db, userId) };
  const isQuiet = quietUntil(situation, notice, new Date()) !== null;
  const messageIds = notice.events.flatMap(({ id }) => id ?? []);
  if (situation.choices.hideText) return { payload: plain, isQuiet, messageIds };
  const whole: PushPayload = { ...plain, name, text };
  const fits = Buffer.byteLength(JSON.stringify(whole)) <= MAX_PAYLOAD_BYTES;
  return { payload: isShort || !fits ? { ...plain, name } : whole, isQuiet, messageIds };
}

/**
 * Delays a delivery until the quiet hours end; the try does not count.
 * Its lease ends at the same time, which distinguishes it from a delivery that waits for a push service.
 * A change of the hours releases deliveries with the old end.
 * Locks the choices, so that either transaction sees the other's change.
 */
async function delayUntilQuietEnd(db: Knex, { subscriptionId, peerId, about, userId }: Delivery): Promise<Verdict> {
  await db.transaction(async (tx) => {
    await tx("notice_settings").where({ userId }).forShare().first("userId");
    const end = quietEnd(new Date(), quietHoursOf(await choicesOf(tx, userId)))?.toISOString() ?? null;
    await tx("push_deliveries")
      .where({ subscriptionId, peerId, about })
      .update({ runAt: end ?? tx.fn.now(), leaseUntil: end, attempts: tx.raw("greatest(attempts - 1, 0)") });
  });
  return "quiet";
}

async function unreadOf(db: Knex, userId: string): Promise<number> {
  const some = db("messages").select(db.raw("1")).where({ receiverId: userId, read: false }).limit(MOST_UNREAD);
  const row = (await db.from(some.as("some")).count({ count: "*" }).first()) as { count: number } | undefined;
  return Number(row?.count ?? 0);
}

/** Maps an answer to a verdict; null is no answer, as after a timeout. */
export function verdictOn(
  answer: PushAnswer | null,
  { attempts, age, isShort }: Pick<Delivery, "attempts" | "age" | "isShort">,
): Verdict {
  const { status } = answer ?? { status: 0 };
  if (status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "gone";
  if (status === 413) return isShort ? "given-up" : "too-large";
  const mayHelp = status === 0 || status === 408 || status === 429 || status >= 500;
  if (!mayHelp) return "refused";
  return attempts > RETRY_SECONDS.length || age > PUSH_TTL_SECONDS ? "given-up" : "retry";
}

async function settle(
  { services: { db }, log }: DeliveryTools,
  delivery: Delivery,
  verdict: Verdict,
  answer: PushAnswer | null,
  messageIds: readonly string[] = [],
): Promise<Verdict> {
  const { subscriptionId, peerId, about, version, attempts } = delivery;
  const subscription = () => db("push_subscriptions").where({ id: subscriptionId });
  const row = () => db("push_deliveries").where({ subscriptionId, peerId, about });
  const status = answer?.status ?? null;
  if (verdict === "gone") {
    await subscription().delete();
    return verdict;
  }
  if (verdict === "delivered") {
    await noteDelivered(db, delivery);
    await subscription().update({ lastDeliveredAt: db.fn.now(), failingSince: null, lastStatus: status });
  } else if (verdict !== "nothing-to-say" && verdict !== "too-large") {
    await subscription().update({ failingSince: db.raw(`coalesce("failingSince", now())`), lastStatus: status });
  }
  // The server's keys or payload are wrong, which no device can repair.
  if (verdict === "refused")
    log.error({ status, host: hostOf(delivery.endpoint), messageIds }, "a push service refused a push");
  if (verdict === "retry" || verdict === "too-large") {
    const wait = verdict === "too-large" ? 0 : waitSeconds(attempts, answer);
    await row().update({
      runAt: db.raw(`now() + ? * interval '1 second'`, [wait]),
      leaseUntil: null,
      ...(verdict === "too-large" && { isShort: true }),
    });
    return verdict;
  }
  // A newer event raised the version meanwhile, so the row stays due.
  const ended = await row().where({ version }).update({ runAt: null, leaseUntil: null });
  if (ended === 0) await row().update({ leaseUntil: null });
  return verdict;
}

/** Stored per user and conversation, because the device may sign out right after the delivery. */
async function noteDelivered(db: Knex, { userId, peerId, about, claimedAt }: Delivery): Promise<void> {
  if (about === "test") return;
  await db("push_told")
    .insert({ userId, peerId, about, toldAt: claimedAt })
    .onConflict(["userId", "peerId", "about"])
    .merge({ toldAt: db.raw(`greatest(push_told."toldAt", excluded."toldAt")`) });
}

/** Returns the service's requested delay, limited by the notice's lifetime. */
function waitSeconds(attempts: number, answer: PushAnswer | null): number {
  const planned = RETRY_SECONDS[attempts - 1] ?? 3600;
  return Math.min(Math.max(planned, answer?.retryAfter ?? 0), PUSH_TTL_SECONDS);
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : "";
}
