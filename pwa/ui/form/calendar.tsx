// The months of a calendar, whose days say what they are. Fields and sheets load it when they need it.
import { ChevronLeft, ChevronRight, Clock } from "../icons/icons.ts";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { IconButton } from "../actions/icon-button.tsx";
import { Icon } from "../display/icon.tsx";
import { MonthDays, type ShownDay } from "./month-days.tsx";
import { daysSinceSunday, firstDayOf, inMonth, monthName, monthOf } from "./months.ts";
import styles from "./calendar.module.css";

type CalendarProps = {
  /** The first day that the keyboard reaches, as a day number. */
  today: number;
  /** The last one; without it there is no end. */
  last?: number;
  /** Months side by side. */
  months: 1 | 2;
  /** `YYYY-MM-DD` */
  selected: string | undefined;
  /** The day that Tab reaches while none is selected. */
  start: number;
  shownOf: (day: number) => ShownDay;
  onSelect: (day: string) => void;
  /** Called with the last shown day. */
  onShown?: (day: number) => void;
  /** Focuses a day when it appears. */
  isFocused: boolean;
  /** Below the months, about the day under the pointer or in focus. */
  children?: (day: number) => ReactNode;
};

export function Calendar(props: CalendarProps) {
  const { today, last = Infinity, months, selected, start, shownOf, onSelect, onShown, isFocused, children } = props;
  const chosen = selected === undefined ? undefined : dayNumber(selected);
  const [focused, setFocused] = useState(chosen ?? start);
  const [first, setFirst] = useState(() => monthOf(focused));
  const [hovered, setHovered] = useState<number | null>(null);
  const [direction, setDirection] = useState<"back" | "on" | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const mustFocus = useRef(isFocused);

  // Before any press is handled: later it could take the focus back from the field that a choice returned it to.
  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus({ preventScroll: true });
  });
  const end = firstDayOf(first + months) - 1;
  useEffect(() => {
    onShown?.(Math.min(end, last));
  }, [onShown, end, last]);

  const show = (month: number) => {
    setDirection(month > first ? "on" : "back");
    setFirst(month);
  };
  const turn = (by: number) => {
    show(first + by);
    setFocused(clamp(inMonth(focused, monthOf(focused) + by), today, last));
  };
  const go = (day: number) => {
    const next = clamp(day, today, last);
    const month = monthOf(next);
    mustFocus.current = true;
    setFocused(next);
    if (month < first) show(month);
    else if (month >= first + months) show(month - months + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, focused);
    if (next === null) return;
    event.preventDefault();
    go(next);
  };
  const press = (day: number) => {
    setFocused(clamp(day, today, last));
    if (shownOf(day).canChoose) onSelect(dayOf(day));
  };

  return (
    <div ref={box}>
      <div className={styles.months} data-count={months}>
        {Array.from({ length: months }, (_, n) => first + n).map((month, n) => (
          <div key={n}>
            <div className={styles.caption}>
              {n === 0 && first > monthOf(today) ? (
                <IconButton icon={ChevronLeft} label="Earlier month" small onClick={() => turn(-1)} />
              ) : (
                <span />
              )}
              <span aria-live="polite">{monthName(month)}</span>
              {n === months - 1 && firstDayOf(month + 1) <= last && (
                <IconButton icon={ChevronRight} label="Later month" small onClick={() => turn(1)} />
              )}
            </div>
            <div key={month} className={direction ? styles[direction] : undefined}>
              <MonthDays
                {...{ month, today, focused, shownOf }}
                selected={chosen}
                onFocus={setFocused}
                onHover={setHovered}
                onPress={press}
                onKeyDown={onKeyDown}
              />
            </div>
          </div>
        ))}
      </div>
      {children?.(hovered ?? focused)}
    </div>
  );
}

/** What the day in focus or under the pointer holds, in words. */
export function CalendarLine({ day, words }: { day: string; words: string }) {
  return (
    <p className={styles.line}>
      <Icon of={Clock} size="s" />
      <span>
        <b>{day}</b> {words}
      </span>
    </p>
  );
}

/** What the marks of the days mean: one `span` for each. */
export function CalendarLegend({ children }: { children: ReactNode }) {
  return <div className={styles.legend}>{children}</div>;
}

const clamp = (day: number, from: number, to: number) => Math.min(Math.max(day, from), to);

/** Arrows go by day and week, Page keys by month, Home and End in the week. */
function dayOfKey(key: string, day: number): number | null {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (by !== undefined) return day + by;
  if (key === "PageUp") return inMonth(day, monthOf(day) - 1);
  if (key === "PageDown") return inMonth(day, monthOf(day) + 1);
  if (key === "Home") return day - daysSinceSunday(day);
  return key === "End" ? day - daysSinceSunday(day) + 6 : null;
}
