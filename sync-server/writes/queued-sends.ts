// Messages in a device queue: applies their limits, and sends the first ones of each lane in one statement.
import type { Knex } from "knex";
import type { SendItem } from "../domain/messages/send-items.ts";
import { noEffects, type Call } from "./call.ts";
import { network } from "./limits.ts";
import { unanswered } from "./queued-limits.ts";
import type { Entry, Lane, ReplayServices, Sender } from "./queued.ts";
import { isSending, receiversOf } from "./sending.ts";

type Sent = Entry & { call: Call; receiver: string };

const isGoing = (entry: Entry): entry is Entry & { call: Call } =>
  Boolean(entry.call) && !entry.settled && entry.waitMs === undefined;
const receiverOf = ({ receiver }: Sent) => receiver;

/** Returns the commands that write a message, booking messages included, with their receivers. */
async function sendingEntries(db: Knex, entries: readonly Entry[]): Promise<Sent[]> {
  const calls = entries.flatMap((entry) => (isGoing(entry) && isSending(entry.call) ? [entry] : []));
  const receivers = await receiversOf(
    db,
    calls.map(({ call }) => call),
  );
  calls.forEach((entry, index) => (entry.receiver = receivers[index] ?? undefined));
  return calls.filter((entry): entry is Sent => entry.receiver !== undefined);
}

/**
 * Delays messages above the limits; those sent before do not count again.
 * The returned function releases the capacity of the others once their outcomes are known.
 */
export async function applyLimits(
  { db, messageLimits }: ReplayServices,
  { me, caller }: Sender,
  entries: readonly Entry[],
): Promise<() => Promise<void>> {
  let sends = await sendingEntries(db, entries);
  if (sends.length === 0) return () => Promise.resolve();
  const hold = () => messageLimits.reserve(me.id, network(caller.address), sends.map(receiverOf));
  let reservation = await hold();
  if (reservation.waits.some((wait) => wait !== null)) {
    await reservation.release([]);
    sends = await unanswered(db, me.id, sends);
    reservation = await hold();
    sends.forEach((entry, index) => (entry.waitMs = reservation.waits[index] ?? undefined));
  }
  return () => reservation.release(sends.filter(({ settled }) => settled?.status === "applied").map(receiverOf));
}

/** Sends the leading messages of the lanes in one statement, together with concurrent requests. */
export async function sendTogether(services: ReplayServices, sender: Sender, lanes: readonly Lane[]): Promise<void> {
  const going = lanes.filter(({ stopped }) => !stopped);
  const first = going.flatMap(({ entries }) => leadingItems(services, sender, entries));
  if (first.length === 0) return;
  const items = first.map(({ item }) => item);
  const request = { userId: sender.me.id, sessionHash: sender.sessionHash, position: null, items };
  const result = await services.sends.send(request).catch((error: unknown) => {
    services.log.debug({ err: error }, "a batch failed, its messages run one by one");
    return null;
  });
  for (const { entry } of first.filter(({ item }) => result?.sent.has(item.commandId))) {
    entry.settled = { status: "applied", result: undefined };
    services.settled(services.sends.command, { ...entry.settled, effects: noEffects() });
  }
}

type Leading = { entry: Entry; item: SendItem };

/** Returns the commands of a lane before the first one that is not batchable, or that must wait. */
function leadingItems({ sends }: ReplayServices, { me, clientId }: Sender, entries: readonly Entry[]): Leading[] {
  const leading: Leading[] = [];
  for (const entry of entries) {
    const { id, call, settled, waitMs } = entry;
    const isOpen = call && !settled && waitMs === undefined;
    const item = isOpen ? sends.itemOf({ userId: me.id, clientId }, { name: call.name, id, input: call.input }) : null;
    if (!item) break;
    leading.push({ entry, item });
  }
  return leading;
}
