import type { Knex } from "knex";
import type { Booking, bookingsCommands } from "../../../shared/domain/bookings.ts";
import { answerDeadline, MOST_TOTAL, nextSteps } from "../../../shared/domain/bookings-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";
import type { Handlers, SignedInContext } from "../../kit/command-handler.ts";
import { isAcceptedAtOnce, requireFits } from "../availability/fits.ts";
import { requireVerified } from "../accounts/rules.ts";
import { aircraftFields, whereVisible } from "../aircraft/rows.ts";
import { lockStrangers, postMessage } from "../messages/commands.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { bookingFields, seenBy } from "./rows.ts";
import { bothOf, lockBooking, takeStep } from "./steps.ts";

const HOUR_MS = 3_600_000;
/** A later end would need five digits for the year. */
const LATEST = Date.UTC(9999, 0, 1);

export const bookingsHandlers: Handlers<typeof bookingsCommands> = {
  async "bookings.request"(context, { messageId, aircraftId, ownerId, startDate, hours, quotedTotalCents, content }) {
    const { tx, id, me, changed } = context;
    const times = timesOf(startDate, hours);
    await lockOwnerToMeet(context, aircraftId);
    const plane = await lockBookable(context, aircraftId, ownerId);
    requireVerified(me);
    const quote = quoteFor(plane, hours, quotedTotalCents);
    const { instant } = await requireFits(tx, { aircraftId: plane.id, startDate, hours });
    const [row]: Booking[] = await tx("bookings")
      .insert({
        id,
        aircraftId,
        pilotId: me.id,
        ownerId: plane.ownerId,
        ...times,
        hours,
        ...quote,
        ...deadlines(times),
      })
      .returning(tx.raw(bookingFields) as unknown as string);
    changed("bookings", id, bothOf(row!));
    const message = await postMessage(context, {
      id: messageId ?? newId(),
      senderId: me.id,
      receiverId: plane.ownerId,
      content,
      aircraftId,
      bookingId: id,
    });
    if (!(await isAcceptedAtOnce(tx, instant, me, plane.ownerId))) return { booking: seenBy(row!, me.id), message };
    const step = { to: "accepted" as const, from: plane.ownerId, by: plane.ownerId };
    return { booking: seenBy(await takeStep(context, { booking: row!, plane }, step), me.id), message };
  },

  async "bookings.setStatus"(context, { id, status, peerId, seen, reason, note }) {
    const { tx, me } = context;
    const locked = await lockBooking(tx, id);
    const peer = locked && otherMember(locked.booking, me.id);
    if (!locked || peer === undefined) throw new DomainError("booking-not-found");
    const { booking } = locked;
    if (peerId !== undefined && peerId.toLowerCase() !== peer)
      throw new DomainError("invalid", { fields: { peerId: "This is not the other member of the booking" } });
    // A repeat, or a second device: the booking already has this status.
    if (booking.status === status && booking.lastStepBy === me.id) return seenBy(booking, me.id);
    if (!nextSteps(booking, me.id, new Date()).includes(status)) throw new DomainError("wrong-step");
    if (seen && (seen.startDate !== booking.startDate || seen.hours !== booking.hours))
      throw new DomainError("request-changed");
    if (status === "accepted") await requireActive(tx, peer);
    const why = status === "cancelled" ? { reason: reason ?? null, note: note ?? null } : {};
    return seenBy(await takeStep(context, locked, { to: status, from: me.id, by: me.id, ...why }), me.id);
  },
};

/** A refusal of one field in a full sentence, since the user may read it after the form is closed. */
function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", { message, fields: { [field]: message } });
}

function timesOf(startDate: string, hours: number): Pick<Booking, "startDate" | "endsAt"> {
  const start = Date.parse(startDate);
  if (start <= Date.now()) throw invalidField("startDate", "That start has passed. Choose a later one.");
  const end = start + hours * HOUR_MS;
  if (end >= LATEST) throw invalidField("startDate", "Choose an earlier start.");
  return { startDate, endsAt: new Date(end).toISOString() };
}

/** When the owner must have answered, and when they are reminded. */
function deadlines({ startDate }: Pick<Booking, "startDate">): { answerBy: string; nudgeAt: string } {
  const now = Date.now();
  const answerBy = answerDeadline(Date.parse(startDate), now);
  return { answerBy: new Date(answerBy).toISOString(), nudgeAt: new Date((now + answerBy) / 2).toISOString() };
}

type Quote = { hourlyRate: number; feeCents: number; totalCents: number; totalPrice: number };

/**
 * The price that the booking keeps.
 * @throws DomainError invalid below the aircraft's minimum hours or above the largest stored price, price-changed
 */
function quoteFor({ hourlyRate, minHours }: Aircraft, hours: number, quotedTotalCents: number | undefined): Quote {
  if (hours < minHours) throw invalidField("hours", `At least ${minHours} ${minHours === 1 ? "hour" : "hours"}`);
  const { totalPrice, feeCents, totalCents, total } = priceOf(hourlyRate, hours);
  if (totalPrice > MOST_TOTAL) throw invalidField("hours", "That is more than a booking can cost.");
  if (quotedTotalCents !== undefined && quotedTotalCents !== totalCents)
    throw new DomainError("price-changed", {
      message: `The rate is now ${dollars(hourlyRate)}. Send it at ${dollarsAndCents(total)}?`,
      fields: { quotedTotalCents: { base: quotedTotalCents, theirs: totalCents, yours: quotedTotalCents } },
    });
  return { hourlyRate, feeCents, totalCents, totalPrice };
}

/** The request's message may be the first of a conversation, so both users are locked before the aircraft. */
async function lockOwnerToMeet({ tx, me }: SignedInContext, aircraftId: string): Promise<void> {
  const found: { ownerId: string } | undefined = await tx("aircraft").where({ id: aircraftId }).first("ownerId");
  if (found) await lockStrangers(tx, me.id, found.ownerId);
}

/**
 * Locks the aircraft until the commit: nobody deletes it or changes its rate meanwhile.
 * @throws DomainError aircraft-not-found, own-aircraft, invalid for another owner, receiver-gone
 */
async function lockBookable({ tx, me }: SignedInContext, id: string, ownerId: string | undefined): Promise<Aircraft> {
  const plane: Aircraft | undefined = await tx("aircraft")
    .first(...aircraftFields.map((field) => `aircraft.${field}`))
    .where("aircraft.id", id)
    .modify(whereVisible, me)
    .forShare("aircraft");
  if (plane?.ownerId === me.id) throw new DomainError("own-aircraft");
  // An admin sees inactive aircraft, but cannot book them.
  if (!plane?.isActive) throw new DomainError("aircraft-not-found");
  if (ownerId !== undefined && ownerId.toLowerCase() !== plane.ownerId)
    throw new DomainError("invalid", { fields: { ownerId: "This is not the owner of the aircraft" } });
  await requireActive(tx, plane.ownerId);
  return plane;
}

/** @throws DomainError receiver-gone */
async function requireActive(tx: Knex, id: string): Promise<void> {
  if (!(await tx("users").where({ id, isActive: true }).first("id"))) throw new DomainError("receiver-gone");
}

function otherMember({ pilotId, ownerId }: Booking, id: string): string | undefined {
  if (id === ownerId) return pilotId;
  return id === pilotId ? ownerId : undefined;
}
