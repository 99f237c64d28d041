// The messages in a phone's queue: their limits, and the one statement that takes those that stand first in their lanes.
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

/** Those that write a message of their own, a booking's among them, with the receiver found. */
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
 * Messages over the limit wait; those that went out before do not count again. What is given ends the hold on the others' room, once
 * it is known what became of them.
 */
export async function applyLimits(
  { db, messageLimits }: ReplayServices,
  { me, caller }: Sender,
  entries: readonly Entry[],
): Promise<() => Promise<void>> {
  let sends = await sendingEntries(db, entries);
  if (sends.length === 0) return () => Promise.resolve();
  const hold = () => messageLimits.hold(me.id, network(caller.address), sends.map(receiverOf));
  let room = await hold();
  if (room.waits.some((wait) => wait !== null)) {
    await room.settle([]);
    sends = await unanswered(db, me.id, sends);
    room = await hold();
    sends.forEach((entry, index) => (entry.waitMs = room.waits[index] ?? undefined));
  }
  return () => room.settle(sends.filter(({ settled }) => settled?.status === "applied").map(receiverOf));
}

/** The messages that stand first in their lanes, in one statement with whatever others send at the moment. */
export async function sendTogether(services: ReplayServices, sender: Sender, lanes: readonly Lane[]): Promise<void> {
  const going = lanes.filter(({ stopped }) => !stopped);
  const first = going.flatMap(({ entries }) => leadingItems(services, sender, entries));
  if (first.length === 0) return;
  const items = first.map(({ item }) => item);
  const letter = { userId: sender.me.id, sessionHash: sender.sessionHash, heard: null, items };
  const posted = await services.sends.send(letter).catch((error: unknown) => {
    services.log.debug({ err: error }, "a run of messages is taken one by one");
    return null;
  });
  for (const { entry } of first.filter(({ item }) => posted?.sent.has(item.commandId))) {
    entry.settled = { status: "applied", result: undefined };
    services.settled(services.sends.command, { ...entry.settled, effects: noEffects() });
  }
}

type Leading = { entry: Entry; item: SendItem };

/** The commands of a lane up to the first that a batch does not take, or that must wait. */
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
