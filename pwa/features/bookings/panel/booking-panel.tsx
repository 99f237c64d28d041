import { useCallback, useState, type ReactNode, type Ref } from "react";
import { BookFoot } from "./book-foot.tsx";
import { BookingFields } from "./booking-fields.tsx";
import { CalendarPopover, preloadHoursCalendar } from "./calendar-popover.tsx";
import { useBook, type OnBook } from "./use-book.ts";
import type { BookedPlane, PanelChoice } from "./use-booking-choice.ts";
import styles from "./booking-panel.module.css";

type BookingPanelProps = {
  plane: BookedPlane;
  choice: PanelChoice;
  /** Null for a reader who cannot book: the panel only computes the price. */
  onBook: OnBook;
  ownerId: string;
  /** Called after a request went out again at a new price. */
  onSent: () => void;
  /** Opens the calendar in the sheet, on screens without room for two months. */
  onSheet: () => void;
  /** Renders the price with its unit. */
  price: ReactNode;
  /** The owner's actions, shown instead of booking. */
  ownActions?: ReactNode;
  ref?: Ref<HTMLElement>;
};

/** Date, duration, start, price and the button that sends the booking request. */
export function BookingPanel(props: BookingPanelProps) {
  const { plane, choice, onBook, ownerId, onSent, onSheet, price, ownActions, ref } = props;
  const action = useBook(choice, onBook);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const openCalendar = () => (window.matchMedia("(min-width: 64em)").matches ? setOpen(!isOpen) : onSheet());
  return (
    <aside ref={ref} id="booking" aria-label="Booking" className={styles.panel}>
      <div className={styles.top}>
        {price}
        <span className="muted">{plane.minHours} hour minimum</span>
      </div>
      <BookingFields
        plane={plane}
        choice={choice}
        action={action}
        onDate={openCalendar}
        onDateNear={preloadHoursCalendar}
        isCalendarOpen={isOpen}
        calendar={isOpen && <CalendarPopover plane={plane} choice={choice} opener={action.dateField} onClose={close} />}
      />
      {action.book ? (
        <BookFoot choice={choice} ownerId={ownerId} plane={plane} book={action.book} onSent={onSent} />
      ) : (
        <div className={styles.own}>
          <p>This is your listing. Requests for it arrive in Messages.</p>
          {ownActions}
        </div>
      )}
    </aside>
  );
}
