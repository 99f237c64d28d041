// Queues what a member does with the hours of a booking, also without a network.
import type { ProposalAnswer } from "../../../shared/domain/bookings-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { queue } from "../../client/sync/current-store.ts";
import type { BookingWithStatus } from "./booking-state.ts";

export type WantedHours = { startDate: string; hours: number };

/** The pilot changes an open request, at the total that the screen shows. */
export function changeRequest(id: string, peerId: string, wanted: WantedHours, quotedTotalCents: number) {
  return queue("bookings.edit", { id, peerId, ...wanted, quotedTotalCents });
}

export function proposeHours(bookingId: string, peerId: string, wanted: WantedHours) {
  return queue("bookings.propose", { id: newId(), bookingId, peerId, ...wanted });
}

/** The answer carries the proposed hours, which the device shows at once after accepting. */
export function answerProposal({ id: bookingId, proposal }: BookingWithStatus, peerId: string, answer: ProposalAnswer) {
  if (!proposal) return Promise.resolve();
  const { id, startDate, hours } = proposal;
  return queue("bookings.answerProposal", { bookingId, id, answer, peerId, startDate, hours });
}
