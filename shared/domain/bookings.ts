import { z } from "zod";
import { offlineCommand } from "../kit/command.ts";
import { defineEntity, patch, put } from "../kit/entity.ts";
import { anyInstant, id, instant, requiredText, whole } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { bookingStatuses, cancelReasons, proposalAnswers, stepReasons } from "./bookings-rules.ts";
import { paperNames, verdicts } from "./eligibility/choices.ts";
import { requirements } from "./eligibility/requirements.ts";
import { scanKinds } from "./eligibility/scan-rules.ts";
import { message, messageContent } from "./messages.ts";
import { rentalTerms } from "./terms/rental-terms.ts";

/** Other hours that one member proposes; `by` is that member, `note` their words. */
const proposal = z.object({ id, by: id, startDate: instant, hours: z.int(), note: z.string().optional() });
export type Proposal = z.infer<typeof proposal>;

/** Outcomes by the keys of minima. */
const verdictsByMinimum = z.record(z.string().max(60), z.enum(verdicts));

/** What the owner asked at the request, and how the pilot's wallet compared. A minimum without an outcome was not compared. */
const eligibility = z.object({ requirements, verdicts: verdictsByMinimum });
export type Eligibility = z.infer<typeof eligibility>;

/**
 * A booking, from request to completion. `totalPrice` in whole dollars; `endsAt` = `startDate` + `hours`. The rate and the total
 * are the quote of the request; the rate is null for a booking of a version that did not keep it. Three fields say which of its
 * reviews exist.
 */
export const booking = defineEntity({
  name: "bookings",
  key: "id",
  indexes: ["aircraftId", "pilotId", "ownerId"],
  schema: z.object({
    id,
    aircraftId: id,
    pilotId: id,
    ownerId: id,
    startDate: instant,
    endsAt: instant,
    /** Until when an accepted booking holds the aircraft: its end and the plan's buffer at acceptance. Null before. */
    holdsUntil: instant.nullable(),
    hours: z.int(),
    status: z.enum(bookingStatuses),
    totalPrice: z.int(),
    /** Dollars per hour. */
    hourlyRate: z.int().nullable(),
    totalCents: z.int(),
    /** The rental terms of the aircraft as they were at the request. */
    terms: rentalTerms.nullable(),
    /** Null where nothing is asked, and after the end of the booking. */
    eligibility: eligibility.nullable(),
    /** Names of the papers that the pilot shares with the owner; none after the end of the booking. */
    sharedPapers: z.array(z.enum(paperNames)),
    /** The same for photographed papers, with the number of their pages. */
    sharedScans: z.array(z.object({ id, kind: z.enum(scanKinds), pages: z.int() })),
    /** Until when the owner may answer the request; null means until the start. */
    answerBy: instant.nullable(),
    /** Who took the last step, and when; nobody for a step by time. */
    lastStepBy: id.nullable(),
    lastStepAt: instant.nullable(),
    /** Why it was cancelled or declined. */
    reason: z.enum(stepReasons).nullable(),
    /** The words of the member who cancelled or declined it. */
    note: z.string().nullable(),
    proposal: proposal.nullable(),
    /** Completed flights of the two, as the owner of an open booking sees it; null for the pilot and after its end. */
    flightsTogether: z.int().nullable(),
    /** The owner's access notes, in the mirror of the pilot of an accepted booking until its end; absent elsewhere. */
    accessNotes: z.string().nullish(),
    createdAt: instant,
    rev: z.int(),
    aircraftReviewed: z.boolean(),
    ownerReviewed: z.boolean(),
    pilotReviewed: z.boolean(),
  }),
});
export type Booking = z.infer<typeof booking.schema>;

/** A booking as answers have it, without the access notes. */
export const answeredBooking = booking.schema.omit({ accessNotes: true });

const start = anyInstant("Choose a start as an ISO 8601 instant");

const hours = whole(1, "At least 1 hour");
/** The total that the screen showed. */
const quotedTotalCents = z.int();
/** Only those of the aircraft's present minima are kept; there are at most 14 minima. */
const sentVerdicts = verdictsByMinimum.refine((sent) => Object.keys(sent).length <= 20, "At most 20 outcomes");
/** The rental terms that the screen showed. */
const quotedTerms = rentalTerms.nullable();

const HOUR_MS = 3_600_000;

/** The end of a flight that starts then. */
const endOf = (startDate: string, length: number) => new Date(Date.parse(startDate) + length * HOUR_MS).toISOString();

const hoursOf = (startDate: string, length: number) => ({ startDate, hours: length, endsAt: endOf(startDate, length) });

const conversation = (peerId: string | undefined, otherwise: string) =>
  peerId === undefined ? `booking:${otherwise}` : `conversation:${peerId}`;

