// Where the hours of a day are on its bar. The bar is as long as the day lasts: on a day of 23 or 25 hours an hour keeps its width.
import { STEP_MINUTES, type MinuteSpan, type Span } from "../../../../shared/domain/free-hours.ts";
import { DAY_MINUTES, instantsAt, MINUTE_MS, zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import { hoursOfDay, openingOf, openingSpanOf, type FreeHours } from "../../../client/availability/free-hours.ts";
import { placeWithin } from "../../../ui/form/span-bar.tsx";

const TICK_MINUTES = 180;
const TICK_DISTANCE = 120;

export type Place = ReturnType<typeof placeWithin>;

/** From opening to closing; the whole day where the plan is closed. */
function barSpan({ zone, plan }: FreeHours, day: number): Span {
  const wholeDay = { from: instantsAt(day, 0, zone).first, to: instantsAt(day + 1, 0, zone).first };
  return openingSpanOf({ zone, plan }, day) ?? wholeDay;
}

const placeIn = ({ from, to }: Span, bar: Span) => placeWithin([from, to], [bar.from, bar.to]);

/** The free spans of a day on its bar, from half hour to half hour. None where the least hours do not fit. */
export function freePlaces(hours: FreeHours, day: number, minHours: number): Place[] {
  if (hoursOfDay(hours, day, minHours).open.length === 0) return [];
  const bar = barSpan(hours, day);
  return hours.spans
    .map(({ from, to }) => ({ from: Math.max(upToStep(from, hours.zone), bar.from), to: Math.min(to, bar.to) }))
    .filter(({ from, to }) => from < to)
    .map((span) => placeIn(span, bar));
}

/** A booking on the bar of the day on which it starts. */
export function chosenPlace(hours: FreeHours, day: number, chosen: Span): Place {
  return placeIn(chosen, barSpan(hours, day));
}

/** Opening, closing, and each third hour that is far enough from both. */
export function tickPlaces(hours: FreeHours, day: number): { minute: number; left: string }[] {
  const bar = barSpan(hours, day);
  return ticksOf(openingOf(hours.plan, day) ?? [0, DAY_MINUTES]).map((minute, place, all) => {
    const { first, last } = instantsAt(day, minute, hours.zone);
    const at = place === all.length - 1 ? last : first;
    return { minute, left: placeIn({ from: at, to: at }, bar).left };
  });
}

function ticksOf([open, close]: MinuteSpan): number[] {
  const between: number[] = [];
  for (let minute = 0; minute < close; minute += TICK_MINUTES)
    if (minute - open >= TICK_DISTANCE && close - minute >= TICK_DISTANCE) between.push(minute);
  return [open, ...between, close];
}

/** The first half hour of the aircraft's clock from an instant on. */
function upToStep(at: number, zone: string): number {
  const past = (zonedMinute(at, zone).minute % STEP_MINUTES) * MINUTE_MS + (at % MINUTE_MS);
  return past === 0 ? at : at - past + STEP_MINUTES * MINUTE_MS;
}
