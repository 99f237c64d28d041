// Sends what a member does with the hours of a booking, also without a network.
import type { Eligibility } from "../../../shared/domain/bookings.ts";
import type { ProposalAnswer } from "../../../shared/domain/bookings-rules.ts";
import { minimaKeys } from "../../../shared/domain/eligibility/requirements-rules.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { flightVerdicts } from "../../client/wallet/flight-verdicts.ts";
import { newTotalIn } from "../../client/bookings/refused-price.ts";
import { openedStore, queue, type Queued } from "../../client/sync/current-store.ts";
import { outcomeOf, type Outcome } from "../../client/sync/outcome.ts";
import { discard } from "../../client/sync/sync-state.ts";
import type { BookingWithStatus } from "./booking-state.ts";

export type WantedHours = { startDate: string; hours: number };

/** The pilot changes an open request, at the total that the screen shows. */
export async function changeRequest(
  { id, pilotId, eligibility }: BookingWithStatus,
  { peerId, plane }: { peerId: string; plane: Placed },
  wanted: WantedHours,
  quotedTotalCents: number,
) {
  const compared = await flightVerdicts(pilotId, keysOf(eligibility), { ...wanted, plane });
  return await whileOpen(queue("bookings.edit", { id, peerId, ...wanted, quotedTotalCents, ...compared }));
}

/** Rows of an earlier version have no eligibility. */
const keysOf = (eligibility: Eligibility | null | undefined) => minimaKeys(eligibility?.requirements);

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
export async function answerProposal(
  { id: bookingId, proposal, pilotId, eligibility }: BookingWithStatus,
  { peerId, plane }: { peerId: string; plane: Placed | null },
  answer: ProposalAnswer,
) {
  if (!proposal) return;
  const { id, startDate, hours } = proposal;
  const isPilots = answer === "accept" && peerId !== pilotId && plane !== null;
  const compared = isPilots ? await flightVerdicts(pilotId, keysOf(eligibility), { startDate, plane }) : {};
  await queue("bookings.answerProposal", { bookingId, id, answer, peerId, startDate, hours, ...compared });
}
