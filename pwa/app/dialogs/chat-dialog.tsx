// A conversation with its bookings, and the review dialog that opens from a booking.
import { useState } from "react";
import { useAuth } from "../../client/session/session.tsx";
import { BookingCard } from "../../features/bookings/booking-card.tsx";
import { MessageDialog, type MessageDialogProps } from "../../features/messages/message-dialog.tsx";
import { MuteButton } from "../../features/notices/mute-button.tsx";
import { PushCard } from "../../features/notices/push-card.tsx";
import { PackRow } from "../../features/packs/pack-row.tsx";
import { FlightReviews } from "../../features/reviews/flight-reviews.tsx";
import { ReviewDialog, type ReviewDialogProps } from "../../features/reviews/review-dialog.tsx";
import styles from "./chat-dialog.module.css";

type ToReview = Omit<ReviewDialogProps, "onClose">;

export function ChatDialog(props: MessageDialogProps) {
  const { user } = useAuth();
  const [review, setReview] = useState<ToReview | null>(null);
  if (!user) return null;
  return (
    <>
      <MessageDialog
        {...props}
        headEnd={<MuteButton peerId={props.request.recipient.id} name={props.request.recipient.name} />}
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
