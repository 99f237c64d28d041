// Sends messages of a device in one statement, together with those of concurrent requests.
import type { Logger } from "pino";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import type { SendBatcher, SendResult } from "../domain/messages/send-batcher.ts";
import type { SendItem } from "../domain/messages/send-items.ts";
import { noEffects, type Call, type RequestContext } from "./call.ts";
import type { WriteServices } from "./execute.ts";
import { isLongAgo } from "./ledger.ts";
import type { MessageLimits } from "./message-limits.ts";

export type BatchServices = WriteServices & { sends: SendBatcher; messageLimits: MessageLimits; log: Logger };

/**
 * Runs the commands of a request in a batch if all are batchable, without an outcome and within limits.
 * `position` is the snapshot of the device's cursor, as text.
 * Null otherwise: the batch ran none or a part of it. The caller then replays the request, and the ledger identifies
 * that part.
 */
export async function runBatched(
  services: BatchServices,
  context: RequestContext,
  commands: readonly SentCommand[],
  position: string,
): Promise<SendResult | null> {
  const { sends, inFlight, commandLimits } = services;
  const userId = context.me.id;
  const items = sends.accept({ userId, clientId: context.clientId }, commands);
  if (!items || items.some(({ commandId }) => isLongAgo(timeOfId(commandId)))) return null;
  const running = { command: sends.command, userId, ids: items.map(({ commandId }) => commandId) };
  if (inFlight.find(running)) return null;
  const { count } = commandLimits.take(userId, items.length);
  const end = inFlight.begin(running);
  let result: SendResult | null = null;
  try {
    result = count === items.length ? await sendWithinLimits(services, context, items, position) : null;
    return result;
  } finally {
    if (!result) commandLimits.giveBack(userId, count);
    // The ledger knows the commands that ran; this same request runs the others next.
    end(null);
  }
}

/** Null unless every item was stored. */
async function sendWithinLimits(
  services: BatchServices,
  context: RequestContext,
  items: readonly SendItem[],
  position: string,
): Promise<SendResult | null> {
  const { sends, messageLimits, log } = services;
  const userId = context.me.id;
  const receivers = items.map(({ receiverId }) => receiverId);
  const reservation = await messageLimits.reserve(userId, context.caller.network, receivers);
  let stored: readonly SendItem[] = [];
  let result: SendResult | null = null;
  try {
    if (reservation.waits.some((wait) => wait !== null)) return null;
    const sent = await sends.send({ userId, sessionHash: context.sessionHash, position, items });
    stored = items.filter(({ commandId }) => sent.sent.has(commandId));
    result = sent;
  } catch (error) {
    log.debug({ requestId: context.requestId, err: error }, "a batch failed, its request is replayed");
  } finally {
    await reservation.release(stored.map(({ receiverId }) => receiverId));
  }
  if (!result || stored.length < items.length) return null;
  countApplied(services, context, stored);
  return result;
}

/**
 * Sends the first messages of each lane in one statement. Returns the ids of the commands that ran, or null after an error.
 * A lane ends before its first command that batches do not take.
 */
export async function sendMessages(
  services: BatchServices,
  context: RequestContext,
  lanes: readonly (readonly Call[])[],
): Promise<ReadonlySet<string> | null> {
  const { sends, log } = services;
  const { requestId, clientId, sessionHash } = context;
  const userId = context.me.id;
  const items = lanes.flatMap((calls) => {
    const all = calls.map(({ name, id, input }) => sends.itemOf({ userId, clientId }, { name, id, input }));
    const end = all.indexOf(null);
    return all.slice(0, end < 0 ? all.length : end).filter((item) => item !== null);
  });
  if (items.length === 0) return new Set();
  try {
    const { sent } = await sends.send({ userId, sessionHash, position: null, items });
    const stored = items.filter(({ commandId }) => sent.has(commandId));
    countApplied(services, context, stored);
    return new Set(stored.map(({ commandId }) => commandId));
  } catch (error) {
    log.debug({ requestId, err: error }, "a batch failed, its messages are sent one by one");
    return null;
  }
}

function countApplied(
  { sends, settled }: BatchServices,
  { requestId }: RequestContext,
  stored: readonly SendItem[],
): void {
  for (const { commandId } of stored)
    settled(
      { name: sends.command, id: commandId, requestId },
      { status: "applied", result: undefined, effects: noEffects() },
    );
}
