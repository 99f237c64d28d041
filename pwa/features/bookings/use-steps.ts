// Offers the steps of a booking as buttons. One press takes one step, and a double press never hits the next button.
import { useEffect, useState } from "react";
import type { BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { queue } from "../../client/sync/current-store.ts";
import { toast } from "../../client/shell/toasts.ts";
import { isSameMoment, offeredSteps, type BookingWithStatus } from "./booking-state.ts";

/** Delay before new buttons appear, in milliseconds; a double press ends within it. */
const PAUSE_MS = 300;

export type Steps = {
  steps: readonly BookingStatus[];
  take: (status: BookingStatus) => void;
};

/** Offers no step from a press until the row shows its result. */
export function useSteps(booking: BookingWithStatus, me: string, peerId: string): Steps {
  const [pressed, setPressed] = useState<BookingWithStatus | null>(null);
  const [isPausing, setPausing] = useState(false);
  if (pressed && !isSameMoment(pressed, booking)) {
    setPressed(null);
    setPausing(true);
  }
  useEffect(() => {
    if (!isPausing) return;
    const timer = setTimeout(() => setPausing(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isPausing]);
  const take = (status: BookingStatus) => {
    setPressed(booking);
    queue("bookings.setStatus", { id: booking.id, status, peerId }).catch((problem: unknown) => {
      setPressed(null);
      sayProblem(problem);
    });
  };
  return { steps: pressed || isPausing ? [] : offeredSteps(booking, me, new Date()), take };
}

export function sayProblem(problem: unknown): void {
  const description = problem instanceof Error ? problem.message : undefined;
  toast({ title: "Error", description, kind: "bad" });
}
