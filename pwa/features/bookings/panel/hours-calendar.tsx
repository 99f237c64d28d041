// The months of a booking calendar, whose days show their free hours. Loaded when it opens.
import { useMemo } from "react";
import { DAY_MINUTES, zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import { hoursOfDay, openingOf, type DayHours, type FreeHours } from "../../../client/availability/free-hours.ts";
import { closedWords, dayLine, dayName, openingWords } from "../../../client/availability/hours-words.ts";
import { Calendar, CalendarLegend, CalendarLine } from "../../../ui/form/calendar.tsx";
import type { ShownDay } from "../../../ui/form/month-days.tsx";
import { SpanBar } from "../../../ui/form/span-bar.tsx";
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

function Months({ hours, minHours, place, ...calendar }: MonthsProps) {
  const today = zonedMinute(hours.now, hours.zone).day;
  const last = today + hours.plan.horizonDays;
  const hoursOf = useMemo(() => remembered((day) => hoursOfDay(hours, day, minHours)), [hours, minHours]);
  const start = useMemo(() => firstFree(hoursOf, today, last), [hoursOf, today, last]);
  const opening = openingOf(hours.plan) ?? [0, DAY_MINUTES];

  const shownOf = (day: number): ShownDay => {
    const shown = hoursOf(day);
    const { kind, open } = shown;
    return {
      name: dayName(shown),
      canChoose: canChoose(shown),
      isFull: kind === "full",
      word: kind === "full" || kind === "closed" ? kind : undefined,
      bar: canChoose(shown) && <SpanBar free={open} within={opening} />,
    };
  };
  return (
    <Calendar {...{ today, last, start, shownOf }} {...calendar}>
      {(day) => (
        <>
          <CalendarLine {...dayLine(hoursOf(day))} />
          <CalendarLegend>
            <span>
              <SpanBar free={[opening]} within={opening} />
              Free
            </span>
            <span>
              <SpanBar free={partly} within={[0, 100]} />
              Partly free, {openingWords(hours.plan)}
            </span>
            <span>
              <s aria-hidden="true">5</s> Full
            </span>
            <span>{closedWords(hours.plan)}</span>
            {place && <span className={styles.place}>{place}</span>}
          </CalendarLegend>
        </>
      )}
    </Calendar>
  );
}

/** Spans of the legend's bar, in percent. */
const partly: [number, number][] = [
  [0, 36],
  [72, 100],
];

const canChoose = ({ kind }: DayHours) => kind === "free" || kind === "part";

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
