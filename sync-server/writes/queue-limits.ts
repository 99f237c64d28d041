// Limits for the commands of a device's queue: those above a limit wait and are never refused.
import type { Knex } from "knex";
import { commands } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import type { Call, RequestContext } from "./call.ts";
import type { CommandLimits } from "./command-limits.ts";
import { isSending, receiversOf, type MessageLimits } from "./message-limits.ts";

export type QueueLimits = { db: Knex; commandLimits: CommandLimits; messageLimits: MessageLimits };

/** A command without an outcome. `call` is absent if it cannot run. */
type OpenCommand = { id: string; call?: Call };

type Statuses = ReadonlyMap<string, "applied" | "refused" | "retry" | undefined>;

/** Reserved capacity for the commands of a queue. */
export type QueueReservation = {
  /** Milliseconds that a command must wait, by command id; absent for those that may run now. */
  waits: ReadonlyMap<string, number>;
  /** Returns the capacity of commands that did not run; call once, with the status of each command. */
  release(statuses: Statuses): Promise<void>;
};

/** Reserves capacity in every limit. */
export async function reserve(
  limits: QueueLimits,
  context: RequestContext,
  open: readonly OpenCommand[],
): Promise<QueueReservation> {
  const waits = new Map<string, number>();
  const releaseCommands = await reserveCommands(limits, context.me.id, open, waits);
  const calls = open.flatMap(({ id, call }) => (call && !waits.has(id) ? [call] : []));
  const releaseMessages = await reserveMessages(limits, context, calls, waits);
  return {
    waits,
    async release(statuses) {
      try {
        await releaseMessages(statuses);
      } finally {
        await releaseCommands(statuses);
      }
    },
  };
}

type Release = (statuses: Statuses) => Promise<void>;

/** Limits commands and new listings. */
async function reserveCommands(
  { db, commandLimits }: QueueLimits,
  userId: string,
  open: readonly OpenCommand[],
  waits: Map<string, number>,
): Promise<Release> {
  const granted = commandLimits.take(userId, open.length);
  for (const { id } of open.slice(granted.count)) waits.set(id, granted.waitMs);
  const going = open.slice(0, granted.count);
  const creating = going.filter(({ call }) => call && isListing(call));
  const listings = creating.length > 0 ? await unanswered(db, userId, creating) : [];
  const grantedListings = await commandLimits.takeListings(userId, listings.length);
  for (const { id } of listings.slice(grantedListings.count)) waits.set(id, grantedListings.waitMs);
  return async (statuses) => {
    const notRun = (some: readonly OpenCommand[]) => some.filter(({ id }) => statuses.get(id) === "retry").length;
    commandLimits.giveBack(userId, notRun(going));
    await commandLimits.giveListingsBack(userId, notRun(listings.slice(0, grantedListings.count)));
  };
}

function isListing({ name }: Call): boolean {
  const spec: Command = commands[name];
  return spec.offline && spec.countsAsListing === true;
}

/** Limits messages, booking messages included; those sent before do not count again. */
async function reserveMessages(
  { db, messageLimits }: QueueLimits,
  context: RequestContext,
  calls: readonly Call[],
  waits: Map<string, number>,
): Promise<Release> {
  const userId = context.me.id;
  const sending = calls.filter(isSending);
  const receivers = await receiversOf(db, sending);
  let sends = sending.flatMap(({ id }, index) => {
    const receiver = receivers[index];
    return receiver ? [{ id, receiver }] : [];
  });
  if (sends.length === 0) return () => Promise.resolve();
  const receiversNow = () => sends.map(({ receiver }) => receiver);
  let reservation = await messageLimits.reserve(userId, context.caller.network, receiversNow());
  if (reservation.waits.some((wait) => wait !== null)) {
    await reservation.release([]);
    sends = await unanswered(db, userId, sends);
    reservation = await messageLimits.reserve(userId, context.caller.network, receiversNow());
    sends.forEach(({ id }, index) => {
      const wait = reservation.waits[index];
      if (typeof wait === "number") waits.set(id, wait);
    });
  }
  return (statuses) =>
    reservation.release(sends.filter(({ id }) => statuses.get(id) === "applied").map(({ receiver }) => receiver));
}

/** Returns commands without an answer yet, since a device sends all of them with every page. */
async function unanswered<One extends { id: string }>(db: Knex, userId: string, some: readonly One[]): Promise<One[]> {
  const ids = some.map(({ id }) => id);
  const known: { commandId: string }[] = await db("outcomes")
    .select("commandId")
    .where({ userId })
    .whereIn("commandId", ids);
  const answered = new Set(known.map(({ commandId }) => commandId));
  return some.filter(({ id }) => !answered.has(id));
}
