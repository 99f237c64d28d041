// A conversation with its bookings, and the review dialog that opens from a booking.
import { useCallback, useState } from "react";
import { useIsBlocked } from "../../client/safety/blocking.ts";
import { useAuth } from "../../client/session/session.tsx";
import { BookingCard } from "../../features/bookings/booking-card.tsx";
import { MessageDialog, type MessageDialogProps } from "../../features/messages/message-dialog.tsx";
import { MuteButton } from "../../features/notices/mute-button.tsx";
import { PushCard } from "../../features/notices/push-card.tsx";
import { PackRow } from "../../features/packs/pack-row.tsx";
import { FlightReviews } from "../../features/reviews/flight-reviews.tsx";
import { ReviewDialog, type ReviewDialogProps } from "../../features/reviews/review-dialog.tsx";
import { BlockedNote } from "../../features/safety/blocked-note.tsx";
import { PersonMenu } from "../../features/safety/person-menu.tsx";
import { ReportMessage } from "../../features/safety/report-message.tsx";
import styles from "./chat-dialog.module.css";

type ToReview = Omit<ReviewDialogProps, "onClose">;

export function ChatDialog(props: MessageDialogProps) {
  const { user } = useAuth();
  const [review, setReview] = useState<ToReview | null>(null);
  const { recipient } = props.request;
  const isBlocked = useIsBlocked(recipient.id);
  const { id, name } = recipient;
  const renderMore = useCallback(
    (message: { id: string; senderId: string; content: string }) => (
      <ReportMessage message={message} person={{ id, name }} />
    ),
    [id, name],
  );
  if (!user) return null;
  return (
    <>
      <MessageDialog
        {...props}
        renderMore={renderMore}
        headEnd={
          // Both at once: the menu would move a button that is there before it.
          isBlocked === undefined ? null : (
            <>
              {/* On a narrow screen the menu alone has it. */}
              <span className={styles.mute}>
                <MuteButton peerId={recipient.id} name={recipient.name} />
              </span>
              <PersonMenu person={recipient} />
            </>
          )
        }
        insteadOfComposer={isBlocked ? <BlockedNote person={recipient} /> : undefined}
        aboveComposer={
          <div className={styles.offer}>
            <PushCard />
          </div>
        }
        renderBooking={(bookingId, peer) => (
          <BookingCard
            bookingId={bookingId}
            me={user.id}
            peer={peer}
            onReview={(id, targets) => setReview({ bookingId: id, targets, peer })}
            renderPack={(plane) => <PackRow plane={plane} isFramed />}
            reviews={
              <FlightReviews
                bookingId={bookingId}
                me={user.id}
                peer={peer}
                onEdit={(target, written) => setReview({ bookingId, targets: [target], written, peer })}
              />
            }
          />
        )}
      />
      {review && <ReviewDialog {...review} onClose={() => setReview(null)} />}
    </>
  );
}
