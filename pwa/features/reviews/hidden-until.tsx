import { EyeOff } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { reviewsEnd } from "../../../shared/domain/reviews-rules.ts";
import { dayIn, shortDay } from "../../../shared/kit/dates.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { useRow } from "../../client/sync/rows.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./flight-reviews.module.css";

/** `Marisol` */
export const firstName = (name: string) => name.split(" ", 1)[0] ?? name;

/** The day at the aircraft on which the reviews appear at the latest, such as `Tue, Dec 22`. */
export function useReviewsDay(booking: { aircraftId: string; endsAt: string } | undefined): string {
  const plane = useKnownAircraft(booking?.aircraftId ?? null);
  if (!booking) return "";
  return shortDay(dayIn(new Date(reviewsEnd(booking)), plane ? zoneOf(plane) : undefined));
}

/** Says in the form who reads the review, and from when. */
export function HiddenUntil({ bookingId, peerName }: { bookingId: string; peerName: string }) {
  const booking = useRow("bookings", bookingId);
  const day = useReviewsDay(booking ?? undefined);
  if (!booking) return null;
  return (
    <HiddenNote title={`${firstName(peerName)} reads this when both of you have written or on ${day}.`}>
      Until then you can change it.
    </HiddenNote>
  );
}

export function HiddenNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Icon of={EyeOff} />
      <p>{title}</p>
      <p className="muted">{children}</p>
    </div>
  );
}
