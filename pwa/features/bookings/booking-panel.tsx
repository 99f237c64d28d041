import { Calendar } from "lucide-react";
import { useId, type ReactNode, type Ref } from "react";
import { hoursLabel } from "../../../shared/domain/bookings-rules.ts";
import { longDay } from "../../../shared/kit/dates.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { DayField } from "../../ui/form/day-field.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import type { BookAction } from "./use-book.ts";
import type { BookingDraft } from "./use-booking-draft.ts";
import styles from "./booking-panel.module.css";

type BookingPanelProps = {
  plane: { hourlyRate: number; minHours: number };
  draft: BookingDraft;
  /** For a reader who cannot book the panel only computes the price. */
  booking: BookAction;
  /** Renders the price with its unit. */
  price: ReactNode;
  /** The owner's actions, shown instead of booking. */
  ownActions?: ReactNode;
  ref?: Ref<HTMLElement>;
};

/** Date, duration, price and the button that sends the booking request. */
export function BookingPanel({ plane, draft, booking, price, ownActions, ref }: BookingPanelProps) {
  const { date, hours } = draft;
  const durationId = useId();
  const { book, dateField } = booking;
  return (
    <aside ref={ref} id="booking" aria-label="Booking" className={styles.panel}>
      <div className={styles.top}>
        {price}
        <span className="muted">{plane.minHours} hour minimum</span>
      </div>
      <div className={styles.fields}>
        <DateRow draft={draft} field={dateField} />
        <div className={styles.field}>
          <span id={durationId} className="lab">
            Duration
          </span>
          <div className={styles.stepper}>
            <Stepper
              labelledBy={durationId}
              value={hours}
              min={plane.minHours}
              onChange={draft.setHours}
              words={hoursLabel}
              unit={hours === 1 ? "hour" : "hours"}
              less="One hour less"
              more="One hour more"
            />
          </div>
        </div>
      </div>
      <PriceBreakdown rate={plane.hourlyRate} hours={hours} />
      {book ? (
        <div className={styles.act}>
          <Button variant={date ? "primary" : "secondary"} full className={styles.book} onClick={book}>
            Book Now
          </Button>
          <p>{date ? "You won't be charged yet" : "Please select a date to continue"}</p>
        </div>
      ) : (
        <div className={styles.own}>
          <p>This is your listing. Requests for it arrive in Messages.</p>
          {ownActions}
        </div>
      )}
    </aside>
  );
}

function DateRow({ draft, field }: { draft: BookingDraft; field: React.RefObject<HTMLButtonElement | null> }) {
  const { date, today, setDate } = draft;
  return (
    <div className={classNames(styles.field, styles.dateRow)}>
      <DayField
        field={field}
        selected={date}
        from={today}
        onSelect={setDate}
        className={styles.date}
        calendarClassName={styles.calendar}
      >
        <span className={classNames("lab", styles.label)}>Date</span>
        <span className={classNames(styles.dateValue, "num", !date && "muted")}>
          {date ? longDay(date) : "Select a date"}
        </span>
        <Icon of={Calendar} />
      </DayField>
    </div>
  );
}

function PriceBreakdown({ rate, hours }: { rate: number; hours: number }) {
  const { subtotal, fees, total } = priceOf(rate, hours);
  return (
    <dl className={styles.sum}>
      <div>
        <dt>
          {dollars(rate)} × {hoursLabel(hours)}
        </dt>
        <dd>{dollarsAndCents(subtotal)}</dd>
      </div>
      <div>
        <dt>Taxes and fees (10%)</dt>
        <dd>{dollarsAndCents(fees)}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{dollarsAndCents(total)}</dd>
      </div>
    </dl>
  );
}