export const bookingsCommands = {
  "bookings.request": offlineCommand({
    route: "POST /api/bookings",
    access: "user",
    status: 201,
    // `ownerId` is the aircraft's owner; the server looks it up if it is absent. With `quotedTotalCents` it refuses another price,
    // with `quotedTerms` other terms.
    input: z.object({
      id: id.optional(),
      messageId: id.optional(),
      aircraftId: id,
      ownerId: id.optional(),
      startDate: start,
      hours,
      quotedTotalCents: quotedTotalCents.optional(),
      quotedTerms: quotedTerms.optional(),
      verdicts: sentVerdicts.optional(),
      content: messageContent,
    }),
    result: z.object({ booking: answeredBooking, message: message.schema }),
    lane: ({ ownerId }, commandId) => conversation(ownerId, commandId),
    creates: { table: "bookings", owner: "pilotId" },
    messageTo: ({ ownerId }) => ownerId,
    optimistic: (
      {
        messageId,
        aircraftId,
        ownerId,
        startDate,
        hours,
        quotedTotalCents: totalCents = 0,
        quotedTerms: terms = null,
        content,
      },
      { id: bookingId, me, at },
    ) =>
      ownerId === undefined || messageId === undefined
        ? []
        : [
            put(booking, {
              id: bookingId,
              aircraftId,
              pilotId: me,
              ownerId,
              startDate,
              endsAt: endOf(startDate, hours),
              holdsUntil: null,
              hours,
              status: "requested",
              totalCents,
              terms,
              // Only the server sets these; no screen shows them before.
              totalPrice: 0,
              hourlyRate: null,
              eligibility: null,
              sharedPapers: [],
              sharedScans: [],
              answerBy: null,
              lastStepBy: null,
              lastStepAt: null,
              reason: null,
              note: null,
              proposal: null,
              flightsTogether: null,
              createdAt: at,
              rev: 0,
              aircraftReviewed: false,
              ownerReviewed: false,
              pilotReviewed: false,
            }),
            put(message, {
              id: messageId,
              senderId: me,
              receiverId: ownerId,
              aircraftId,
              bookingId,
              content,
              createdAt: at,
              read: false,
              rev: 0,
            }),
          ],
  }),
  "bookings.setStatus": offlineCommand({
    route: "PATCH /api/bookings/:id",
    access: "user",
    // `peerId` is the other member of the booking; the server looks it up if it is absent. `seen` are the hours that the answer
    // is about: the pilot may have changed the request since. A reason is for cancelling only, a note also for declining.
    input: z.object({
      id,
      status: z.enum(bookingStatuses),
      peerId: id.optional(),
      seen: z.object({ startDate: start, hours }).optional(),
      reason: z.enum(cancelReasons).optional(),
      note: requiredText(500).optional(),
    }),
    result: answeredBooking,
    lane: ({ id: bookingId, peerId }) => conversation(peerId, bookingId),
    optimistic: ({ id: bookingId, status, reason = null, note = null }, { me, at }) => [
      patch(booking, bookingId, { status, reason, note, lastStepBy: me, lastStepAt: at, proposal: null }),
    ],
  }),
  "bookings.edit": offlineCommand({
    route: "PATCH /api/bookings/:id/request",
    access: "user",
    // The pilot changes hours that the owner has not answered yet, at the current price.
    input: z.object({
      id,
      startDate: start.optional(),
      hours: hours.optional(),
      quotedTotalCents: quotedTotalCents.optional(),
      verdicts: sentVerdicts.optional(),
      peerId: id.optional(),
    }),
    result: answeredBooking,
    notFound: { id: "booking-not-found" },
    lane: ({ id: bookingId, peerId }) => conversation(peerId, bookingId),
    optimistic: ({ id: bookingId, startDate, hours: length, quotedTotalCents: totalCents }) => [
      patch(booking, bookingId, {
        ...(startDate !== undefined && { startDate }),
        ...(length !== undefined && { hours: length }),
        ...(startDate !== undefined && length !== undefined && hoursOf(startDate, length)),
        ...(totalCents !== undefined && { totalCents }),
      }),
    ],
  }),
  "bookings.propose": offlineCommand({
    route: "POST /api/bookings/:bookingId/proposals",
    access: "user",
    status: 201,
    // The booking stays as it is until the other member accepts.
    input: z.object({
      id: id.optional(),
      bookingId: id,
      startDate: start,
      hours,
      note: requiredText(500).optional(),
      peerId: id.optional(),
    }),
    result: answeredBooking,
    notFound: { bookingId: "booking-not-found" },
    lane: ({ bookingId, peerId }) => conversation(peerId, bookingId),
    optimistic: ({ bookingId, startDate, hours: length, note }, { id: proposalId, me }) => [
      patch(booking, bookingId, {
        proposal: { id: proposalId, by: me, startDate, hours: length, ...(note !== undefined && { note }) },
      }),
    ],
  }),
  "bookings.answerProposal": offlineCommand({
    route: "PATCH /api/bookings/:bookingId/proposals/:id",
    access: "user",
    // `hours` and `startDate` are those of the proposal, which the device shows at once after accepting.
    input: z.object({
      bookingId: id,
      id,
      answer: z.enum(proposalAnswers),
      verdicts: sentVerdicts.optional(),
      startDate: start.optional(),
      hours: hours.optional(),
      peerId: id.optional(),
    }),
    result: answeredBooking,
    notFound: { bookingId: "booking-not-found" },
    lane: ({ bookingId, peerId }) => conversation(peerId, bookingId),
    optimistic: ({ bookingId, answer, startDate, hours: length }) => [
      patch(booking, bookingId, {
        proposal: null,
        ...(answer === "accept" &&
          startDate !== undefined &&
          length !== undefined && { ...hoursOf(startDate, length), status: "accepted" }),
      }),
    ],
  }),
};

export const bookingsQueries = {
  "bookings.list": query({
    route: "GET /api/bookings",
    access: "user",
    input: z.object({ cursor: z.string().max(200).optional() }),
    result: z.array(answeredBooking),
  }),
};
