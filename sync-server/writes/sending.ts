// To whom a command writes: what the limits of messages count, a booking's message among them.
import type { Knex } from "knex";
import type { CommandName } from "../../shared/commands.ts";

export type Sending = { name: CommandName; input: unknown };

type BookingInput = { ownerId?: string | undefined; aircraftId: string };

/** Whether a command writes a message of its own to somebody. */
export function isSending({ name }: Pick<Sending, "name">): boolean {
  return name === "messages.send" || name === "bookings.request";
}

/** For each sending command its receiver in lower case, or null where a booking is for no known aircraft. */
export async function receiversOf(db: Knex, sendings: readonly Sending[]): Promise<(string | null)[]> {
  const named = sendings.map(({ name, input }) =>
    name === "messages.send" ? (input as { receiverId: string }).receiverId : (input as BookingInput).ownerId,
  );
  const planes = sendings.filter((_, index) => named[index] === undefined).map(planeOf);
  const owners = new Map<string, string>();
  if (planes.length > 0) {
    const rows: { id: string; ownerId: string }[] = await db("aircraft").select("id", "ownerId").whereIn("id", planes);
    for (const { id, ownerId } of rows) owners.set(id, ownerId);
  }
  return sendings.map((one, index) => named[index]?.toLowerCase() ?? owners.get(planeOf(one)) ?? null);
}

function planeOf({ input }: Sending): string {
  return (input as BookingInput).aircraftId.toLowerCase();
}
