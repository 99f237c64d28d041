// How many messages a person may send, and to how many new people. Counted from the messages themselves, so that it holds across
// processes and costs nothing while somebody is far from the limit.
import type { Knex } from "knex";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import { slidingCount } from "./sliding-count.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Up to this part of the limit a process trusts its own count: so many processes may serve one person. */
const TRUSTED_PART = 1 / 8;

export type MessageLimits = {
  /** For each receiver, in the order of sending: null where the message may go, else the milliseconds to wait. */
  check(sender: string, network: string, receivers: readonly string[]): Promise<(number | null)[]>;
  /** Notes messages that were sent. */
  sent(sender: string, network: string, receivers: readonly string[]): void;
};

type Settings = Pick<
  Config,
  "LIMIT_MESSAGES" | "LIMIT_NEW_RECEIVERS" | "LIMIT_ADDRESS_FACTOR" | "RATE_LIMIT_FACTOR" | "DEMO"
>;

const DEMO_ADDRESS_FACTOR = 50;
const MOST_KNOWN_PAIRS = 100_000;

export function createMessageLimits(db: Knex, settings: Settings): MessageLimits {
  const perMinute = Math.max(1, Math.ceil(settings.LIMIT_MESSAGES * settings.RATE_LIMIT_FACTOR));
  const perAddress = perMinute * settings.LIMIT_ADDRESS_FACTOR * (settings.DEMO ? DEMO_ADDRESS_FACTOR : 1);
  const newPerHour = Math.max(1, Math.ceil(settings.LIMIT_NEW_RECEIVERS * settings.RATE_LIMIT_FACTOR));
  const bySender = slidingCount(MINUTE);
  const byAddress = slidingCount(MINUTE);
  const knownPairs = new Set<string>();

  /** Messages left this minute, and the wait for the next when there are none. */
  async function room(sender: string, wanted: number): Promise<{ left: number; waitMs: number }> {
    if (bySender.count(sender) + wanted <= perMinute * TRUSTED_PART) return { left: wanted, waitMs: 0 };
    const { rows } = await db.raw(
      `select count(*)::int as sent, coalesce(extract(epoch from min("createdAt") + interval '1 minute' - now()) * 1000, 0)::float8 as "waitMs"
       from (select "createdAt" from messages where "senderId" = ? and "createdAt" > now() - interval '1 minute' limit ?) m`,
      [sender, perMinute + 1],
    );
    const { sent, waitMs } = (rows as { sent: number; waitMs: number }[])[0]!;
    return { left: Math.max(0, perMinute - sent), waitMs };
  }

  /** Those of the receivers the sender has no conversation with. */
  async function strangers(sender: string, receivers: ReadonlySet<string>): Promise<string[]> {
    const unknown = [...receivers].filter((receiver) => !knownPairs.has(`${sender} ${receiver}`));
    if (unknown.length === 0) return [];
    const { rows } = await db.raw(
      `select r.id::text, exists (select from messages m where least(m."senderId", m."receiverId") = least(r.id, :sender::uuid)
         and greatest(m."senderId", m."receiverId") = greatest(r.id, :sender::uuid)) as "isKnown"
       from unnest(:unknown::uuid[]) r (id)`,
      { sender, unknown },
    );
    const found = rows as { id: string; isKnown: boolean }[];
    for (const { id } of found.filter((one) => one.isKnown)) remember(sender, id);
    return found.filter((one) => !one.isKnown).map((one) => one.id);
  }

  function remember(sender: string, receiver: string): void {
    if (knownPairs.size >= MOST_KNOWN_PAIRS) knownPairs.clear();
    knownPairs.add(`${sender} ${receiver}`);
  }

  /** Conversations the sender opened within the hour. */
  async function openedLately(sender: string): Promise<number> {
    const { rows } = await db.raw(
      `select count(*)::int as opened from (
         select distinct "receiverId" as id from messages where "senderId" = :sender and "createdAt" > now() - interval '1 hour'
       ) r cross join lateral (
         select m."senderId", m."createdAt" from messages m
         where least(m."senderId", m."receiverId") = least(r.id, :sender::uuid)
           and greatest(m."senderId", m."receiverId") = greatest(r.id, :sender::uuid)
         order by m."createdAt", m.id limit 1
       ) first where first."senderId" = :sender and first."createdAt" > now() - interval '1 hour'`,
      { sender },
    );
    return (rows as { opened: number }[])[0]!.opened;
  }

  return {
    async check(sender, network, receivers) {
      const { left, waitMs } = await room(sender, receivers.length);
      const addressLeft = Math.max(0, perAddress - byAddress.count(network));
      const wait = left < addressLeft ? Math.max(1000, waitMs) : Math.max(1000, byAddress.msUntilFewer(network));
      const fresh = new Set(await strangers(sender, new Set(receivers)));
      let mayOpen = fresh.size === 0 ? 0 : newPerHour - (await openedLately(sender));
      const opened = new Set<string>();
      return receivers.map((receiver, index) => {
        if (index >= Math.min(left, addressLeft)) return Math.ceil(wait);
        if (!fresh.has(receiver) || opened.has(receiver)) return null;
        if (mayOpen-- <= 0) return HOUR / newPerHour;
        opened.add(receiver);
        return null;
      });
    },
    sent(sender, network, receivers) {
      bySender.add(sender, receivers.length);
      byAddress.add(network, receivers.length);
      for (const receiver of receivers) remember(sender, receiver);
    },
  };
}

/** @throws DomainError too-many when a single message must wait */
export async function requireRoom(
  limits: MessageLimits,
  sender: string,
  network: string,
  receiver: string,
): Promise<void> {
  const [waitMs] = await limits.check(sender, network, [receiver]);
  if (waitMs !== null && waitMs !== undefined)
    throw new DomainError("too-many", { retryAfter: Math.ceil(waitMs / 1000) });
}
