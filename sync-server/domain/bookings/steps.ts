// One step of a booking: updates the row, adds its message to the conversation, and logs for both members.
import type { Knex } from "knex";
import { booking, type Booking } from "../../../shared/domain/bookings.ts";
import { stepLine, type BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { userScope } from "../../kit/command-handler.ts";
import { postMessage, type Posting } from "../messages/commands.ts";

export const bookingColumns = Object.keys(booking.schema.shape) as (keyof Booking)[];

type Plane = { name: string; location: string };
export type LockedBooking = { booking: Booking; plane: Plane };

/** The member who took the last step; null before any step, and after a step by time. */
type LastStep = { lastStepBy: string | null };

/** Scopes of the two members. */
export function bothOf({ pilotId, ownerId }: Pick<Booking, "pilotId" | "ownerId">): string[] {
  return [userScope(pilotId), userScope(ownerId)];
}

/**
 * Locks a booking until the commit, its aircraft first: steps, edits and deletion of one aircraft run in order, without
 * deadlocks. Two overlapping acceptances meet at this lock, not at the index. With `blocksNewWatchers` new watchers of the
 * aircraft wait too.
 */
export async function lockBooking(
  tx: Knex.Transaction,
  id: string,
  { blocksNewWatchers = false } = {},
): Promise<(LockedBooking & LastStep) | undefined> {
  const found = await tx("bookings").where({ id }).first("aircraftId");
  if (!found) return undefined;
  const aircraft = tx("aircraft").where({ id: found.aircraftId }).first("name", "location");
  const plane: Plane = await (blocksNewWatchers ? aircraft.forUpdate() : aircraft.forNoKeyUpdate());
  const { lastStepBy, ...locked }: Booking & LastStep = await tx("bookings")
    .where({ id })
    .first(...bookingColumns, "lastStepBy")
    .forUpdate();
  return { booking: locked, plane, lastStepBy };
}

/**
 * Takes a step of a locked booking. `from` is the member who authors the message; `more` is an additional sentence;
 * `by` is the member who requested the step.
 * @throws DomainError hours-taken
 */
export async function takeStep(
  posting: Posting,
  { booking: { id, aircraftId, pilotId, ownerId, startDate, hours }, plane }: LockedBooking,
  { to, from, more = "", by = null }: { to: BookingStatus; from: string; more?: string; by?: string | null },
): Promise<Booking> {
  const { tx, changed } = posting;
  const [row]: Booking[] = await tx("bookings")
    .where({ id })
    .update({ status: to, lastStepBy: by, rev: tx.raw("rev + 1") })
    .returning(bookingColumns)
    .catch(hoursTaken);
  changed("bookings", id, bothOf(row!));
  await postMessage(posting, {
    id: newId(),
    senderId: from,
    receiverId: from === pilotId ? ownerId : pilotId,
    content: `${stepLine(to, plane, { startDate, hours })}${more}`,
    aircraftId,
    bookingId: id,
  });
  return row!;
}

function hoursTaken(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === "bookings_never_overlap") throw new DomainError("hours-taken");
  throw error;
}

/** Declines open requests of a deleted aircraft, which the caller has locked. */
export async function declineOpenRequests(posting: Posting, aircraftId: string, plane: Plane): Promise<void> {
  const open: Booking[] = await posting
    .tx("bookings")
    .select(...bookingColumns)
    .where({ aircraftId, status: "requested" })
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate();
  for (const one of open) {
    const step = { to: "declined" as const, from: one.ownerId, more: " The aircraft is no longer listed." };
    await takeStep(posting, { booking: one, plane }, step);
  }
}
