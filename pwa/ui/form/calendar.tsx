// A month of 44 px days. Built on react-day-picker, so day-popover.tsx loads it lazily.
import { DayPicker } from "react-day-picker";
import { longDay } from "../../../shared/kit/dates.ts";
import styles from "./calendar.module.css";

export type CalendarProps = {
  /** A day `YYYY-MM-DD`. */
  selected: string | undefined;
  onSelect: (day: string) => void;
  /** The first selectable day, `YYYY-MM-DD`. */
  from: string;
};

function toDate(day: string): Date {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, date ?? 1);
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function Calendar({ selected, onSelect, from }: CalendarProps) {
  const first = toDate(from);
  const chosen = selected ? toDate(selected) : undefined;
  return (
    <DayPicker
      mode="single"
      required={false}
      autoFocus
      selected={chosen}
      defaultMonth={chosen ?? first}
      startMonth={first}
      disabled={{ before: first }}
      today={first}
      // The accessible name must contain the number as the button shows it: "21", not "21st".
      labels={{
        labelDayButton: (date, { selected: isSelected }) => longDay(toDay(date)) + (isSelected ? ", selected" : ""),
      }}
      // Selecting the selected day again keeps it.
      onSelect={(_, pressed) => onSelect(toDay(pressed))}
      classNames={{
        root: styles.calendar ?? "",
        months: styles.months ?? "",
        month_caption: styles.caption ?? "",
        nav: styles.nav ?? "",
        button_previous: styles.turn ?? "",
        button_next: styles.turn ?? "",
        chevron: styles.chevron ?? "",
        month_grid: styles.grid ?? "",
        weekday: styles.weekday ?? "",
        day: styles.day ?? "",
        day_button: styles.dayButton ?? "",
        selected: styles.selected ?? "",
        today: styles.today ?? "",
        disabled: styles.disabled ?? "",
        outside: styles.outside ?? "",
      }}
    />
  );
}
