// Offers the steps of a booking as buttons. One press takes one step, and a double press never hits the next button.
import { useEffect, useState } from "react";
import type { BookingStatus, CancelReason } from "../../../shared/domain/bookings-rules.ts";
import { queue } from "../../client/sync/current-store.ts";
import { toast } from "../../client/shell/toasts.ts";
import { PAUSE_MS } from "../../ui/hooks/use-calm.ts";
import { isSameMoment, offeredSteps, type BookingWithStatus } from "./booking-state.ts";

export type Steps = {
  /** False from a press until new buttons may appear. */
  isReady: boolean;
  /** The steps that can be taken now. */
  steps: readonly BookingStatus[];
  take: (status: BookingStatus, why?: Why) => void;
  /** Runs what another button of the card stores, and offers nothing until the row shows it. */
  act: (store: () => Promise<unknown>) => void;
};

export type Why = { reason?: CancelReason; note?: string };

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
  const act = (store: () => Promise<unknown>) => {
    setPressed(booking);
    store().catch((problem: unknown) => {
      setPressed(null);
      sayProblem(problem);
    });
  };
  const take = (status: BookingStatus, why: Why = {}) => {
    const { id, startDate, hours } = booking;
    // The pilot may change the request meanwhile: an acceptance is for the hours on the screen.
    const seen = status === "accepted" ? { seen: { startDate, hours } } : {};
    act(() => queue("bookings.setStatus", { id, status, peerId, ...seen, ...why }));
  };
  const isReady = !pressed && !isPausing;
  return { isReady, steps: isReady ? offeredSteps(booking, me, new Date()) : [], take, act };
}

export function sayProblem(problem: unknown): void {
  const description = problem instanceof Error ? problem.message : undefined;
  toast({ title: "Error", description, kind: "bad" });
}
