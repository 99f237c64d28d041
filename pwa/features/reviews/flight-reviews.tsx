import { Check, CheckCheck, Clock, Pencil } from "../../ui/icons/icons.ts";
import { useEffect, useMemo, useRef } from "react";
import type { Review } from "../../../shared/domain/reviews.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { reviewsEnd } from "../../../shared/domain/reviews-rules.ts";
import { reviewDateLabel } from "../../../shared/kit/dates.ts";
import { useQuery } from "../../client/api/query.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { keepReviews, keptReviews } from "../../client/bookings/kept-reviews.ts";
import { useQueueEntries } from "../../client/sync/queue-entries.ts";
import { useRow, type RowWithStatus } from "../../client/sync/rows.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Stars } from "../../ui/display/rating.tsx";
import { firstName, HiddenNote, useReviewsDay } from "./hidden-until.tsx";
import { ReviewReply } from "./reply.tsx";
import type { Target } from "./review-dialog.tsx";
import type { WrittenReview } from "./use-review-draft.ts";
import styles from "./flight-reviews.module.css";

type FlightReviewsProps = {
  bookingId: string;
  me: string;
  peer: { id: string; name: string };
  /** Called with a hidden review that this user wants to change. */
  onEdit: (target: Target, written: WrittenReview) => void;
};

/** The reviews of a completed booking: who has written, this user's own texts, and all of them once they are visible. */
export function FlightReviews(props: FlightReviewsProps) {
  const booking = useRow("bookings", props.bookingId);
  return booking?.status === "completed" ? <LoadedReviews {...props} booking={booking} /> : null;
}

type LoadedProps = FlightReviewsProps & { booking: RowWithStatus<"bookings"> };

function LoadedReviews({ booking, me, peer, onEdit }: LoadedProps) {
  const known = useKnownAircraft(booking.aircraftId);
  const planeName = demoNameParts(known?.name ?? "Aircraft")[0];
  const { reviews, reload } = useReviews(booking, me);
  const mine = useOwnTexts(booking, me, reviews);
  const day = useReviewsDay(booking);
  const hasPilotWritten = booking.ownerReviewed && (booking.aircraftReviewed || !known);
  const [haveI, hasPeer] =
    booking.pilotId === me ? [hasPilotWritten, booking.pilotReviewed] : [booking.pilotReviewed, hasPilotWritten];
  const shown = reviews.filter(({ visibleAt }) => visibleAt !== null);
  if (shown.length > 0)
    return <ShownReviews shown={shown} me={me} peer={peer} planeName={planeName} onReplied={reload} />;
  const isClosed = Date.now() >= Date.parse(reviewsEnd(booking));
  // Nothing was written in time, or the texts of a closed booking are not on this device.
  if (isClosed && mine.length === 0) return null;
  // A deleted listing gets no more reviews, and this device does not have it.
  const mayEdit = ({ targetType }: OwnText) => !isClosed && (targetType === "user" || known !== null);
  const nameOf = ({ targetType }: OwnText) => (targetType === "aircraft" ? planeName : peer.name);
  return (
    <div className={styles.reviews}>
      <dl className={styles.sides}>
        <Side name="You" isWritten={haveI} />
        <Side name={peer.name} isWritten={hasPeer} />
      </dl>
      {mine.map((text) => (
        <article key={text.targetId} className={styles.own}>
          <h5>{nameOf(text)}</h5>
          <Stars value={text.rating} />
          <p>{text.comment}</p>
          {mayEdit(text) && (
            <Button
              size="sm"
              aria-label={`Edit review of ${nameOf(text)}`}
              onClick={() => onEdit({ targetType: text.targetType, targetId: text.targetId, name: nameOf(text) }, text)}
            >
              <Icon of={Pencil} size="s" />
              Edit review
            </Button>
          )}
        </article>
      ))}
      {mine.length > 0 && !isClosed && (
        <HiddenNote title="Only you can read this">
          Both reviews appear together: when {haveI ? `${firstName(peer.name)} has` : "both of you have"} written, or on{" "}
          <b>{day}</b>.
        </HiddenNote>
      )}
      {mine.length === 0 && hasPeer && !haveI && (
        <HiddenNote title={`${firstName(peer.name)} has written. You read it when you have written too`}>
          Both reviews appear then, or on <b>{day}</b>.
        </HiddenNote>
      )}
    </div>
  );
}

