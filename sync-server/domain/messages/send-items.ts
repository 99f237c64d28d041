// Which commands are batchable, and what a batch needs of each.
import type { CommandName } from "../../../shared/commands.ts";
import { messagesCommands } from "../../../shared/domain/messages.ts";
import type { SentCommand } from "../../../shared/sync.ts";

/** The only batchable command. */
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

/** The sending user and device. */
export type ItemSender = { userId: string; clientId: string };

/** A command with a valid input as an item; null when it is not batchable. */
export function itemOf(sender: ItemSender, { name, id, input }: SentCommand): SendItem | null {
  if (name !== batchedCommand) return null;
  const { receiverId, content, aircraftId } = input as {
    receiverId: string;
    content: string;
    aircraftId: string | null;
  };
  return { ...sender, commandId: id, receiverId: receiverId.toLowerCase(), content, aircraftId };
}

/** A request's commands as items; null when one must run alone: another command, an invalid one, or a repeated id. */
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
