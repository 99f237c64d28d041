import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { bookingLine } from "./booking-request.ts";
import type { SheetStep } from "./booking-sheet.tsx";
import { sayDateMissing, type OnBook } from "./use-book.ts";
import type { BookedPlane, PanelChoice } from "./use-booking-choice.ts";
import styles from "./buy-bar.module.css";

type BuyBarProps = {
  /** The booking panel: the bar hides while it is in view. */
  panel: RefObject<HTMLElement | null>;
  plane: BookedPlane;
  choice: PanelChoice;
  onBook: OnBook;
  /** Opens the sheet of date, duration and start. */
  onSheet: (step: SheetStep) => void;
  price: ReactNode;
  /** The owner's actions, shown instead of booking. */
  ownActions?: ReactNode;
};

/** A phone's bar that opens the sheet with the fields, or books once they are complete. */
export function BuyBar({ panel, plane, choice, onBook, onSheet, price, ownActions }: BuyBarProps) {
  const isPanelInView = useInView(panel);
  if (isPanelInView) return null;
  if (!onBook) {
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
  const { date, details, refused } = choice;
  const step = date ? "hours" : "date";
  const onPress = () => {
    // The sheet asks whether to send it at the new price.
    if (details && !refused) return onBook(details);
    if (!date) sayDateMissing();
    onSheet(step);
  };
  return (
    <div className={`mob ${styles.bar}`} data-pinned="">
      <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={() => onSheet(step)}>
        {price}
        <span className={`muted num ${styles.line}`}>
          {details ? bookingLine(plane, details) : date ? "Choose a start" : "Select a date"}
        </span>
      </button>
      <Button variant={date && !choice.misfit ? "primary" : "secondary"} className={styles.book} onClick={onPress}>
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
