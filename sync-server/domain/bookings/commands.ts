import type { Booking, bookingsCommands } from "../../../shared/domain/bookings.ts";
import { nextSteps } from "../../../shared/domain/bookings-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { Handlers, SignedInContext } from "../../kit/command-handler.ts";
import { isAcceptedAtOnce, requireFits } from "../availability/fits.ts";
import { requireVerified } from "../accounts/rules.ts";
import { aircraftFields, whereVisible } from "../aircraft/rows.ts";
import { addInquiry } from "../messages/inquiries.ts";
import { postMessage } from "../messages/commands.ts";
import { requireUnblocked } from "../safety/pairs.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { changeHandlers } from "./changes.ts";
import { requireActive } from "./members.ts";
import { deadlines, keptEligibility, keptTerms, quoteFor, timesOf } from "./quote.ts";
import { bookingFields, seenBy } from "./rows.ts";
import { bothOf, declineOverlapping, lockMine, takeStep } from "./steps.ts";

export const bookingsHandlers: Handlers<typeof bookingsCommands> = {
  async "bookings.request"(context, { messageId, aircraftId, ownerId, startDate, hours, content, ...quoted }) {
    const { tx, id, me, changed } = context;
    const times = timesOf(startDate, hours);
    await lockOwnerToMeet(context, aircraftId);
    const plane = await lockBookable(context, aircraftId, ownerId);
    requireVerified(me);
    const quote = { ...quoteFor(plane, hours, quoted.quotedTotalCents), ...keptTerms(plane, quoted.quotedTerms) };
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
        ...keptEligibility(plane.requirements, quoted.verdicts),
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
    if (!(await isAcceptedAtOnce(tx, instant, me, plane.ownerId))) {
      await addInquiry(tx, message);
      return { booking: seenBy(row!, me.id), message };
    }
    const step = { to: "accepted" as const, from: plane.ownerId, by: plane.ownerId, isAutomatic: true };
    const accepted = await takeStep(context, { booking: row!, plane }, step);
    await declineOverlapping(context, plane, accepted);
    return { booking: seenBy(accepted, me.id), message };
  },

  async "bookings.setStatus"(context, { id, status, peerId, seen, reason, note }) {
    const { me } = context;
    const locked = await lockMine(context, id, peerId);
    const { booking, plane, peer } = locked;
    // A repeat, or a second device: the booking already has this status.
    if (booking.status === status && booking.lastStepBy === me.id) return seenBy(booking, me.id);
    // Another acceptance has declined it.
    if (status === "accepted" && booking.reason === "taken") throw new DomainError("hours-taken");
    if (!nextSteps(booking, me.id, new Date()).includes(status)) throw new DomainError("wrong-step");
    if (seen && (seen.startDate !== booking.startDate || seen.hours !== booking.hours))
      throw new DomainError("request-changed");
    if (status === "accepted") await requireUnblocked(context.tx, me.id, peer);
    const why = {
      ...(status === "accepted" && { needs: peer }),
      ...(status === "cancelled" && { reason: reason ?? null }),
      ...(["cancelled", "declined"].includes(status) && { note: note ?? null }),
    };
    const row = await takeStep(context, locked, { to: status, from: me.id, by: me.id, ...why });
    if (status === "accepted") await declineOverlapping(context, plane, row);
    return seenBy(row, me.id);
  },

  ...changeHandlers,
};

/**
 * Locks both users before the aircraft. The message may be the first of their conversation. One of them may be blocking the other:
 * the statements that follow find that.
 */
async function lockOwnerToMeet({ tx, me }: SignedInContext, aircraftId: string): Promise<void> {
  const found: { ownerId: string } | undefined = await tx("aircraft").where({ id: aircraftId }).first("ownerId");
  if (found) await lockUsers(tx, [me.id, found.ownerId], "keep");
}

/**
 * Locks the aircraft until the commit, so that requests, acceptances and edits of it run in order.
 * @throws DomainError aircraft-not-found, own-aircraft, invalid for another owner, receiver-gone
 */
async function lockBookable({ tx, me }: SignedInContext, id: string, ownerId: string | undefined): Promise<Aircraft> {
  const plane: Aircraft | undefined = await tx("aircraft")
    .first(...aircraftFields.map((field) => `aircraft.${field}`))
    .where("aircraft.id", id)
    .modify(whereVisible, me)
    .forNoKeyUpdate("aircraft");
  if (plane?.ownerId === me.id) throw new DomainError("own-aircraft");
  // An admin sees inactive aircraft, but cannot book them.
  if (!plane?.isActive) throw new DomainError("aircraft-not-found");
  if (ownerId !== undefined && ownerId.toLowerCase() !== plane.ownerId)
    throw new DomainError("invalid", { fields: { ownerId: "This is not the owner of the aircraft" } });
  await requireActive(tx, plane.ownerId);
  // An admin sees the listings of every owner.
  await requireUnblocked(tx, me.id, plane.ownerId);
  return plane;
}
