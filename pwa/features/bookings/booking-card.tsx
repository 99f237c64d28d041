import { CircleAlert, Clock } from "lucide-react";
import { useId, useState } from "react";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { hoursLabel } from "../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { zonedTime } from "../../../shared/kit/dates.ts";
import { dollarsAndCents } from "../../../shared/kit/money.ts";
import { useKnownAircraft, type KnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import type { QueueItem } from "../../client/sync/queue-items.ts";
import { useRow } from "../../client/sync/rows.ts";
import { discard, retry } from "../../client/sync/sync-state.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { LinkButton } from "../../ui/actions/link-button.tsx";
import { BookingBadge } from "./booking-badge.tsx";
import { isUnsent, openReviews, refusedEntry, type ReviewTarget, type BookingWithStatus } from "./booking-state.ts";
import { sayProblem, useSteps, type Steps } from "./use-steps.ts";
import styles from "./booking-card.module.css";

export type BookingCardProps = {
  bookingId: string;
  me: string;
  peer: { id: string; name: string };
  /** Called with everything that this user can still review. */
  onReview: (bookingId: string, targets: readonly ReviewTarget[]) => void;
};

/** A booking within its conversation: status, time, price and this user's actions. */
export function BookingCard(props: BookingCardProps) {
  const booking = useRow("bookings", props.bookingId);
  return booking ? <LoadedCard {...props} booking={booking} /> : null;
}

function LoadedCard({ booking, me, peer, onReview }: BookingCardProps & { booking: BookingWithStatus }) {
  const plane = useKnownAircraft(booking.aircraftId);
  const factsId = useId();
  const reviews = openReviews(booking, me, { plane, peer });
  const { steps, take } = useSteps(booking, me, peer.id);
  return (
    <section
      className={classNames(styles.card, booking.waiting && styles[booking.waiting])}
      aria-label="Booking"
      data-booking={booking.id}
    >
      <div className={styles.head}>
        <PlaneName plane={plane} />
        <BookingBadge booking={booking} />
      </div>
      <Facts id={factsId} booking={booking} plane={plane} />
      {(steps.length > 0 || reviews.length > 0) && (
        <div className={styles.actions}>
          <StepButtons
            booking={booking}
            steps={steps}
            take={take}
            isPilot={booking.pilotId === me}
            peer={peer}
            about={factsId}
          />
          {reviews.length > 0 && (
            <Button size="sm" aria-describedby={factsId} onClick={() => onReview(booking.id, reviews)}>
              Write a review
            </Button>
          )}
        </div>
      )}
      <StepState booking={booking} />
    </section>
  );
}

function PlaneName({ plane }: { plane: KnownAircraft | null }) {
  const [name, ending] = demoNameParts(plane?.name ?? "Booking");
  return (
    <h4 className={styles.name}>
      {name}
      {ending && <span className="demo">{ending}</span>}
    </h4>
  );
}

function Facts({ id, booking, plane }: { id: string; booking: BookingWithStatus; plane: KnownAircraft | null }) {
  const { startDate, hours, totalCents } = booking;
  return (
    <dl id={id} className={styles.facts}>
      <div className={styles.when}>
        <dt className="lab">When</dt>
        {/* Shows the time at the aircraft's location; if unknown, the reader's own time, labeled as such. */}
        <dd>{zonedTime(startDate, plane ? zoneOf(plane.location) : undefined)}</dd>
      </div>
      <div>
        <dt className="lab">Duration</dt>
        <dd>{hoursLabel(hours)}</dd>
      </div>
      {!isUnsent(booking) && (
        <div>
          <dt className="lab">Total</dt>
          <dd>{dollarsAndCents(totalCents / 100)}</dd>
        </div>
      )}
    </dl>
  );
}

type StepButtonsProps = {
  booking: BookingWithStatus;
  isPilot: boolean;
  peer: { id: string; name: string };
  /** Id of the element that names the booking. */
  about: string;
} & Steps;

function StepButtons({ booking, steps, take, isPilot, peer, about }: StepButtonsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const cancel = booking.status === "requested" ? "Cancel Request" : "Cancel Booking";
  return (
    <>
      {steps.includes("accepted") && (
        <Button size="sm" aria-describedby={about} onClick={() => take("accepted")}>
          Accept
        </Button>
      )}
      {steps.includes("declined") && (
        <Button size="sm" variant="quiet" aria-describedby={about} onClick={() => take("declined")}>
          Decline
        </Button>
      )}
      {steps.includes("cancelled") && (
        <Button size="sm" aria-describedby={about} onClick={() => setConfirming(true)}>
          {cancel}
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={booking.status === "requested" ? "Cancel this request?" : "Cancel this booking?"}
          actionLabel={cancel}
          keepLabel="Keep It"
          onAction={() => {
            setConfirming(false);
            take("cancelled");
          }}
        >
          {peer.name} is told. {isPilot ? "You can ask for the aircraft again." : "The pilot can ask again."}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Shows that a step waits or was refused. Renders nothing for an unsent request, whose message shows its state. */
function StepState({ booking }: { booking: BookingWithStatus }) {
  const refused = refusedEntry(booking, useQueueEntries());
  if (refused) return <RefusedStep item={refused} />;
  if (booking.waiting !== "waiting" || isUnsent(booking)) return null;
  return (
    <p className={styles.wait}>
      <Icon of={Clock} size="s" /> Waiting for signal
    </p>
  );
}

function RefusedStep({ item: { id, reason } }: { item: QueueItem }) {
  return (
    <div className={styles.fail} role="alert">
      <Icon of={CircleAlert} size="s" />
      <span>Not saved. {reason}</span>
      <LinkButton onClick={() => void retry(id).catch(sayProblem)}>Try again</LinkButton>
      <LinkButton onClick={() => void discard(id).catch(sayProblem)}>Dismiss</LinkButton>
    </div>
  );
}
