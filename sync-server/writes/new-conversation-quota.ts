// Limits new conversations per user and per address in an hour, counting the stored messages.
// A new conversation first takes a ticket from counters that all processes share, so that no burst exceeds the limit.
import type { Knex } from "knex";
import type { Config } from "../config.ts";
import { addressFactor, counter, counterKey, takePoints } from "./counter.ts";

const HOUR_SECONDS = 3600;
const MOST_KNOWN_PAIRS = 100_000;

export type QuotaSettings = Pick<Config, "LIMIT_NEW_RECEIVERS" | "LIMIT_ADDRESS_FACTOR" | "RATE_LIMIT_FACTOR" | "DEMO">;

/** Reserved tickets for new conversations. */
export type Reservation = {
  /** Receivers the sender must not write to before `waitMs` have passed. */
  refused: ReadonlySet<string>;
  /** Ends the reservation, once, and returns tickets of conversations that were not opened. */
  release(sentTo: ReadonlySet<string>): Promise<void>;
};

export type NewConversationQuota = {
  /** Reserves a ticket for each new receiver, in sending order. Without new receivers it runs no query. */
  reserve(sender: string, network: string, receivers: ReadonlySet<string>): Promise<Reservation>;
  /** Milliseconds until a retry may succeed. */
  waitMs: number;
};

/** A conversation being opened: several calls may carry its first message, and one succeeds. */
type Opening = { holders: number; tickets: number; isOpened: boolean };

export function createNewConversationQuota(db: Knex, settings: QuotaSettings): NewConversationQuota {
  const perHour = Math.max(1, Math.ceil(settings.LIMIT_NEW_RECEIVERS * settings.RATE_LIMIT_FACTOR));
  const byAccount = counter(db, "openings:account", perHour, HOUR_SECONDS);
  const byAddress = counter(db, "openings:address", perHour * addressFactor(settings), HOUR_SECONDS);
  const knownPairs = new Set<string>();
  const underWay = new Map<string, Opening>();
  const pair = (sender: string, receiver: string) => `${sender} ${receiver}`;

  function remember(sender: string, receiver: string): void {
    if (knownPairs.size >= MOST_KNOWN_PAIRS) knownPairs.clear();
    knownPairs.add(pair(sender, receiver));
  }

  /** Returns the receivers without a conversation with the sender. */
  async function strangers(sender: string, receivers: ReadonlySet<string>): Promise<string[]> {
    const unknown = [...receivers].filter((receiver) => !knownPairs.has(pair(sender, receiver)));
    if (unknown.length === 0) return [];
    const { rows } = await db.raw(
      `select r.id::text from unnest(:unknown::uuid[]) r (id)
       where exists (select from messages m where least(m."senderId", m."receiverId") = least(r.id, :sender::uuid)
         and greatest(m."senderId", m."receiverId") = greatest(r.id, :sender::uuid))`,
      { sender, unknown },
    );
    const known = new Set((rows as { id: string }[]).map(({ id }) => id));
    for (const id of known) remember(sender, id);
    return unknown.filter((id) => !known.has(id));
  }

  /** Counts conversations the sender opened within the hour. */
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

  /** Takes up to the wanted number of tickets. */
  async function takeTickets(sender: string, network: string, wanted: number): Promise<number> {
    const most = Math.min(wanted, perHour - (await openedLately(sender)));
    const { count: own } = await takePoints(byAccount, counterKey(sender), most);
    const { count: taken } = await takePoints(byAddress, counterKey(network), own);
    if (taken < own) await byAccount.reward(counterKey(sender), own - taken);
    return taken;
  }

  async function giveBack(sender: string, network: string, tickets: number): Promise<void> {
    const backs = [byAccount.reward(counterKey(sender), tickets), byAddress.reward(counterKey(network), tickets)];
    // A ticket that cannot be returned costs the user one for an hour, and must not fail a sent message.
    await Promise.allSettled(backs);
  }

  function join(sender: string, receiver: string, tickets: number): void {
    const found = underWay.get(pair(sender, receiver)) ?? { holders: 0, tickets: 0, isOpened: false };
    underWay.set(pair(sender, receiver), found);
    found.holders++;
    found.tickets += tickets;
  }

  /** Ends one call's part; returns the number of unused tickets. */
  function leave(sender: string, receiver: string, isOpened: boolean): number {
    const found = underWay.get(pair(sender, receiver))!;
    found.isOpened ||= isOpened;
    if (--found.holders > 0) return 0;
    underWay.delete(pair(sender, receiver));
    return found.tickets - (found.isOpened ? 1 : 0);
  }

  async function reserve(sender: string, network: string, receivers: ReadonlySet<string>): Promise<Reservation> {
    const fresh = await strangers(sender, receivers);
    const shared = fresh.filter((receiver) => underWay.has(pair(sender, receiver)));
    const alone = fresh.filter((receiver) => !shared.includes(receiver));
    for (const receiver of shared) join(sender, receiver, 0);
    const held = [...shared];

    async function release(sentTo: ReadonlySet<string>): Promise<void> {
      for (const receiver of sentTo) remember(sender, receiver);
      const left = held.reduce((sum, receiver) => sum + leave(sender, receiver, sentTo.has(receiver)), 0);
      if (left > 0) await giveBack(sender, network, left);
    }

    try {
      const tickets = alone.length === 0 ? 0 : await takeTickets(sender, network, alone.length);
      for (const receiver of alone.slice(0, tickets)) {
        join(sender, receiver, 1);
        held.push(receiver);
      }
      return { refused: new Set(alone.slice(tickets)), release };
    } catch (error) {
      await release(new Set());
      throw error;
    }
  }

  return { reserve, waitMs: (HOUR_SECONDS * 1000) / perHour };
}
