import { describe, expect, it } from "vitest";
import { dayNumber, dayOf, weekdayOf } from "../../kit/day-numbers.ts";
import { instantsAt } from "../../kit/zoned-days.ts";
import { daysToBook, isFreeOn, nextFreeDay } from "./card-days.ts";
import { cardDaysOf } from "./card-days-count.ts";
import {
  defaultPlan,
  misfitOf,
  weekdays,
  type Plan,
  type Schedule,
  type Span,
  type WeeklyHours,
} from "../free-hours.ts";

const zone = "America/Chicago";
const place = { location: "Chicago IL", airport: null };
const at = (day: string, hour: number) => instantsAt(dayNumber(day), hour * 60, zone).first;
const hold = (day: string, from: number, to: number): Span => ({ from: at(day, from), to: at(day, to) });
const now = at("2026-12-01", 10);
const usual: Schedule = { zone, plan: defaultPlan, holds: [], now };
const weekly = (spans: Partial<WeeklyHours>): WeeklyHours =>
  Object.fromEntries(weekdays.map((day) => [day, spans[day] ?? []])) as WeeklyHours;

describe("the days of a card", () => {
  it("[S372] are left out for the usual plan, also with holds that fill no day", () => {
    expect(cardDaysOf(usual, 2)).toEqual({});
    expect(cardDaysOf({ ...usual, holds: [hold("2026-12-05", 9, 12)] }, 2)).toEqual({});
  });

  it("[S373] name a day without room for the least hours, and every day of a block", () => {
    const holds = [
      hold("2026-12-05", 7, 15),
      hold("2026-12-05", 16.5, 21),
      { from: at("2026-12-10", 0), to: at("2026-12-12", 9) },
    ];
    const fullDays = ["2026-12-05", "2026-12-10", "2026-12-11"].map(dayNumber);
    expect(cardDaysOf({ ...usual, holds }, 2)).toEqual({ fullDays });
    expect(cardDaysOf({ ...usual, holds }, 1)).toEqual({ fullDays: fullDays.slice(1) });
  });

  it("name weekdays that are closed or too short, and limits that are not the usual ones", () => {
    const plan: Plan = { ...defaultPlan, weekly: weekly({ mon: [[420, 600]], sat: [[0, 1440]] }), noticeHours: 24 };
    expect(cardDaysOf({ ...usual, plan }, 4)).toEqual({ closedDays: 0b1011111, noticeHours: 24 });
    expect(cardDaysOf({ ...usual, plan: { ...defaultPlan, horizonDays: 30 } }, 2)).toEqual({ horizonDays: 30 });
  });

  it("forget days that have passed", () => {
    const holds = [hold("2026-11-30", 0, 23), hold("2026-12-02", 0, 23)];
    expect(cardDaysOf({ ...usual, holds }, 2)).toEqual({ fullDays: [dayNumber("2026-12-02")] });
  });

  it("[S374] are those on which no half hour fits, for any plan and holds", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (let round = 0; round < 60; round++) {
      const minHours = 1 + random(8);
      const spans = () => (random(4) === 0 ? [] : [[random(20) * 30, 900 + random(18) * 30] as [number, number]]);
      const plan: Plan = {
        weekly: Object.fromEntries(weekdays.map((day) => [day, spans()])) as WeeklyHours,
        ...{ noticeHours: 0, bufferMin: random(3) * 30, horizonDays: 180 },
      };
      const holds = Array.from({ length: 6 }, () => {
        const from = at("2026-12-02", random(12 * 48) / 2);
        return { from, to: from + (1 + random(60)) * 1_800_000 };
      });
      const schedule = { zone, plan, holds, now };
      const card = { ...cardDaysOf(schedule, minHours), ...place };
      for (let day = dayNumber("2026-12-02"); day < dayNumber("2026-12-16"); day++) {
        const starts = Array.from({ length: 48 }, (_, half) => instantsAt(day, half * 30, zone).first);
        const fits = starts.some((from) => misfitOf(schedule, { from, to: from + minHours * 3_600_000 }) === null);
        expect([round, dayOf(day), isFreeOn(card, day, now)]).toEqual([round, dayOf(day), fits]);
      }
    }
  });
});

describe("a card's next free day", () => {
  const first = dayNumber("2026-12-01");

  it("[S377] is today, unless the notice, a closed weekday or a full day forbids it", () => {
    expect(nextFreeDay({ ...place }, now)).toBe(first);
    expect(nextFreeDay({ ...place, noticeHours: 24 }, now)).toBe(first + 1);
    expect(nextFreeDay({ ...place, closedDays: 1 << weekdayOf(first), fullDays: [first + 1] }, now)).toBe(first + 2);
    expect(nextFreeDay({ ...place, closedDays: 127 }, now)).toBeNull();
  });

  it("[S340] is a day of the aircraft's clock", () => {
    const late = Date.parse("2026-12-02T05:30:00Z");
    expect(daysToBook(zone, late, { noticeHours: 0 })).toEqual({ first, last: first + 180 });
    expect(daysToBook("America/New_York", late, { noticeHours: 0 }).first).toBe(first + 1);
  });
});
