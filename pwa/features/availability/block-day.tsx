import { useEffect, useRef } from "react";
import { longDay, shortDay } from "../../../shared/kit/dates.ts";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { Calendar } from "../../ui/form/calendar.tsx";
import { DayField } from "../../ui/form/day-field.tsx";
import styles from "./block-form.module.css";

type BlockDayProps = {
  label: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** The first day that can be chosen. */
  from: string;
  /** The element with what is wrong. */
  problemId: string | undefined;
  /** It has the focus at first. */
  isFocused?: boolean;
  onSelect: (day: string) => void;
};

/** A day of a block, chosen in the app's calendar. */
export function BlockDay({ label, day, from, problemId, isFocused = false, onSelect }: BlockDayProps) {
  const first = dayNumber(from);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <div className={styles.day}>
      <span aria-hidden="true" className={styles.dayLabel}>
        {label}
      </span>
      <DayField
        field={button}
        describedBy={problemId}
        renderCalendar={(close) => (
          <Calendar
            today={first}
            months={1}
            selected={day}
            start={first}
            shownOf={(shown) => ({ name: longDay(dayOf(shown)), canChoose: shown >= first })}
            onSelect={(chosen) => {
              onSelect(chosen);
              close();
            }}
            isFocused
          />
        )}
        className={styles.dayButton}
        calendarClassName={styles.calendar}
      >
        <span className="vh">{label} </span>
        {shortDay(day)}
      </DayField>
    </div>
  );
}
