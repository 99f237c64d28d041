import type { Booking } from "../../shared/domain/bookings.ts";
import { newId } from "../../shared/kit/ids.ts";

const HOUR_MS = 3_600_000;

/** An accepted booking of three hours; its end follows from start and hours. */
export function aBooking<More extends Partial<Booking>>(fields: More): Booking & More {
  const { startDate = "2026-12-05T17:00:00.000Z", hours = 3 } = fields;
  return {
    id: newId(),
    aircraftId: newId(),
    pilotId: newId(),
    ownerId: newId(),
    startDate,
    endsAt: new Date(Date.parse(startDate) + hours * HOUR_MS).toISOString(),
    holdsUntil: null,
    hours,
    status: "accepted",
    totalPrice: 1139,
    hourlyRate: 345,
    totalCents: 113_850,
    terms: null,
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
    createdAt: "2026-11-20T10:00:00.000Z",
    rev: 1,
    aircraftReviewed: false,
    ownerReviewed: false,
    pilotReviewed: false,
    ...fields,
  };
}
