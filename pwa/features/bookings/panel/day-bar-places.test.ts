import { describe, expect, it } from "vitest";
import { defaultPlan, type MinuteSpan, weekdays } from "../../../../shared/domain/free-hours.ts";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { instantsAt } from "../../../../shared/kit/zoned-days.ts";
import { freeHoursOf, type FreeHours } from "../../../client/availability/free-hours.ts";
import { chosenPlace, freePlaces, tickPlaces, type Place } from "./day-bar-places.ts";

const zone = "America/Los_Angeles";
const HOUR = 3_600_000;
const wholeDays: MinuteSpan = [0, 1_440];

/** A day of an owner who rents around the clock. */
function aDay(day: string, open: MinuteSpan[], opening = wholeDays): { hours: FreeHours; day: number } {
  const weekly = Object.fromEntries(weekdays.map((name) => [name, [opening]])) as typeof defaultPlan.weekly;
  const number = dayNumber(day);
  const days = [number, number + 1].map((one) => ({ day: dayOf(one), open: one === number ? open : [opening] }));
  return {
    day: number,
    hours: freeHoursOf(zone, { ...defaultPlan, weekly }, days, instantsAt(number, 0, zone).first - 48 * HOUR),
  };
}
const ends = ({ left, right }: Place) => [parseFloat(left), 100 - parseFloat(right)];
/** From and to of a booking, in hours of the bar. */
function booked(day: string, minute: number, hours: number, length: number, which: "first" | "last" = "first") {
  const one = aDay(day, [wholeDays]);
  const from = instantsAt(one.day, minute, zone)[which];
  return ends(chosenPlace(one.hours, one.day, { from, to: from + hours * HOUR })).map((part) => (part / 100) * length);
}
const near = (hours: number[]) => hours.map((value) => expect.closeTo(value, 6) as number);

describe("the bar of a day", () => {
  it("[S641] gives an hour the same width on days of 23, 24 and 25 hours", () => {
    // 01:30 PDT to 01:30 PST, and to 02:30 PST.
    expect(booked("2026-11-01", 90, 1, 25)).toEqual(near([1.5, 2.5]));
    expect(booked("2026-11-01", 90, 2, 25)).toEqual(near([1.5, 3.5]));
    expect(booked("2026-11-01", 90, 1, 25, "last")).toEqual(near([2.5, 3.5]));
    expect(booked("2026-11-01", 1_380, 3, 25)).toEqual(near([24, 25]));
    expect(booked("2026-12-12", 90, 1, 24)).toEqual(near([1.5, 2.5]));
    // 01:30 PST to 03:30 PDT.
    expect(booked("2027-03-14", 90, 1, 23)).toEqual(near([1.5, 2.5]));
    expect(booked("2027-03-14", 180, 2, 23)).toEqual(near([2, 4]));
  });

  it("places free hours and ticks on the same scale", () => {
    const long = aDay("2026-11-01", [
      [0, 60],
      [180, 1_440],
    ]);
    expect(freePlaces(long.hours, long.day, 1).map(ends)).toEqual([near([0, 4]), near([16, 100])]);
    const ticks = tickPlaces(long.hours, long.day).map(({ minute, left }) => [minute / 60, parseFloat(left)]);
    expect(ticks.slice(0, 3)).toEqual([near([0, 0]), near([3, 16]), near([6, 28])]);
    expect(ticks.at(-1)).toEqual(near([24, 100]));
    const short = aDay("2027-03-14", [[180, 1_440]]);
    expect(freePlaces(short.hours, short.day, 1).map(ends)).toEqual([near([(2 / 23) * 100, 100])]);
  });

  it("goes from opening to closing, and has no free span where the least hours do not fit", () => {
    const day = aDay("2026-12-12", [[420, 540]], [420, 1_260]);
    expect(freePlaces(day.hours, day.day, 2).map(ends)).toEqual([near([0, (2 / 14) * 100])]);
    expect(freePlaces(day.hours, day.day, 3)).toEqual([]);
    expect(tickPlaces(day.hours, day.day).map(({ minute }) => minute / 60)).toEqual([7, 9, 12, 15, 18, 21]);
  });
});
