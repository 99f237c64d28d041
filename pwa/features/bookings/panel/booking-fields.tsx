import { Calendar } from "../../../ui/icons/icons.ts";
import { useId, type ReactNode } from "react";
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { longDay } from "../../../../shared/kit/dates.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { Icon } from "../../../ui/display/icon.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { Note, StartField, Why } from "./start-field.tsx";
import type { BookAction } from "./use-book.ts";
import type { BookedPlane, BookingChoice } from "./use-booking-choice.ts";
import styles from "./booking-fields.module.css";

type BookingFieldsProps = {
  plane: BookedPlane;
  choice: BookingChoice;
  action: BookAction;
  /** Opens the calendar. */
  onDate: () => void;
  isCalendarOpen?: boolean;
  onDateNear?: () => void;
  /** The open calendar, which hangs from the date. */
  calendar?: ReactNode;
};

/** Date, duration, start and price: in the panel, and on a phone in the sheet. */
export function BookingFields({
  plane,
  choice,
  action,
  onDate,
  onDateNear,
  isCalendarOpen = false,
  calendar,
}: BookingFieldsProps) {
  const durationId = useId();
  const { date, hours, misfit } = choice;
  return (
    <>
      <div className={styles.fields}>
        <div className={classNames(styles.field, styles.dateRow, calendar ? styles.open : undefined)}>
          <button
            ref={action.dateField}
            type="button"
            className={styles.date}
            aria-haspopup="dialog"
            aria-expanded={isCalendarOpen}
            onClick={onDate}
            onPointerEnter={onDateNear}
            onFocus={onDateNear}
          >
            <span className={classNames("lab", styles.label)}>Date</span>
            <span className={classNames(styles.dateValue, "num", !date && "muted")}>
              {date ? longDay(date) : "Select a date"}
            </span>
            <Icon of={Calendar} />
          </button>
          {calendar}
        </div>
        <div className={styles.field}>
          <span id={durationId} className="lab">
            Duration
          </span>
          <div className={styles.stepper}>
            <Stepper
              labelledBy={durationId}
              value={hours}
              min={plane.minHours}
              onChange={choice.setHours}
              words={hoursLabel}
              unit={hours === 1 ? "hour" : "hours"}
              less="One hour less"
              more="One hour more"
            />
          </div>
          <Why>{misfit?.field === "duration" && <Note look="bad">{misfit.text}</Note>}</Why>
        </div>
        <StartField
          plane={plane}
          minHours={plane.minHours}
          choice={choice}
          strip={action.startField}
          isMissing={action.isStartMissing}
        />
      </div>
      <PriceBreakdown rate={plane.hourlyRate} hours={hours} />
    </>
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
        <dd>
          <span role="status">{dollarsAndCents(total)}</span>
        </dd>
      </div>
    </dl>
  );
}
