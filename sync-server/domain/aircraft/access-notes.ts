// The access notes of a listing. Only two mirrors have them: that of the owner, and that of a pilot with an accepted booking.
import type { Knex } from "knex";
import type { accessNotesCommands } from "../../../shared/domain/terms/access-notes.ts";
import { userScope, type Handlers, type SignedInContext } from "../../kit/command-handler.ts";
import { lockOwnAircraft } from "./own-aircraft.ts";

export const accessNotesHandlers: Handlers<typeof accessNotesCommands> = {
  async "accessNotes.save"(context, { id, ...wanted }) {
    const plane = await lockOwnAircraft(context.tx, id, context.me);
    const { accessNotes } = context.merge({ accessNotes: await accessNotesOf(context.tx, id) }, wanted);
    if (accessNotes !== undefined) await storeAccessNotes(context, plane, accessNotes);
    return undefined;
  },
};

const notesOf = (t: string, aircraftId: string) =>
  `(select n.notes from access_notes n where n."aircraftId" = ${t}."${aircraftId}")`;

/** SQL of the field `accessNotes` of a listing `t`, as the user `me` sees it. */
export const ownAccessNotes = (t: string, me: string) =>
  `(case when ${t}."ownerId" = ${me} then ${notesOf(t, "id")} end)`;

/** SQL of the field `accessNotes` of a booking `t`, as the user `me` sees it. */
export const bookedAccessNotes = (t: string, me: string) => `(case
  when ${t}."pilotId" = ${me} and ${t}.status = 'accepted' and ${t}."endsAt" > now() then ${notesOf(t, "aircraftId")} end)`;

/** The stored notes, null without any. */
export async function accessNotesOf(tx: Knex, aircraftId: string): Promise<string | null> {
  const row: { notes: string } | undefined = await tx("access_notes").where({ aircraftId }).first("notes");
  return row?.notes ?? null;
}

export async function removeAccessNotes(tx: Knex, aircraftId: string): Promise<void> {
  await tx("access_notes").where({ aircraftId }).delete();
}

/** Stores the notes of a locked listing; null or blank ones remove them. Logs them for the owner and for pilots of accepted bookings. */
export async function storeAccessNotes(
  { tx, changed }: Pick<SignedInContext, "tx" | "changed">,
  { id: aircraftId, ownerId }: { id: string; ownerId: string },
  notes: string | null,
): Promise<void> {
  if (!notes?.trim()) await removeAccessNotes(tx, aircraftId);
  else await tx("access_notes").insert({ aircraftId, notes }).onConflict("aircraftId").merge();
  changed("aircraft", aircraftId, [userScope(ownerId)]);
  const booked: { id: string; pilotId: string }[] = await tx("bookings")
    .where({ aircraftId, status: "accepted" })
    .whereRaw(`"endsAt" > now()`)
    .select("id", "pilotId");
  for (const { id, pilotId } of booked) changed("bookings", id, [userScope(pilotId)]);
}
