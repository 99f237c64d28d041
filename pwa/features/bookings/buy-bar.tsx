import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { bookingLine } from "./booking-request.ts";
import type { BookAction } from "./use-book.ts";
import type { BookingDraft } from "./use-booking-draft.ts";
import styles from "./buy-bar.module.css";

type BuyBarProps = {
  /** The booking panel: the bar hides while it is in view. */
  panel: RefObject<HTMLElement | null>;
  plane: { hourlyRate: number };
  draft: BookingDraft;
  booking: BookAction;
  price: ReactNode;
  /** The owner's actions, shown instead of booking. */
  ownActions?: ReactNode;
};

/** A phone's bar that scrolls to the booking panel, or books once a date is set. */
export function BuyBar({ panel, plane, draft: { date, hours }, booking, price, ownActions }: BuyBarProps) {
  const isPanelInView = useInView(panel);
  if (isPanelInView) return null;
  const { book } = booking;
  if (!book) {
    return (
      <div className={`mob ${styles.bar}`} data-pinned="">
        <div>
          {price}
          <p className={`muted ${styles.line}`}>Your listing</p>
        </div>
        {ownActions}
      </div>
    );
  }
  const onBook = () => {
    book();
    // The bar unmounts when the panel is in view, so the panel's field receives the focus.
    if (!date) panel.current?.scrollIntoView();
  };
  return (
    <div className={`mob ${styles.bar}`} data-pinned="">
      <div>
        {price}
        <p className={`muted num ${styles.line}`}>
          {date ? bookingLine({ date, hours }, plane.hourlyRate) : "Select a date"}
        </p>
      </div>
      <Button variant={date ? "primary" : "secondary"} className={styles.book} onClick={onBook}>
        Book Now
      </Button>
    </div>
  );
}

function useInView(target: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      // The bar itself covers the bottom of the view.
      rootMargin: "0px 0px -80px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return isInView;
}
