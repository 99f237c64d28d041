import { CircleAlert } from "../../ui/icons/icons.ts";
import { useId, useState, type ReactNode } from "react";
import { DEFAULT_PICTURE, demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { isOpenStatus } from "../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { useOnline } from "../../client/api/online.ts";
import { newQuoteIn, newTotalIn } from "../../client/bookings/refused-price.ts";
import { useKnownAircraft, type KnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { useAuth } from "../../client/session/session.tsx";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import type { QueueItem } from "../../client/sync/queue-items.ts";
import { useRow } from "../../client/sync/rows.ts";
import { discard, retry } from "../../client/sync/sync-state.ts";
import { Link } from "../../ui/actions/link.tsx";
import { LinkButton } from "../../ui/actions/link-button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { badgeWord, BookingBadge } from "./booking-badge.tsx";
import { heldBooking, openReviews, refusedEntry, type ReviewTarget, type BookingWithStatus } from "./booking-state.ts";
import { AccessNotes } from "./card/access-notes.tsx";
import { CardActions } from "./card/card-actions.tsx";
import { CardFacts } from "./card/card-facts.tsx";
import { CardNext } from "./card/card-next.tsx";
import { cardStateOf } from "./card/card-state.ts";
import { waitingStepOf } from "./card/waiting-step.ts";
import { SimilarAircraft } from "./card/similar-aircraft.tsx";
import { KeptTerms } from "./card/kept-terms.tsx";
import { KeptMinima } from "./papers/kept-minima.tsx";
import { hasMinimaOrPapers, OwnersPapersRow, PilotsPapersRow } from "./papers/papers-row.tsx";
import { PlanePicture } from "./plane-picture.tsx";
import { sayProblem, useSteps } from "./use-steps.ts";
import styles from "./booking-card.module.css";

export type BookingCardProps = {
  bookingId: string;
  me: string;
  peer: { id: string; name: string };
  /** Called with everything that this user can still review. */
  onReview: (bookingId: string, targets: readonly ReviewTarget[]) => void;
  /** The reviews of a completed booking. */
  reviews?: ReactNode;
  /** Renders the row that keeps the aircraft of an accepted booking on this device. */
  renderPack?: (plane: { id: string; name: string }) => ReactNode;
};

/** A booking within its conversation: state, time, price, what happens next, and this user's actions. */
export function BookingCard(props: BookingCardProps) {
  const booking = useRow("bookings", props.bookingId);
  const { user } = useAuth();
  return booking ? <LoadedCard {...props} booking={heldBooking(booking, user)} /> : null;
}

function LoadedCard({
  booking,
  me,
  peer,
  onReview,
  reviews,
  renderPack,
}: BookingCardProps & { booking: BookingWithStatus }) {
  const plane = useKnownAircraft(booking.aircraftId);
  const entries = useQueueEntries();
  const factsId = useId();
  const steps = useSteps(booking, me, peer.id);
  const zone = plane ? zoneOf(plane) : undefined;
  const unsent = entries?.find(({ id }) => id === booking.id);
  const refused = refusedEntry(booking, entries);
  const quote = newQuoteIn(unsent);
  // A request that was refused for its terms shows those it would be sent with.
  const terms = quote && "terms" in quote ? quote.terms : booking.terms;
  // The owner reads the terms with the minima and papers.
  const isInRequest = booking.ownerId === me && hasMinimaOrPapers(booking);
  return (
    <section
      className={classNames(styles.card, booking.waiting && styles[booking.waiting])}
      aria-label="Booking"
      // The log around it announces new messages; of the card only its new state is said.
      aria-live="off"
      data-booking={booking.id}
      data-focus-home={booking.id}
    >
      <Head plane={plane} booking={booking} />
      <CardFacts
        id={factsId}
        booking={booking}
        zone={zone}
        me={me}
        peerName={firstName(peer.name)}
        newTotalCents={newTotalIn(unsent)}
      />
      <AccessNotes booking={booking} me={me} />
      {terms && !isInRequest && <KeptTerms terms={terms} isReady={steps.isReady} />}
      {booking.ownerId === me ? (
        <OwnersPapersRow booking={booking} peer={peer} plane={plane} steps={steps} />
      ) : (
        <>
          {booking.eligibility && <KeptMinima eligibility={booking.eligibility} isReady={steps.isReady} />}
          {/* Papers have a lane of their own: before the request they would reach a server that does not know the booking. */}
          {isOpenStatus(booking.status) && !unsent && (
            <PilotsPapersRow booking={booking} owner={firstName(peer.name)} entries={entries} isReady={steps.isReady} />
          )}
        </>
      )}
      <CardNext
        booking={booking}
        me={me}
        peer={firstName(peer.name)}
        zone={zone}
        unsent={unsent}
        step={waitingStepOf(booking, entries)}
      />
      {booking.status === "completed" && reviews}
      <CardActions
        booking={booking}
        me={me}
        peer={peer}
        plane={plane}
        steps={steps}
        reviews={openReviews(booking, me, { plane, peer })}
        onReview={onReview}
        entries={entries ?? []}
        about={factsId}
      />
      {plane && isAhead(booking, me) && renderPack?.(plane)}
      {isLost(booking, me, unsent) && <SimilarAircraft booking={booking} isKnown={!unsent} />}
      {refused && <RefusedStep item={refused} />}
      <NewState booking={booking} />
    </section>
  );
}

/** An accepted flight of this pilot that has not ended. */
function isAhead({ pilotId, status, endsAt }: BookingWithStatus, me: string): boolean {
  return pilotId === me && status === "accepted" && Date.parse(endsAt) > Date.now();
}

/** The pilot did not get the aircraft, and the hours are still ahead. */
function isLost(booking: BookingWithStatus, me: string, unsent: QueueItem | undefined): boolean {
  if (booking.pilotId !== me || Date.parse(booking.startDate) <= Date.now()) return false;
  if (unsent) return unsent.code === "hours-taken";
  return ["declined", "expired"].includes(booking.status) && !booking.waiting;
}

const firstName = (name: string) => name.split(" ", 1)[0] ?? name;

function Head({ plane, booking }: { plane: KnownAircraft | null; booking: BookingWithStatus }) {
  const [name, ending] = demoNameParts(plane?.name ?? "Booking");
  const content = (
    <>
      <PlanePicture src={plane?.picture ?? DEFAULT_PICTURE} width={84} className={styles.picture} />
      <span className={styles.title}>
        <h4 className={styles.name}>
          {name}
          {ending && <span className="demo">{ending}</span>}
        </h4>
        <BookingBadge booking={booking} />
      </span>
    </>
  );
  if (!plane) return <div className={styles.head}>{content}</div>;
  return (
    <Link to={`/aircraft/${plane.id}`} className={styles.head}>
      {content}
    </Link>
  );
}

/** Says the new state of an open card to a screen reader, not the whole card. */
function NewState({ booking }: { booking: BookingWithStatus }) {
  const isOnline = useOnline();
  const state = cardStateOf(booking);
  const [first] = useState(state);
  const [isChanged, setChanged] = useState(false);
  if (!isChanged && state !== first) setChanged(true);
  // With signal a step waits for a moment only: its result is said, and nothing before.
  const isPassing = state === "waiting" && isOnline;
  return (
    <p role="status" className="vh">
      {isChanged && !isPassing && badgeWord(booking)}
    </p>
  );
}

function RefusedStep({ item: { id, reason, isHopeless } }: { item: QueueItem }) {
  return (
    <div className={styles.fail} role="alert">
      <Icon of={CircleAlert} size="s" />
      <span>Not saved. {reason}</span>
      {!isHopeless && <LinkButton onClick={() => void retry(id).catch(sayProblem)}>Try again</LinkButton>}
      <LinkButton onClick={() => void discard(id).catch(sayProblem)}>Dismiss</LinkButton>
    </div>
  );
}
