import type { Booking } from "../../../shared/domain/bookings.ts";

/** Whether this is an accepted flight to come, or one that is under way. */
export function isComing({ status, endsAt }: Pick<Booking, "status" | "endsAt">, now: number): boolean {
  return status === "accepted" && Date.parse(endsAt) > now;
}
