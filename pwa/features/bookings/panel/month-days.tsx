import type { KeyboardEventHandler } from "react";
import { dayOf } from "../../../../shared/kit/day-numbers.ts";
import type { MinuteSpan } from "../../../../shared/domain/free-hours.ts";
import type { DayHours } from "../../../client/availability/free-hours.ts";
import { dayName } from "../../../client/availability/hours-words.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { SmallDayBar } from "./day-bar.tsx";
import { monthDays, monthName } from "./months.ts";
import styles from "./hours-calendar.module.css";

const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type MonthDaysProps = {
  /** Months since 1970. */
  month: number;
  today: number;
  selected: number | undefined;
  /** The day that Tab reaches. */
  focused: number;
  /** Opening and closing of the plan, over which the bars are drawn. */
  opening: MinuteSpan;
  hoursOf: (day: number) => DayHours;
  onFocus: (day: number) => void;
  onHover: (day: number | null) => void;
  onPress: (day: number) => void;
  onKeyDown: KeyboardEventHandler;
};

/** The days of a month as a grid, Sunday first. */
export function MonthDays({ month, ...days }: MonthDaysProps) {
  return (
    <div role="grid" aria-label={monthName(month)} className={styles.grid}>
      <div role="row" className={styles.row}>
        {weekdayNames.map((name) => (
          <span key={name} role="columnheader" aria-label={name} className={styles.weekday}>
            {name.slice(0, 2)}
          </span>
        ))}
      </div>
      {monthDays(month).map((week) => (
        <div key={week.join()} role="row" className={styles.row}>
          {week.map((day, index) =>
            day === null ? <span key={`empty ${index}`} role="gridcell" /> : <Day key={day} day={day} {...days} />,
          )}
        </div>
      ))}
    </div>
  );
}

export const canChoose = ({ kind }: DayHours) => kind === "free" || kind === "part";

type DayProps = Omit<MonthDaysProps, "month"> & { day: number };

function Day({ day, today, selected, focused, opening, hoursOf, onFocus, onHover, onPress, onKeyDown }: DayProps) {
  const hours = hoursOf(day);
  const { kind } = hours;
  const isSelected = day === selected;
  return (
    <div role="gridcell" aria-selected={isSelected} className={styles.cell}>
      <button
        type="button"
        data-day={day}
        aria-label={dayName(hours) + (isSelected ? ", selected" : "")}
        aria-disabled={!canChoose(hours) || undefined}
        aria-current={day === today ? "date" : undefined}
        tabIndex={day === focused ? 0 : -1}
        className={classNames(styles.day, styles[kind], day === today && styles.today, isSelected && styles.selected)}
        onFocus={() => onFocus(day)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && onHover(day)}
        onPointerLeave={() => onHover(null)}
        onClick={() => onPress(day)}
        onKeyDown={onKeyDown}
      >
        <b>{Number(dayOf(day).slice(8))}</b>
        {/* Drawn by the style sheet: the button's name says it in its own order. */}
        {(kind === "full" || kind === "closed") && <small data-word={kind} />}
        {canChoose(hours) && <SmallDayBar open={hours.open} opening={opening} />}
      </button>
    </div>
  );
}
