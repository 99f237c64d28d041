import { useState } from "react";
import { mayPropose, proposalAnswersOf } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { newQuoteIn } from "../../../client/bookings/refused-price.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { discard } from "../../../client/sync/sync-state.ts";
import { useChatPane } from "../../../client/shell/chat-pane.ts";
import { Button, ButtonLink } from "../../../ui/actions/button.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { AddToCalendar } from "../add-to-calendar.tsx";
import { answerProposal } from "../booking-commands.ts";
import { isUnsent, type BookingWithStatus, type ReviewTarget } from "../booking-state.ts";
import type { Steps } from "../use-steps.ts";
import { CardDialog, type OpenDialog } from "./card-dialog.tsx";
import { cardStateOf, hoursBeside, spanOf } from "./card-state.ts";
import { resendLabel, sendWith } from "./unsent-request.ts";
import styles from "../booking-card.module.css";

type CardActionsProps = {
  booking: BookingWithStatus;
  me: string;
  peer: { id: string; name: string };
  plane: KnownAircraft | null;
  steps: Steps;
  reviews: readonly ReviewTarget[];
  onReview: (bookingId: string, targets: readonly ReviewTarget[]) => void;
  /** Everything that waits on this device. */
  entries: readonly QueueItem[];
  /** Id of the element that names the booking. */
  about: string;
};

