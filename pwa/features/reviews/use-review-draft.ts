// The draft of a review, stored until it is sent or discarded.
import { useState } from "react";
import { storeDraft, storedDraft } from "../../client/edits/drafts.ts";

export type ReviewValues = { targetId: string; rating: number; comment: string };

/** A review that its author may still change. */
export type WrittenReview = { rating: number; comment: string };

/** One draft per booking; drops a draft whose subject can no longer be reviewed. The form starts with what is written. */
export function useReviewDraft(
  userId: string,
  bookingId: string,
  targets: readonly { targetId: string }[],
  written: WrittenReview = { rating: 0, comment: "" },
) {
  const isTouched = ({ rating, comment }: ReviewValues) => rating !== written.rating || comment !== written.comment;
  const isReview = ({ targetId, rating, comment }: Partial<ReviewValues>) =>
    targets.some((one) => one.targetId === targetId) && typeof rating === "number" && typeof comment === "string";
  const [stored] = useState(() => storedDraft<ReviewValues>("review", userId, bookingId, isReview));
  const nothing: ReviewValues = { targetId: targets[0]?.targetId ?? "", ...written };
  const [values, setValues] = useState(stored ?? nothing);
  const [isBack, setBack] = useState(stored !== null);
  const keep = (draft: ReviewValues | null) => storeDraft("review", userId, bookingId, draft);
  const put = (next: ReviewValues) => {
    setValues(next);
    keep(isTouched(next) ? next : null);
  };
  return {
    values,
    /** True when the form shows an earlier draft. */
    isBack: isBack && isTouched(values),
    change: (changes: Partial<ReviewValues>) => put({ ...values, ...changes }),
    startOver() {
      setBack(false);
      put(nothing);
    },
    forget: () => keep(null),
  };
}
