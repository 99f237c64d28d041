import type { ReactNode } from "react";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";
import { reviewDateLabel } from "../../../shared/kit/dates.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Stars } from "../../ui/display/rating.tsx";
import { Section } from "../../ui/display/section.tsx";
import { RatingBars } from "./rating-bars.tsx";
import { ReviewReply } from "./reply.tsx";
import styles from "./review-list.module.css";

type ReviewListProps = {
  reviews: readonly ReviewCard[];
  /** ISO time of the server's answer: the "now" of the server's markup. */
  asOf: string;
  /** The owner of the aircraft, who replies. */
  ownerName: string;
  /** What a reader can do about a review, such as report it. */
  renderAction?: ((review: ReviewCard) => ReactNode) | undefined;
  /** Called after a reply; absent for readers other than the owner. */
  onReplied?: (() => Promise<void>) | undefined;
};

export function ReviewList({ reviews, asOf, ownerName, renderAction, onReplied }: ReviewListProps) {
  const isHydrated = useHydrated();
  const dateLabel = (date: string) =>
    isHydrated ? reviewDateLabel(date, new Date()) : reviewDateLabel(date, new Date(asOf), "UTC");
  return (
    <Section title="Reviews" id="reviews">
      {reviews.length === 0 ? (
        <p className="muted">No reviews yet</p>
      ) : (
        <>
          <RatingBars ratings={reviews.map(({ rating }) => rating)} />
          <ul>
            {reviews.map((review) => (
              <li key={review.id} className={styles.review}>
                <div className={styles.avatar}>
                  <Avatar name={review.userName} url={review.userAvatar} />
                </div>
                <div className={styles.head}>
                  <b>{review.userName}</b>
                  <Stars value={review.rating} />
                  <time dateTime={review.date} className={styles.date}>
                    {dateLabel(review.date)}
                  </time>
                </div>
                <p>{review.comment}</p>
                <ReviewReply
                  reviewId={review.id}
                  author={review.userName}
                  reply={
                    review.reply ? { name: ownerName, ...review.reply, dateLabel: dateLabel(review.reply.date) } : null
                  }
                  onReplied={onReplied}
                />
                {renderAction && <div className={styles.action}>{renderAction(review)}</div>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
