import type { Drawing } from "../../../ui/icons/drawn.ts";
import {
  CalendarCheck,
  CalendarOff,
  CalendarX,
  CircleAlert,
  Clock,
  CloudRain,
  MailCheck,
  MessageSquare,
  Star,
} from "../../../ui/icons/icons.ts";
import { useMemo } from "react";
import { newTotalIn } from "../../../client/bookings/refused-price.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { useRows } from "../../../client/sync/rows.ts";
import { rateOf } from "../../../../shared/domain/bookings-rules.ts";
import { dollars, dollarsAndCents } from "../../../../shared/kit/money.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { openReviews, type BookingWithStatus } from "../booking-state.ts";
import { cardLineOf, cardStateOf, hasDeadline, type CardLine, type CardState } from "./card-state.ts";
import type { WaitingStep } from "./waiting-step.ts";
import styles from "../booking-card.module.css";

const icons: Record<CardState, Drawing> = {
  requested: Clock,
  accepted: CalendarCheck,
  proposal: Clock,
  declined: CalendarX,
  taken: CalendarX,
  cancelled: CalendarX,
  weather: CloudRain,
  completed: Star,
  expired: CalendarOff,
  waiting: Clock,
  unverified: MailCheck,
  refused: CircleAlert,
};

type CardNextProps = {
  booking: BookingWithStatus;
  me: string;
  /** First name of the other member. */
  peer: string;
  zone: string | undefined;
  /** The request's entry while it has not reached the server. */
  unsent: QueueItem | undefined;
  /** What waits on this device about the booking. */
  step: WaitingStep | undefined;
};

/** What happens next, or what happened. */
export function CardNext({ booking, me, peer, zone, unsent, step }: CardNextProps) {
  const rivals = useRivals(booking, me);
  const now = useNow();
  const state = cardStateOf(booking);
  // Without a review to write nothing is asked.
  const isReviewed = state === "completed" && openReviews(booking, me, reviewNames(peer)).length === 0;
  const line =
    state === "refused"
      ? refusedLine(booking, unsent)
      : cardLineOf(booking, { me, peer, zone, now, device: deviceWord(), rivals, step });
  if (!line || isReviewed) return null;
  const { text, isQuote, strong, after, said, more } = line;
  // On a wide card the facts say it.
  const isInFacts = hasDeadline(booking, me, now) && rivals.length === 0;
  return (
    <div
      className={classNames(
        styles.next,
        isInFacts && styles.inFacts,
        booking.waiting && styles[`${booking.waiting}Next`],
      )}
    >
      <Icon of={isQuote ? MessageSquare : icons[state]} />
      <p role={state === "refused" ? "alert" : undefined}>
        {text}
        {strong && <b>{strong}</b>}
        {after} {said && <span className={styles.said}>{said}</span>}
      </p>
      {more && <p className={classNames("muted", styles.more)}>{more}</p>}
    </div>
  );
}

const reviewNames = (name: string) => ({ plane: { id: "", name }, peer: { id: "", name } });

function refusedLine({ totalCents, hours }: BookingWithStatus, unsent: QueueItem | undefined): CardLine | null {
  if (!unsent?.reason) return null;
  if (newTotalIn(unsent) === null || totalCents === 0) return { text: unsent.reason };
  const rate = dollars(rateOf({ hourlyRate: null, totalCents, hours }));
  return { text: unsent.reason, more: `It was ${rate} and ${dollarsAndCents(totalCents / 100)} when you asked.` };
}

/** Names of the pilots whose open requests overlap this one, for its owner. */
function useRivals({ id, aircraftId, ownerId, status, startDate, endsAt }: BookingWithStatus, me: string): string[] {
  const others = useRows("bookings", { aircraftId, status: "requested" });
  const people = useRows("people");
  return useMemo(() => {
    if (ownerId !== me || status !== "requested") return [];
    const overlapping = (others ?? []).filter(
      (other) => other.id !== id && other.startDate < endsAt && other.endsAt > startDate,
    );
    return overlapping.map(({ pilotId }) => people?.find((one) => one.id === pilotId)?.name ?? "Another pilot");
  }, [others, people, id, ownerId, me, status, startDate, endsAt]);
}
