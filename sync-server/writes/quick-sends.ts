// The commonest exchange, messages and nothing else, in one statement: session, messages, ledger, log and news together.
import { messagesCommands } from "../../shared/domain/messages.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import type { SendResult } from "../domain/messages/send-batcher.ts";
import type { SendItem } from "../domain/messages/send-batch.ts";
import { isLongAgo } from "./age.ts";
import { noEffects } from "./call.ts";
import { network } from "./limits.ts";
import type { ReplayServices, Sender } from "./queued.ts";

/**
 * Sends a request's messages when they are plain ones, all of them new and within the limits. `heard` is the snapshot of the
 * phone's cursor. Null when anything about it is not plain: nothing, or only a part, may have been sent then, so the
 * commands take the ordinary way, where the ledger knows which.
 */
export async function sendQuickly(
  services: ReplayServices,
  sender: Sender,
  commands: readonly SentCommand[],
  heard: string,
): Promise<SendResult | null> {
  const items = plainItems(sender, commands);
  if (!items) return null;
  const { me } = sender;
  const running = { command: "messages.send" as const, userId: me.id, ids: items.map(({ commandId }) => commandId) };
  if (services.inFlight.find(running)) return null;
  const { count } = services.commandLimits.take(me.id, items.length);
  const end = services.inFlight.begin(running);
  let posted: SendResult | null = null;
  try {
    posted = count === items.length ? await sendPlain(services, sender, items, heard) : null;
    return posted;
  } finally {
    if (!posted) services.commandLimits.giveBack(me.id, count);
    // What was sent, the ledger knows; what was not, the same request runs next.
    end(null);
  }
}

async function sendPlain(
  services: ReplayServices,
  { me, sessionHash, caller }: Sender,
  items: readonly SendItem[],
  heard: string,
): Promise<SendResult | null> {
  const receivers = items.map(({ receiverId }) => receiverId);
  const room = await services.messageLimits.hold(me.id, network(caller.address), receivers);
  let stored: readonly SendItem[] = [];
  let posted: SendResult | null = null;
  try {
    if (room.waits.some((wait) => wait !== null)) return null;
    posted = await services.sends.send({ userId: me.id, sessionHash, heard, items });
    stored = items.filter(({ commandId }) => posted!.sent.has(commandId));
  } catch (error) {
    services.log.debug({ err: error }, "messages are taken the ordinary way");
  } finally {
    await room.settle(stored.map(({ receiverId }) => receiverId));
  }
  if (!posted || stored.length < items.length) return null;
  for (const _ of items)
    services.settled("messages.send", { status: "applied", result: undefined, effects: noEffects() });
  return posted;
}

function plainItems({ me, clientId }: Sender, commands: readonly SentCommand[]): SendItem[] | null {
  const items: SendItem[] = [];
  const seen = new Set<string>();
  for (const { id, name, input } of commands) {
    const parsed = name === "messages.send" ? messagesCommands["messages.send"].input.safeParse(input) : undefined;
    const commandId = id.toLowerCase();
    if (!parsed?.success || seen.has(commandId) || isLongAgo(timeOfId(commandId))) return null;
    seen.add(commandId);
    const { receiverId, content, aircraftId } = parsed.data;
    if (parsed.data.id !== undefined && parsed.data.id.toLowerCase() !== commandId) return null;
    items.push({ userId: me.id, commandId, clientId, receiverId: receiverId.toLowerCase(), content, aircraftId });
  }
  return items.length > 0 ? items : null;
}
