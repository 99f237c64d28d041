// The limits of commands and new listings for a phone's queue: what is over them waits, and is never refused.
import type { Knex } from "knex";
import type { Entry, ReplayServices, Sender } from "./queued.ts";

/** Up to so many commands may count a second time when they are sent again: looking each up would cost more. */
const FEW = 20;

/** Which of the commands have no answer yet: a phone sends them all again with every page. */
export async function unanswered<One extends Entry>(db: Knex, userId: string, entries: readonly One[]): Promise<One[]> {
  const ids = entries.map(({ id }) => id);
  const known: { commandId: string }[] = await db("outcomes")
    .select("commandId")
    .where({ userId })
    .whereIn("commandId", ids);
  const answered = new Set(known.map(({ commandId }) => commandId));
  return entries.filter(({ id }) => !answered.has(id));
}

/** Lets those beyond the limits wait. What is given ends the hold: room of commands that were not run is given back. */
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
