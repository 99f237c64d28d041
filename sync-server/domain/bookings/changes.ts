// Changes of a booking's hours: the pilot edits an open request, either member proposes other hours and the other answers.
import type { Booking, bookingsCommands } from "../../../shared/domain/bookings.ts";
import {
  mayPropose,
  nextSteps,
  proposalAnswersOf,
  rateOf,
  reasonSentence,
  stepLine,
} from "../../../shared/domain/bookings-rules.ts";
import type { Verdict } from "../../../shared/domain/eligibility/choices.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Handlers, SignedInContext } from "../../kit/command-handler.ts";
import { requireFits } from "../availability/fits.ts";
import { requireUnblocked } from "../safety/pairs.ts";
import { deadlines, invalidField, movedEligibility, quoteFor, timesOf } from "./quote.ts";
import { seenBy } from "./rows.ts";
import { declineOverlapping, lockMine, postLine, updateBooking, type LockedBooking } from "./steps.ts";

/** A minimum that was raised since does not undo a proposal. */
const ANY_HOURS = 1;

type Changes = Pick<typeof bookingsCommands, "bookings.edit" | "bookings.propose" | "bookings.answerProposal">;

export const changeHandlers: Handlers<Changes> = {
  async "bookings.edit"(context, { id, peerId, quotedTotalCents, verdicts, ...wanted }) {
    const { tx, me } = context;
    const { booking, plane, peer } = await lockMine(context, id, peerId);
    await requireUnblocked(tx, me.id, peer);
    const isOpen = booking.status === "requested" && nextSteps(booking, me.id, new Date()).includes("cancelled");
    if (!isOpen || me.id !== booking.pilotId) throw new DomainError("wrong-step");
    if (booking.proposal) throw new DomainError("proposal-open");
    const { startDate, hours } = { ...hoursIn(booking), ...wanted };
    const quote = quoteFor(plane, hours, quotedTotalCents);
    // A repeat, or a second device.
    if (isSame(booking, { startDate, hours }) && quote.totalCents === booking.totalCents) return seenBy(booking, me.id);
    const times = timesOf(startDate, hours);
    await requireFits(tx, { aircraftId: booking.aircraftId, startDate, hours });
    const { answerBy, nudgeAt } = deadlines(times);
    const row = await updateBooking(context, id, {
      ...{ ...times, hours, ...quote, answerBy, ...movedEligibility(booking, startDate, verdicts) },
      // The owner is reminded once.
      nudgeAt: tx.raw(`case when "nudgedAt" is null then ?::timestamptz end`, [nudgeAt]),
    });
    await postLine(context, row, { from: me.id, line: stepLine("changed", plane, row) });
    return seenBy(row, me.id);
  },

  async "bookings.propose"(context, { bookingId, startDate, hours, note, peerId }) {
    const { tx, me, id } = context;
    const { booking, plane, peer } = await lockMine(context, bookingId, peerId);
    if (booking.proposal?.id === id) return seenBy(booking, me.id);
    await requireUnblocked(tx, me.id, peer);
    if (booking.proposal) throw new DomainError("proposal-open");
    if (!mayPropose(booking, me.id, new Date())) throw new DomainError("wrong-step");
    if (isSame(booking, { startDate, hours }))
      throw invalidField("startDate", "The booking already has these hours. Choose others.");
    timesOf(startDate, hours);
    quoteFor({ ...plane, hourlyRate: rateOf(booking) }, hours);
    await requireFits(tx, { aircraftId: booking.aircraftId, startDate, hours, except: bookingId });
    const proposal = JSON.stringify({ id, by: me.id, startDate, hours, note });
    const row = await updateBooking(context, bookingId, { proposal }, peer);
    const words = reasonSentence(null, note ?? null);
    const line = [stepLine("proposed", plane, { startDate, hours }), words].filter(Boolean).join(" ");
    await postLine(context, row, { from: me.id, line });
    return seenBy(row, me.id);
  },

  async "bookings.answerProposal"(context, { bookingId, id, answer, verdicts, peerId }) {
    const { me } = context;
    const locked = await lockMine(context, bookingId, peerId);
    const { booking, plane } = locked;
    const { proposal } = booking;
    const isOpen = proposal?.id === id && proposalAnswersOf(booking, me.id, new Date()).includes(answer);
    if (!isOpen) throw new DomainError("wrong-step");
    if (answer === "accept") {
      await requireUnblocked(context.tx, me.id, locked.peer);
      return seenBy(await swapHours(context, locked, proposal, verdicts), me.id);
    }
    const row = await updateBooking(context, bookingId, { proposal: null });
    await postLine(context, row, { from: me.id, line: stepLine(answer, plane, proposal) });
    return seenBy(row, me.id);
  },
};

type Hours = { startDate: string; hours: number };

const hoursIn = ({ startDate, hours }: Booking): Hours => ({ startDate, hours });
const isSame = (one: Hours, other: Hours) => one.startDate === other.startDate && one.hours === other.hours;

/**
 * Gives a booking the proposed hours at the rate of its quote, in the statement that frees the old ones. An open request is
 * accepted by it.
 * @throws DomainError hours-taken, receiver-gone
 */
async function swapHours(
  context: SignedInContext,
  { booking, plane, peer }: LockedBooking & { peer: string },
  { startDate, hours }: Hours,
  verdicts: Readonly<Record<string, Verdict>> | undefined,
): Promise<Booking> {
  const times = timesOf(startDate, hours);
  const quote = quoteFor({ minHours: ANY_HOURS, hourlyRate: rateOf(booking) }, hours);
  const step = { status: "accepted", lastStepBy: context.me.id, lastStepAt: context.tx.fn.now() };
  // Only the pilot's device knows the wallet.
  const sent = context.me.id === booking.pilotId ? verdicts : undefined;
  const fields = { ...times, hours, ...quote, ...step, ...movedEligibility(booking, startDate, sent), proposal: null };
  const row = await updateBooking(context, booking.id, fields, peer);
  await postLine(context, row, { from: context.me.id, line: stepLine("accept", plane, row) });
  await declineOverlapping(context, plane, row);
  return row;
}