/** This user's actions on a booking. New ones appear a moment after the old ones left. */
export function CardActions(props: CardActionsProps) {
  const { booking, peer, plane, steps, entries } = props;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const zone = plane ? zoneOf(plane) : undefined;
  return (
    <>
      {steps.isReady && <Buttons {...props} zone={zone} onOpen={setOpen} />}
      {open && (
        <CardDialog
          open={open}
          booking={booking}
          peer={peer}
          plane={plane}
          unsent={entries.find(({ id }) => id === booking.id)}
          take={steps.take}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

type ButtonsProps = CardActionsProps & { zone: string | undefined; onOpen: (open: OpenDialog) => void };

function Buttons(props: ButtonsProps) {
  const { booking, me, plane, reviews, onReview, about } = props;
  const isPilot = booking.pilotId === me;
  switch (cardStateOf(booking)) {
    case "refused":
    case "waiting":
    case "unverified":
      return isUnsent(booking) ? <UnsentButtons {...props} /> : <TakeBack {...props} />;
    case "requested":
    case "accepted":
      return <StepButtons {...props} />;
    case "proposal":
      return <ProposalButtons {...props} />;
    case "completed":
      if (reviews.length === 0) return null;
      return (
        <div className={styles.actions}>
          <Button size="sm" aria-describedby={about} onClick={() => onReview(booking.id, reviews)}>
            Write a review
          </Button>
        </div>
      );
    case "cancelled":
    case "weather":
      if (!isPilot || !plane) return null;
      return (
        <div className={styles.actions}>
          <ButtonLink size="sm" aria-describedby={about} to={`/aircraft/${plane.id}`}>
            Choose other hours
          </ButtonLink>
        </div>
      );
    default:
      return null;
  }
}

/** Of a request that is still on this device. */
function UnsentButtons({ booking, steps, entries, about, onOpen, zone }: ButtonsProps) {
  const item = entries.find(({ id }) => id === booking.id);
  if (!item?.canDiscard) return null;
  const quote = newQuoteIn(item);
  return (
    <div className={styles.actions}>
      {quote && (
        <Button
          size="lg"
          variant="primary"
          className={styles.wide}
          aria-describedby={about}
          onClick={() => steps.act(() => sendWith(item, quote))}
        >
          {resendLabel(quote)}
        </Button>
      )}
      {!quote && zone && (
        <Button size="sm" aria-describedby={about} onClick={() => onOpen("change")}>
          Change Request
        </Button>
      )}
      <Button size="sm" variant="quiet" aria-describedby={about} onClick={() => steps.act(() => discard(item.id))}>
        Delete
      </Button>
    </div>
  );
}

/** Of an answer that is still on this device. */
function TakeBack({ booking, steps, entries, about }: ButtonsProps) {
  const ids = booking.entryIds ?? [];
  const item = entries.findLast(({ id, canDiscard, state }) => canDiscard && state === "waiting" && ids.includes(id));
  if (!item) return null;
  return (
    <div className={styles.actions}>
      <Button size="sm" aria-describedby={about} onClick={() => steps.act(() => discard(item.id))}>
        Take back
      </Button>
    </div>
  );
}

function StepButtons({ booking, me, plane, peer, steps: { steps, take }, zone, about, onOpen }: ButtonsProps) {
  const isRequest = booking.status === "requested";
  const canPropose = zone !== undefined && mayPropose(booking, me, new Date());
  const canCancel = steps.includes("cancelled");
  const isAnswer = steps.includes("accepted");
  // Beside the list of conversations the two answers are together, and other hours are apart.
  const isApart = useChatPane(({ pane }) => pane !== null) && isAnswer;
  if (steps.length === 0 && !canPropose) return null;
  const otherHours = canPropose && (
    <Button
      key="propose"
      size={isAnswer ? "lg" : "sm"}
      variant={isApart ? "quiet" : "secondary"}
      className={isApart ? styles.atEnd : isAnswer ? undefined : styles.wide}
      aria-describedby={about}
      onClick={() => onOpen("propose")}
    >
      Other hours
    </Button>
  );
  const decline = steps.includes("declined") && (
    <Button key="decline" size="lg" variant="quiet" aria-describedby={about} onClick={() => onOpen("decline")}>
      Decline
    </Button>
  );
  return (
    <div className={classNames(styles.actions, isAnswer && styles.answer)}>
      {isAnswer && (
        <Button
          size="lg"
          variant="primary"
          className={styles.wide}
          aria-describedby={about}
          onClick={() => take("accepted")}
        >
          Accept
        </Button>
      )}
      {isRequest && canCancel && zone && (
        <Button size="sm" aria-describedby={about} onClick={() => onOpen("change")}>
          Change Request
        </Button>
      )}
      {booking.status === "accepted" && (
        <AddToCalendar {...{ booking, me, plane, peer, about }} className={styles.wide} />
      )}
      {isApart ? [decline, otherHours] : [otherHours, decline]}
      {canCancel && <CancelButton isRequest={isRequest} about={about} onOpen={onOpen} />}
    </div>
  );
}

/** Shows Cancel Booking on a separate line, so that no tap for another action hits it. */
function CancelButton({ isRequest, about, onOpen }: { isRequest: boolean } & Pick<ButtonsProps, "about" | "onOpen">) {
  return (
    <Button
      size="sm"
      variant="quiet"
      className={isRequest ? undefined : styles.apart}
      aria-describedby={about}
      onClick={() => onOpen(isRequest ? "cancel request" : "cancel booking")}
    >
      {isRequest ? "Cancel Request" : "Cancel Booking"}
    </Button>
  );
}

function ProposalButtons({ booking, me, peer, plane, steps, zone, about, onOpen }: ButtonsProps) {
  const { proposal } = booking;
  if (!proposal) return null;
  const answers = proposalAnswersOf(booking, me, new Date());
  const proposed = hoursBeside(spanOf(proposal), booking, zone);
  const present = hoursBeside(booking, spanOf(proposal), zone);
  const give = (answer: (typeof answers)[number]) =>
    steps.act(() => answerProposal(booking, { peerId: peer.id, plane }, answer));
  return (
    <div className={classNames(styles.actions, styles.answer)}>
      {answers.includes("accept") && (
        <Button
          size="lg"
          variant="primary"
          className={styles.wide}
          aria-describedby={about}
          onClick={() => give("accept")}
        >
          Take {proposed}
        </Button>
      )}
      {answers.includes("decline") && (
        <Button size="lg" className={styles.wide} aria-describedby={about} onClick={() => give("decline")}>
          Keep {present}
        </Button>
      )}
      {answers.includes("withdraw") && (
        <Button size="sm" aria-describedby={about} onClick={() => give("withdraw")}>
          Withdraw
        </Button>
      )}
      {steps.steps.includes("cancelled") && (
        <CancelButton isRequest={booking.status === "requested"} about={about} onOpen={onOpen} />
      )}
    </div>
  );
}
