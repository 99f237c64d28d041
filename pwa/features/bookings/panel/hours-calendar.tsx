// The months of a booking calendar, whose days show their free hours. Loaded when it opens.
import { ChevronLeft, ChevronRight, Clock } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { DAY_MINUTES, zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import { hoursOfDay, openingOf, type DayHours, type FreeHours } from "../../../client/availability/free-hours.ts";
import { closedWords, dayLine, openingWords } from "../../../client/availability/hours-words.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { SmallDayBar } from "./day-bar.tsx";
import { canChoose, MonthDays } from "./month-days.tsx";
import { firstDayOf, inMonth, monthName, monthOf, daysSinceSunday } from "./months.ts";
import styles from "./hours-calendar.module.css";

export type HoursCalendarProps = {
  /** Null while they are read for the first time. */
  hours: FreeHours | null;
  minHours: number;
  /** Months side by side. */
  months: 1 | 2;
  selected: string | undefined;
  onSelect: (day: string) => void;
  /** Called with the last shown day, whose free hours may have to be read. */
  onShown: (day: number) => void;
  /** Focuses the chosen or first free day when it appears. */
  isFocused: boolean;
  /** `San Diego time, PST` */
  place?: string;
};

export function HoursCalendar({ hours, ...props }: HoursCalendarProps) {
  if (hours) return <Months hours={hours} {...props} />;
  return (
    <p role="status" className={styles.loading}>
      Loading free hours...
    </p>
  );
}

type MonthsProps = HoursCalendarProps & { hours: FreeHours };

function Months({ hours, minHours, months, selected, onSelect, onShown, isFocused, place }: MonthsProps) {
  const today = zonedMinute(hours.now, hours.zone).day;
  const last = today + hours.plan.horizonDays;
  const chosen = selected === undefined ? undefined : dayNumber(selected);
  const hoursOf = useMemo(() => remembered((day) => hoursOfDay(hours, day, minHours)), [hours, minHours]);
  const [focused, setFocused] = useState(() => chosen ?? firstFree(hoursOf, today, last));
  const [first, setFirst] = useState(() => monthOf(focused));
  const [hovered, setHovered] = useState<number | null>(null);
  const [direction, setDirection] = useState<"back" | "on" | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const mustFocus = useRef(isFocused);

  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus({ preventScroll: true });
  });
  const end = firstDayOf(first + months) - 1;
  useEffect(() => {
    onShown(Math.min(end, last));
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
    if (canChoose(hoursOf(day))) onSelect(dayOf(day));
  };

  const line = dayLine(hoursOf(hovered ?? focused));
  const opening = openingOf(hours.plan) ?? [0, DAY_MINUTES];
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
                {...{ month, today, focused, opening, hoursOf }}
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
      <p className={styles.line}>
        <Icon of={Clock} size="s" />
        <span>
          <b>{line.day}</b> {line.words}
        </span>
      </p>
      <div className={styles.legend}>
        <span>
          <SmallDayBar open={[opening]} opening={opening} />
          Free
        </span>
        <span>
          <SmallDayBar open={partly} opening={[0, 100]} />
          Partly free, {openingWords(hours.plan)}
        </span>
        <span>
          <s aria-hidden="true">5</s> Full
        </span>
        <span>{closedWords(hours.plan)}</span>
        {place && <span className={styles.place}>{place}</span>}
      </div>
    </div>
  );
}

/** Spans of the legend's bar, in percent. */
const partly: [number, number][] = [
  [0, 36],
  [72, 100],
];

const clamp = (day: number, from: number, to: number) => Math.min(Math.max(day, from), to);

function remembered(hoursOf: (day: number) => DayHours): (day: number) => DayHours {
  const known = new Map<number, DayHours>();
  return (day) => {
    const hours = known.get(day) ?? hoursOf(day);
    known.set(day, hours);
    return hours;
  };
}

function firstFree(hoursOf: (day: number) => DayHours, from: number, to: number): number {
  for (let day = from; day <= to; day += 1) {
    const hours = hoursOf(day);
    if (canChoose(hours)) return day;
    if (hours.kind === "unknown") break;
  }
  return from;
}

/** Arrows go by day and week, Page keys by month, Home and End in the week. */
function dayOfKey(key: string, day: number): number | null {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (by !== undefined) return day + by;
  if (key === "PageUp") return inMonth(day, monthOf(day) - 1);
  if (key === "PageDown") return inMonth(day, monthOf(day) + 1);
  if (key === "Home") return day - daysSinceSunday(day);
  return key === "End" ? day - daysSinceSunday(day) + 6 : null;
}
