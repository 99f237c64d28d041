// Limits messages per user and per address, and the number of new receivers.
// Counts a user's stored messages, which holds across processes and costs nothing far below the limit.
// Reserves capacity for messages in flight, so that no burst exceeds the limit.
import type { Knex } from "knex";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import { addressFactor } from "./counter.ts";
import { createNewConversationQuota, type QuotaSettings } from "./new-conversation-quota.ts";
import { slidingCount } from "./sliding-count.ts";

const MINUTE = 60_000;

/** Below this fraction of the limit a process trusts its own count, so 8 processes may serve one user. */
const TRUSTED_PART = 1 / 8;

/** Reserved capacity for messages in flight. */
export type MessageReservation = {
  /** One entry per receiver, in sending order: null to send now, else milliseconds to wait. */
  waits: readonly (number | null)[];
  /** Releases unused capacity; call once. Messages in `sentTo` count. */
  release(sentTo: readonly string[]): Promise<void>;
};

export type MessageLimits = {
  reserve(sender: string, network: string, receivers: readonly string[]): Promise<MessageReservation>;
};

type Settings = QuotaSettings & Pick<Config, "LIMIT_MESSAGES">;

export function createMessageLimits(db: Knex, settings: Settings): MessageLimits {
  const perMinute = Math.max(1, Math.ceil(settings.LIMIT_MESSAGES * settings.RATE_LIMIT_FACTOR));
  const perAddress = perMinute * addressFactor(settings);
  const bySender = slidingCount(MINUTE);
  const byAddress = slidingCount(MINUTE);
  const inFlight = tally();
  const inFlightFrom = tally();
  const quota = createNewConversationQuota(db, settings);

  /** Messages left this minute, and the wait for the next when none are left. `ahead` are in flight. */
  async function capacity(sender: string, ahead: number, wanted: number): Promise<{ left: number; waitMs: number }> {
    if (bySender.count(sender) + ahead + wanted <= perMinute * TRUSTED_PART) return { left: wanted, waitMs: 0 };
    const { rows } = await db.raw(
      `select count(*)::int as sent, coalesce(extract(epoch from min("createdAt") + interval '1 minute' - now()) * 1000, 0)::float8 as "waitMs"
       from (select "createdAt" from messages where "senderId" = ? and "createdAt" > now() - interval '1 minute' limit ?) m`,
      [sender, perMinute + 1],
    );
    const { sent, waitMs } = (rows as { sent: number; waitMs: number }[])[0]!;
    // A message just stored may count twice, as sent and as in flight, but never zero times.
    return { left: Math.max(0, perMinute - sent - ahead), waitMs };
  }

  async function reserve(sender: string, network: string, receivers: readonly string[]): Promise<MessageReservation> {
    let held = receivers.length;
    function releaseSome(count: number): void {
      held -= count;
      inFlight.add(sender, -count);
      inFlightFrom.add(network, -count);
    }
    // Reserves before the first await, so that the next caller counts these as ahead.
    const [ahead, aheadFrom] = [inFlight.count(sender), inFlightFrom.count(network)];
    inFlight.add(sender, held);
    inFlightFrom.add(network, held);
    const addressLeft = Math.max(0, perAddress - byAddress.count(network) - aheadFrom);
    try {
      const { left, waitMs } = await capacity(sender, ahead, receivers.length);
      const wait = left < addressLeft ? Math.max(1000, waitMs) : Math.max(1000, byAddress.msUntilFewer(network));
      const going = receivers.slice(0, Math.min(left, addressLeft));
      const opened = await quota.reserve(sender, network, new Set(going));
      const waits = receivers.map((receiver, index) => {
        if (index >= going.length) return Math.ceil(wait);
        return opened.refused.has(receiver) ? quota.waitMs : null;
      });
      releaseSome(waits.filter((one) => one !== null).length);
      return {
        waits,
        async release(sentTo) {
          releaseSome(held);
          bySender.add(sender, sentTo.length);
          byAddress.add(network, sentTo.length);
          await opened.release(new Set(sentTo));
        },
      };
    } catch (error) {
      releaseSome(held);
      throw error;
    }
  }

  return { reserve };
}

/** Counts by key. */
function tally() {
  const counts = new Map<string, number>();
  return {
    count: (key: string) => counts.get(key) ?? 0,
    add(key: string, more: number): void {
      const now = (counts.get(key) ?? 0) + more;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}

/**
 * Reserves capacity for one message.
 * @throws DomainError too-many when it must wait
 */
export async function reserveMessage(
  limits: MessageLimits,
  sender: string,
  network: string,
  receiver: string,
): Promise<MessageReservation> {
  const reservation = await limits.reserve(sender, network, [receiver]);
  const [waitMs] = reservation.waits;
  if (waitMs === null || waitMs === undefined) return reservation;
  await reservation.release([]);
  throw new DomainError("too-many", { retryAfter: Math.ceil(waitMs / 1000) });
}

export type Sending = { name: CommandName; input: unknown };

type BookingInput = { aircraftId: string };

/** Whether a command writes a message. */
export function isSending({ name }: Pick<Sending, "name">): boolean {
  return messageTo(name) !== undefined;
}

/** Returns the receiver of each sending command in lower case, or null where a booking's aircraft is unknown. */
export async function receiversOf(db: Knex, sendings: readonly Sending[]): Promise<(string | null)[]> {
  const named = sendings.map(({ name, input }) => messageTo(name)?.(input));
  const planes = sendings.filter((_, index) => named[index] === undefined).map(planeOf);
  const owners = new Map<string, string>();
  if (planes.length > 0) {
    const rows: { id: string; ownerId: string }[] = await db("aircraft").select("id", "ownerId").whereIn("id", planes);
    for (const { id, ownerId } of rows) owners.set(id, ownerId);
  }
  return sendings.map((one, index) => named[index]?.toLowerCase() ?? owners.get(planeOf(one)) ?? null);
}

/** Returns the command's rule for its receiver; undefined if it writes no message. */
function messageTo(name: CommandName): ((input: unknown) => string | undefined) | undefined {
  const spec: Command = commands[name];
  return spec.offline ? spec.messageTo : undefined;
}

function planeOf({ input }: Sending): string {
  return (input as BookingInput).aircraftId.toLowerCase();
}
