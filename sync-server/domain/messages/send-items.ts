// Which commands a batch takes, and what it needs of each.
import type { CommandName } from "../../../shared/commands.ts";
import { messagesCommands } from "../../../shared/domain/messages.ts";
import type { SentCommand } from "../../../shared/sync.ts";

/** The only command that is sent in batches. */
export const batchedCommand = "messages.send" satisfies CommandName;

const { input: inputSchema } = messagesCommands[batchedCommand];

/** One message to send. */
export type SendItem = {
  userId: string;
  commandId: string;
  clientId: string | null;
  receiverId: string;
  content: string;
  aircraftId: string | null;
};

/** Who sends, and from which device. */
export type ItemSender = { userId: string; clientId: string };

/** A command whose input has passed its schema, as an item of a batch; null when batches do not take it. */
export function itemOf(sender: ItemSender, { name, id, input }: SentCommand): SendItem | null {
  if (name !== batchedCommand) return null;
  const { receiverId, content, aircraftId } = input as {
    receiverId: string;
    content: string;
    aircraftId: string | null;
  };
  return { ...sender, commandId: id, receiverId: receiverId.toLowerCase(), content, aircraftId };
}

/** Everything a request sends as items, or null when one command must run alone: another one, a faulty one, or an id sent twice. */
export function itemsOf(sender: ItemSender, commands: readonly SentCommand[]): SendItem[] | null {
  const items = new Map<string, SendItem>();
  for (const { name, id, input } of commands) {
    const commandId = id.toLowerCase();
    const parsed = name === batchedCommand ? inputSchema.safeParse(input).data : undefined;
    if (!parsed || items.has(commandId) || (parsed.id ?? commandId).toLowerCase() !== commandId) return null;
    const item = itemOf(sender, { name, id: commandId, input: parsed });
    if (item) items.set(commandId, item);
  }
  return items.size > 0 ? [...items.values()] : null;
}
