import { expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import { blockSpan, clashOf } from "./block-values.ts";
import { isSamePlan, nextSpan, readPlan, rebased, valuesOf } from "./plan-values.ts";

const start = valuesOf(planDefaults);

it("reads a plan, with the times of a day in order", () => {
  expect(readPlan(start)).toEqual({ form: planDefaults });
  const weekly = {
    ...start.weekly,
    sat: [
      [810, 1_260],
      [420, 720],
    ] as [number, number][],
  };
  expect(readPlan({ ...start, weekly })).toMatchObject({
    form: {
      weekly: {
        sat: [
          [420, 720],
          [810, 1_260],
        ],
      },
    },
  });
});

it("[S349] names each field that is wrong", () => {
  const weekly = {
    ...start.weekly,
    mon: [[600, 600]] as [number, number][],
    tue: [
      [420, 720],
      [690, 900],
    ] as [number, number][],
  };
  expect(readPlan({ ...start, weekly, noticeHours: "", bufferMin: "20", horizonDays: "400" })).toEqual({
    problems: {
      mon: "Each time must end after it starts.",
      tue: "These hours overlap.",
      noticeHours: "Enter a whole number.",
      bufferMin: "Choose full half hours.",
      horizonDays: "At most 365.",
    },
  });
});

it("adds hours after the last ones of a day, while there is room", () => {
  expect(nextSpan([])).toEqual([420, 1_260]);
  expect(nextSpan([[420, 720]])).toEqual([780, 900]);
  expect(nextSpan([[420, 1_380]])).toEqual([1_410, 1_440]);
  expect(nextSpan([[420, 1_410]])).toBeNull();
});

it("finds what is in the way of a block: a booking with its buffer, and the requests it declines", () => {
  const span = blockSpan({ fromDay: "2099-01-05", fromMinute: 720, toDay: "2099-01-05", toMinute: 900 }, "UTC")!;
  const one = (status: Booking["status"], from: number, to: number, holdsUntil: string | null = null) =>
    ({
      status,
      startDate: `2099-01-05T${String(from).padStart(2, "0")}:00:00.000Z`,
      endsAt: `2099-01-05T${String(to).padStart(2, "0")}:00:00.000Z`,
      holdsUntil,
    }) as Booking;
  const held = one("accepted", 9, 12, "2099-01-05T12:30:00.000Z");
  const none = [one("accepted", 15, 16), one("declined", 12, 14), one("requested", 15, 17)];
  expect(clashOf(none, span, 30)).toEqual({ booking: undefined, requests: 0 });
  expect(clashOf([...none, held], span, 30).booking).toBe(held);
  expect(clashOf([one("requested", 10, 12), one("requested", 13, 14)], span, 30).requests).toBe(2);
  expect(clashOf([one("requested", 10, 12)], span, 0).requests).toBe(0);
});

it("[S359] takes the change of another device for untouched fields, and keeps the base of touched ones", () => {
  const shown = { ...planDefaults, aircraftId: "plane", rev: 1 };
  const theirs = { ...shown, noticeHours: 5, bufferMin: 60, rev: 2 };
  const edited = { values: { ...valuesOf(shown), noticeHours: "8" }, shown };
  expect(rebased(edited, theirs)).toEqual({
    values: { ...valuesOf(theirs), noticeHours: "8" },
    shown: { ...theirs, noticeHours: 2, rev: 1 },
  });
  expect(rebased({ values: valuesOf(shown), shown }, theirs)).toEqual({ values: valuesOf(theirs), shown: theirs });
  expect(isSamePlan(edited.values, valuesOf(shown))).toBe(false);
});