/** Reads the reviews that this user may see, again after each change of the booking. Without a network, those of the last read. */
function useReviews(
  booking: RowWithStatus<"bookings">,
  me: string,
): { reviews: readonly Review[]; reload: () => Promise<void> } {
  const { id, rev, aircraftReviewed, ownerReviewed, pilotReviewed } = booking;
  const isAny = aircraftReviewed || ownerReviewed || pilotReviewed;
  const { result, reload } = useQuery("reviews.ofBooking", isAny ? { id } : null, { freshFor: 0 });
  const read = useRef(rev);
  useEffect(() => {
    if (read.current === rev) return;
    read.current = rev;
    void reload();
  }, [rev, reload]);
  const answer = result.state === "ready" ? result.data : null;
  const kept = useMemo(() => (answer ? [] : keptReviews(me, id)), [answer, me, id]);
  useEffect(() => {
    if (answer) keepReviews(me, id, answer);
  }, [answer, me, id]);
  return { reviews: answer ?? kept.filter((one) => one.visibleAt !== null || isStored(booking, one)), reload };
}

/** Whether the booking has a review: one that was discarded or refused is kept, but not part of it. */
function isStored(booking: RowWithStatus<"bookings">, { targetType, targetId }: Review): boolean {
  if (targetType === "aircraft") return booking.aircraftReviewed;
  return targetId === booking.ownerId ? booking.ownerReviewed : booking.pilotReviewed;
}

type OwnText = Pick<Review, "targetType" | "targetId"> & WrittenReview;

/** This user's reviews, those that wait on this device too. */
function useOwnTexts({ id }: { id: string }, me: string, reviews: readonly Review[]): OwnText[] {
  const entries = useQueueEntries() ?? [];
  const texts = new Map<string, OwnText>();
  for (const review of reviews) if (review.userId === me) texts.set(review.targetId, review);
  for (const { name, state, input } of entries)
    if (name === "reviews.write" && input["bookingId"] === id && state !== "attention")
      texts.set(input["targetId"] as string, input as OwnText);
  return [...texts.values()];
}

function Side({ name, isWritten }: { name: string; isWritten: boolean }) {
  return (
    <div>
      <dt className="lab">{name}</dt>
      <dd className={isWritten ? styles.written : "muted"}>
        <Icon of={isWritten ? Check : Clock} size="s" />
        {isWritten ? "Written" : "Not yet"}
      </dd>
    </div>
  );
}

type ShownProps = {
  shown: readonly Review[];
  me: string;
  peer: { id: string; name: string };
  planeName: string;
  onReplied: () => Promise<void>;
};

function ShownReviews({ shown, me, peer, planeName, onReplied }: ShownProps) {
  const now = new Date();
  const nameOf = (id: string | null) => (id === me ? "You" : peer.name);
  const isBoth = new Set(shown.map(({ userId }) => userId)).size > 1;
  return (
    <div className={styles.reviews}>
      <div className={styles.note}>
        <Icon of={CheckCheck} />
        <p>{isBoth ? "Both reviews are out" : "The review is out"}</p>
        <p className="muted">{isBoth ? "They can no longer be changed." : "It can no longer be changed."}</p>
      </div>
      {shown.map((review) => {
        const { id, userId, targetType, targetId, rating, comment, createdAt, reply, repliedAt } = review;
        const about = targetType === "aircraft" ? planeName : targetId === me ? "you" : peer.name;
        return (
          <article key={id} className={styles.own}>
            <h5>
              {nameOf(userId)} <span className="muted">on {about}</span>
            </h5>
            <Stars value={rating} />
            <p>{comment}</p>
            <time dateTime={createdAt} className="muted">
              {reviewDateLabel(createdAt, now)}
            </time>
            <ReviewReply
              reviewId={id}
              author={peer.name}
              reply={
                reply !== null && repliedAt !== null
                  ? {
                      name: userId === me ? peer.name : "You",
                      content: reply,
                      date: repliedAt,
                      dateLabel: reviewDateLabel(repliedAt, now),
                    }
                  : null
              }
              // The reviewed is the other member, since an aircraft belongs to its owner.
              onReplied={userId === me ? undefined : onReplied}
            />
          </article>
        );
      })}
    </div>
  );
}
