import type { KeyboardEventHandler, ReactNode } from "react";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { classNames } from "../styles/class-names.ts";
import { monthDays, monthName } from "./months.ts";
import styles from "./calendar.module.css";

const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** What a calendar shows of a day. */
export type ShownDay = {
  /** `Saturday, December 12, full` */
  name: string;
  canChoose: boolean;
  /** Nothing is free: the number is struck. */
  isFull?: boolean;
  /** Below the number, from the style sheet: the name says it in its own order. */
  word?: string | undefined;
  /** Below the number. */
  bar?: ReactNode;
};

type MonthDaysProps = {
  /** Months since 1970. */
  month: number;
  today: number;
  selected: number | undefined;
  /** The day that Tab reaches. */
  focused: number;
  shownOf: (day: number) => ShownDay;
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

type DayProps = Omit<MonthDaysProps, "month"> & { day: number };

function Day({ day, today, selected, focused, shownOf, onFocus, onHover, onPress, onKeyDown }: DayProps) {
  const { name, canChoose, isFull, word, bar } = shownOf(day);
  const isSelected = day === selected;
  return (
    <div role="gridcell" aria-selected={isSelected} className={styles.cell}>
      <button
        type="button"
        data-day={day}
        aria-label={name + (isSelected ? ", selected" : "")}
        aria-disabled={!canChoose || undefined}
        aria-current={day === today ? "date" : undefined}
        tabIndex={day === focused ? 0 : -1}
        className={classNames(
          styles.day,
          isFull && styles.full,
          !word && !bar && styles.bare,
          day === today && styles.today,
          isSelected && styles.selected,
        )}
        onFocus={() => onFocus(day)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && onHover(day)}
        onPointerLeave={() => onHover(null)}
        onClick={() => onPress(day)}
        onKeyDown={onKeyDown}
      >
        <b>{Number(dayOf(day).slice(8))}</b>
        {word && <small data-word={word} />}
        {bar}
      </button>
    </div>
  );
}
