// Runs the most frequent exchange in one statement: session, records, ledger, log and changes.
import { timeOfId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import type { SendResult } from "../domain/messages/send-batcher.ts";
import type { SendItem } from "../domain/messages/send-items.ts";
import { isLongAgo } from "./age.ts";
import { noEffects } from "./call.ts";
import { network } from "./limits.ts";
import type { ReplayServices, Sender } from "./queued.ts";

/**
 * Runs a request in a batch if the batcher accepts all its commands, and they are new and within limits.
 * `position` is the snapshot of the device's cursor.
 * Null otherwise: the batch ran none or a part of it. The caller then replays the request, and the ledger identifies
 * that part.
 */
export async function runBatched(
  services: ReplayServices,
  sender: Sender,
  commands: readonly SentCommand[],
  position: string,
): Promise<SendResult | null> {
  const { me, clientId } = sender;
  const items = services.sends.accept({ userId: me.id, clientId }, commands);
  if (!items || items.some(({ commandId }) => isLongAgo(timeOfId(commandId)))) return null;
  const running = { command: services.sends.command, userId: me.id, ids: items.map(({ commandId }) => commandId) };
  if (services.inFlight.find(running)) return null;
  const { count } = services.commandLimits.take(me.id, items.length);
  const end = services.inFlight.begin(running);
  let result: SendResult | null = null;
  try {
    result = count === items.length ? await sendPlain(services, sender, items, position) : null;
    return result;
  } finally {
    if (!result) services.commandLimits.giveBack(me.id, count);
    // The ledger knows the commands that ran; this same request runs the others next.
    end(null);
  }
}

async function sendPlain(
  services: ReplayServices,
  { me, sessionHash, caller }: Sender,
  items: readonly SendItem[],
  position: string,
): Promise<SendResult | null> {
  const receivers = items.map(({ receiverId }) => receiverId);
  const reservation = await services.messageLimits.reserve(me.id, network(caller.address), receivers);
  let stored: readonly SendItem[] = [];
  let result: SendResult | null = null;
  try {
    if (reservation.waits.some((wait) => wait !== null)) return null;
    result = await services.sends.send({ userId: me.id, sessionHash, position, items });
    stored = items.filter(({ commandId }) => result!.sent.has(commandId));
  } catch (error) {
    services.log.debug({ err: error }, "a batch failed, its request is replayed");
  } finally {
    await reservation.release(stored.map(({ receiverId }) => receiverId));
  }
  if (!result || stored.length < items.length) return null;
  for (const _ of items)
    services.settled(services.sends.command, { status: "applied", result: undefined, effects: noEffects() });
  return result;
}
