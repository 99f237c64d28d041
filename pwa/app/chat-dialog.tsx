// A conversation with its bookings, and what is written about them afterwards.
import { useState } from "react";
import { useAuth } from "../client/session.tsx";
import { BookingCard } from "../features/bookings/booking-card.tsx";
import { MessageDialog, type MessageDialogProps } from "../features/messages/message-dialog.tsx";
import { ReviewDialog, type ReviewDialogProps } from "../features/reviews/review-dialog.tsx";

type ToReview = Pick<ReviewDialogProps, "bookingId" | "targets">;

export function ChatDialog(props: MessageDialogProps) {
  const { user } = useAuth();
  const [review, setReview] = useState<ToReview | null>(null);
  if (!user) return null;
  return (
    <>
      <MessageDialog
        {...props}
        bookingOf={(bookingId, peer) => (
          <BookingCard
            bookingId={bookingId}
            me={user.id}
            peer={peer}
            onReview={(id, targets) => setReview({ bookingId: id, targets })}
          />
        )}
      />
      {review && <ReviewDialog {...review} onClose={() => setReview(null)} />}
    </>
  );
}
