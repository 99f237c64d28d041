// Bookings as rows: the expressions of their fields, and which fields only one member sees.
import { answeredBooking, type Booking } from "../../../shared/domain/bookings.ts";

/**
 * Fields that are no plain columns, over the row `t`. A row that was stored before cents has its total in whole dollars.
 * `flightsTogether` is for the owner alone (`seenBy`), while the booking is open: later flights do not log ended bookings.
 */
export const bookingExpressions = (t: string) => ({
  totalCents: `(case when ${t}."totalCents" = 0 then ${t}."totalPrice"::bigint * 100 else ${t}."totalCents" end)`,
  flightsTogether: `(case when ${t}.status in ('requested', 'accepted') then (
    select count(*)::integer from bookings flown
    where flown."ownerId" = ${t}."ownerId" and flown."pilotId" = ${t}."pilotId" and flown.status = 'completed') end)`,
});

const expressions: Record<string, string> = bookingExpressions("bookings");

/** The select list of a whole booking, for `select` and `returning`. */
export const bookingFields = Object.keys(answeredBooking.shape)
  .map((field) => `${expressions[field] ?? `bookings."${field}"`} as "${field}"`)
  .join(", ");

/** The booking as a member sees it: how often both have flown together is for the owner's decision. */
export function seenBy<Row extends Pick<Booking, "ownerId" | "flightsTogether">>(row: Row, userId: string): Row {
  return row.ownerId === userId ? row : { ...row, flightsTogether: null };
}
