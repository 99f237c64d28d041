// What waits on this device about a booking that the server has, as the subject of a sentence. Pure.
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import type { BookingWithStatus } from "../booking-state.ts";

export type WaitingStep = Pick<QueueItem, "name" | "input">;

/** The latest entry about a booking that is not refused. */
export function waitingStepOf(
  { entryIds }: BookingWithStatus,
  entries: readonly QueueItem[] | undefined,
): WaitingStep | undefined {
  return entries?.findLast(({ id, state }) => state !== "attention" && entryIds?.includes(id));
}

export type StepNoun = "acceptance" | "answer" | "cancellation" | "change" | "proposal" | "review";

const ofStatus: Partial<Record<string, StepNoun>> = {
  accepted: "acceptance",
  declined: "answer",
  cancelled: "cancellation",
};

export function stepNoun(step: WaitingStep | undefined): StepNoun {
  switch (step?.name) {
    case "bookings.setStatus":
      return ofStatus[String(step.input["status"])] ?? "change";
    case "bookings.propose":
      return "proposal";
    case "bookings.answerProposal":
      return step.input["answer"] === "accept" ? "acceptance" : "answer";
    case "reviews.write":
      return "review";
    default:
      return "change";
  }
}
