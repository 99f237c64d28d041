// Sends what a member does with the hours of a booking, also without a network.
import type { ProposalAnswer } from "../../../shared/domain/bookings-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { newTotalIn } from "../../client/bookings/refused-price.ts";
import { openedStore, queue, type Queued } from "../../client/sync/current-store.ts";
import { outcomeOf, type Outcome } from "../../client/sync/outcome.ts";
import { discard } from "../../client/sync/sync-state.ts";
import type { BookingWithStatus } from "./booking-state.ts";

export type WantedHours = { startDate: string; hours: number };

/** The pilot changes an open request, at the total that the screen shows. */
export function changeRequest(id: string, peerId: string, wanted: WantedHours, quotedTotalCents: number) {
  return whileOpen(queue("bookings.edit", { id, peerId, ...wanted, quotedTotalCents }));
}

export function proposeHours(bookingId: string, peerId: string, wanted: WantedHours, note: string) {
  const words = note === "" ? {} : { note };
  return whileOpen(queue("bookings.propose", { id: newId(), bookingId, peerId, ...wanted, ...words }));
}

/** The outcome for an open form; `newTotalCents` is what the hours cost now, where the price was refused. */
export type HoursOutcome = Outcome & { newTotalCents?: number | null };

/** A refused change is not kept: the form shows why. */
async function whileOpen(queued: Promise<Queued>): Promise<HoursOutcome> {
  const outcome = await outcomeOf((await queued).id);
  if (outcome.kind !== "refused" || outcome.code === "email-unverified" || !outcome.entryId) return outcome;
  const { engine } = await openedStore();
  const entry = (await engine.outbox()).find(({ id }) => id === outcome.entryId);
  await discard(outcome.entryId);
  return { ...outcome, newTotalCents: newTotalIn(entry?.refusal) };
}

/** The answer carries the proposed hours, which the device shows at once after accepting. */
export function answerProposal({ id: bookingId, proposal }: BookingWithStatus, peerId: string, answer: ProposalAnswer) {
  if (!proposal) return Promise.resolve();
  const { id, startDate, hours } = proposal;
  return queue("bookings.answerProposal", { bookingId, id, answer, peerId, startDate, hours });
}
