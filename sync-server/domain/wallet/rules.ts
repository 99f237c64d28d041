// Who may read shared papers, and until when.
import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { isOpenStatus, stepDue } from "../../../shared/domain/bookings-rules.ts";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import { isId } from "../../../shared/kit/ids.ts";

/** The place of a shared paper, to which its encryption binds it. */
export const placeOf = (bookingId: string, paper: PaperName) => `shared-paper:${bookingId}:${paper}`;

type Span = Pick<Booking, "status" | "startDate" | "endsAt" | "answerBy">;

/** Whether a booking has not ended, also by time alone. */
export function isOpen(booking: Span, now: Date): boolean {
  return isOpenStatus(booking.status) && stepDue(booking, now) === null;
}

/**
 * The booking whose shared papers a user may read: the owner of its aircraft alone, no admin, and only while the pilot's account is
 * active and could withdraw them. Undefined for everybody else.
 */
export async function bookingToRead(db: Knex, me: OwnUser, id: string): Promise<Span | undefined> {
  if (!isId(id)) return undefined;
  const row: Span | undefined = await db("bookings as b")
    .join("aircraft as a", "a.id", "b.aircraftId")
    .join("users as pilot", "pilot.id", "b.pilotId")
    .where({ "b.id": id, "b.ownerId": me.id, "a.ownerId": me.id, "pilot.isActive": true })
    .first("b.status", "b.startDate", "b.endsAt", "b.answerBy");
  return row;
}
