// Home's calendar: how many of the wanted aircraft are free on each day. Loaded when it opens.
import { useMemo } from "react";
import type { AircraftFilter } from "../../../shared/domain/aircraft-rules.ts";
import { nearOf } from "../../../shared/domain/airfields/near.ts";
import { longDay, shortDay } from "../../../shared/kit/dates.ts";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { emptyView } from "../../client/catalogue/catalogue-view.ts";
import { useFreeDays, useWantedCards, type FreeDays } from "../../client/catalogue/free-days.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Calendar, CalendarLegend, CalendarLine } from "../../ui/form/calendar.tsx";
import type { ShownDay } from "../../ui/form/month-days.tsx";
import { SpanBar } from "../../ui/form/span-bar.tsx";
import { useWideScreen } from "../../ui/hooks/use-wide-screen.ts";
import { placeOf, type SearchInput } from "./home-query.ts";
import { useNearList } from "./use-near-list.ts";

export type FreeCalendarProps = {
  /** What is written in the form, and the filter of the list, which the form does not show whole. */
  words: SearchInput;
  searched: SearchInput;
  filter: AircraftFilter;
  /** `YYYY-MM-DD` */
  today: string;
  /** Undefined for any date. */
  onSelect: (day: string | undefined) => void;
};

export function FreeCalendar({ words, searched, filter, today, onSelect }: FreeCalendarProps) {
  const isWide = useWideScreen();
  const days = useWantedDays(words, wantedOf(words, searched, filter));
  const first = dayNumber(today);
  const shownOf = useMemo(() => {
    const known = new Map<number, ShownDay>();
    return (day: number) => {
      const shown = known.get(day) ?? shownDay(day, first, days);
      known.set(day, shown);
      return shown;
    };
  }, [days, first]);
  return (
    <>
      <Calendar
        today={first}
        months={isWide ? 2 : 1}
        selected={words.date}
        start={first}
        shownOf={shownOf}
        onSelect={onSelect}
        isFocused
      >
        {(day) => (
          <>
            <CalendarLine day={shortDay(dayOf(day))} words={lineWords(day, first, days)} />
            <CalendarLegend>
              <span>
                <SpanBar free={[[0, 1]]} within={[0, 1]} />
                All are free
              </span>
              <span>
                <SpanBar free={[[0, 1]]} within={[0, 3]} />
                Some are free
              </span>
              {days.isWhole && (
                <span>
                  <s aria-hidden="true">5</s> None is free
                </span>
              )}
            </CalendarLegend>
          </>
        )}
      </Calendar>
      {words.date && (
        <Button variant="quiet" size="sm" full onClick={() => onSelect(undefined)}>
          Any date
        </Button>
      )}
    </>
  );
}

/** The free days of the aircraft that the form wants, near an airfield if it names one. */
function useWantedDays({ location }: SearchInput, wanted: AircraftFilter): FreeDays {
  const near = useMemo(() => nearOf(location), [location]);
  const { cards, isWhole } = useWantedCards(wanted);
  const list = useNearList(cards, near, true);
  const isKnown = list === null || list.state === "ready";
  return useFreeDays(list === null ? cards : list.state === "ready" ? list.cards : emptyView.cards, isWhole && isKnown);
}

/** The list's filter with what is written in the form; the date is what is being chosen. */
function wantedOf(words: SearchInput, searched: SearchInput, { types, ...others }: AircraftFilter): AircraftFilter {
  const written = words.type === "all" ? undefined : [words.type];
  return {
    ...others,
    location: placeOf(words.location.trim()).location,
    types: words.type === searched.type ? types : written,
    date: undefined,
  };
}

function shownDay(day: number, today: number, days: FreeDays): ShownDay {
  // The long day without its year.
  const name = longDay(dayOf(day)).replace(/, \d+$/, "");
  if (day < today) return { name: `${name}, past`, canChoose: false };
  const free = days.freeOn(day);
  const isNone = free === 0 && days.isWhole && days.counted > 0;
  return {
    name: days.counted === 0 ? name : `${name}, ${countWords(free, days)}`,
    canChoose: true,
    isFull: isNone,
    word: isNone ? "none" : undefined,
    bar: free > 0 && <SpanBar free={[[0, free]]} within={[0, days.counted]} />,
  };
}

function lineWords(day: number, today: number, days: FreeDays): string {
  if (day < today) return "has passed";
  return days.counted === 0 ? "" : countWords(days.freeOn(day), days);
}

/** `18 of 24 aircraft are free`; with only a part of them here, `at least 18 aircraft are free`. */
function countWords(free: number, { counted, isWhole }: FreeDays): string {
  if (!isWhole) return free === 0 ? "not known yet" : `at least ${free} aircraft ${free === 1 ? "is" : "are"} free`;
  if (free === 0) return "no aircraft is free";
  return `${free === counted ? (counted === 1 ? "the" : `all ${counted}`) : `${free} of ${counted}`} aircraft ${free === 1 ? "is" : "are"} free`;
}
