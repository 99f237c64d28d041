// Limits commands and new listings of a device queue: commands above a limit wait and are never refused.
import type { Knex } from "knex";
import type { Entry, ReplayServices, Sender } from "./queued.ts";

/** Up to this many retried commands may count twice, since checking each would cost more. */
const FEW = 20;

/** Returns commands without an answer yet, since a device sends all of them with every page. */
export async function unanswered<One extends Entry>(db: Knex, userId: string, entries: readonly One[]): Promise<One[]> {
  const ids = entries.map(({ id }) => id);
  const known: { commandId: string }[] = await db("outcomes")
    .select("commandId")
    .where({ userId })
    .whereIn("commandId", ids);
  const answered = new Set(known.map(({ commandId }) => commandId));
  return entries.filter(({ id }) => !answered.has(id));
}

/** Delays commands above the limits. The returned function releases capacity of commands that did not run. */
export async function holdBackCommands(
  { db, commandLimits }: ReplayServices,
  { me }: Sender,
  entries: readonly Entry[],
): Promise<() => Promise<void>> {
  const open = entries.filter(({ settled }) => !settled);
  const fresh = open.length > FEW ? await unanswered(db, me.id, open) : open;
  const commands = commandLimits.take(me.id, fresh.length);
  for (const entry of fresh.slice(commands.count)) entry.waitMs = commands.waitMs;
  const going = fresh.slice(0, commands.count);
  const creating = going.filter(({ call }) => call?.name === "aircraft.create");
  const unknown = creating.length > 0 ? await unanswered(db, me.id, creating) : [];
  const listings = await commandLimits.takeListings(me.id, unknown.length);
  for (const entry of unknown.slice(listings.count)) entry.waitMs = listings.waitMs;
  return async () => {
    const notRun = (some: readonly Entry[]) => some.filter(({ settled }) => settled?.status === "retry").length;
    commandLimits.giveBack(me.id, notRun(going));
    await commandLimits.giveListingsBack(me.id, notRun(unknown.slice(0, listings.count)));
  };
}
