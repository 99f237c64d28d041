import { answerByOf, hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { dollarsAndCents } from "../../../../shared/kit/money.ts";
import { readerHours, readerTime, zonedSpan } from "../../../../shared/kit/zoned-hours.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { deadlineWords } from "../flights/flight-note.ts";
import { hasDeadline, openProposal, spanOf } from "./card-state.ts";
import styles from "../booking-card.module.css";

type CardFactsProps = {
  id: string;
  booking: BookingWithStatus;
  /** The zone of the aircraft; without it the times are the reader's, and name their zone. */
  zone: string | undefined;
  me: string;
  peerName: string;
  /** The total that the server wants now, in cents. */
  newTotalCents: number | null;
};

/** When, for how long, for how much. For the owner also how often both have flown together, and until when to answer. */
export function CardFacts({ id, booking, zone, me, peerName, newTotalCents }: CardFactsProps) {
  const { hours, totalCents, flightsTogether } = booking;
  const proposal = openProposal(booking);
  const now = useNow();
  const answerTime = readerTime(answerByOf(booking), zone);
  const hasTogether = booking.ownerId === me && flightsTogether !== null;
  return (
    <dl id={id} className={classNames(styles.facts, hasTogether && styles.three)}>
      <div className={styles.when}>
        <dt className="lab">{proposal ? "Booked" : "When"}</dt>
        <When span={booking} zone={zone} />
      </div>
      {proposal && (
        <div className={classNames(styles.when, styles.proposed)}>
          <dt className="lab">{proposal.by === me ? "You proposed" : `Proposed by ${peerName}`}</dt>
          <When span={spanOf(proposal)} zone={zone} />
        </div>
      )}
      <div className={styles.duration}>
        <dt className="lab">Duration</dt>
        <dd>{hoursLabel(hours)}</dd>
      </div>
      {totalCents > 0 && (
        <div>
          <dt className="lab">Total</dt>
          <dd>
            {newTotalCents !== null && <s>{dollarsAndCents(totalCents / 100)}</s>}{" "}
            {dollarsAndCents((newTotalCents ?? totalCents) / 100)}
          </dd>
        </div>
      )}
      {hasTogether && (
        <div>
          <dt className="lab">With you</dt>
          <dd>{counted(flightsTogether, "flight")}</dd>
        </div>
      )}
      {hasDeadline(booking, me, now) && (
        <div className={styles.answerBy}>
          <dt className="lab">Answer by</dt>
          <dd>
            {deadlineWords({ booking, zone }, now)} {answerTime && <span className={styles.yours}>{answerTime}</span>}
          </dd>
        </div>
      )}
    </dl>
  );
}

function When({ span, zone }: { span: { startDate: string; endsAt: string }; zone: string | undefined }) {
  const yours = readerHours(span, zone);
  return (
    <dd>
      {zonedSpan(span, zone)} {yours && <span className={styles.yours}>{yours}</span>}
    </dd>
  );
}
