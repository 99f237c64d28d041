// Finds the receivers of commands that send messages, for the message limits; booking messages count too.
import type { Knex } from "knex";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";

export type Sending = { name: CommandName; input: unknown };

type BookingInput = { aircraftId: string };

/** Whether a command writes a message. */
export function isSending({ name }: Pick<Sending, "name">): boolean {
  return messageTo(name) !== undefined;
}

/** Returns the receiver of each sending command in lower case, or null where a booking's aircraft is unknown. */
export async function receiversOf(db: Knex, sendings: readonly Sending[]): Promise<(string | null)[]> {
  const named = sendings.map(({ name, input }) => messageTo(name)?.(input));
  const planes = sendings.filter((_, index) => named[index] === undefined).map(planeOf);
  const owners = new Map<string, string>();
  if (planes.length > 0) {
    const rows: { id: string; ownerId: string }[] = await db("aircraft").select("id", "ownerId").whereIn("id", planes);
    for (const { id, ownerId } of rows) owners.set(id, ownerId);
  }
  return sendings.map((one, index) => named[index]?.toLowerCase() ?? owners.get(planeOf(one)) ?? null);
}

/** Returns the command's rule for its receiver; undefined if it writes no message. */
function messageTo(name: CommandName): ((input: unknown) => string | undefined) | undefined {
  const spec: Command = commands[name];
  return spec.offline ? spec.messageTo : undefined;
}

function planeOf({ input }: Sending): string {
  return (input as BookingInput).aircraftId.toLowerCase();
}
