import { describe, expect, it } from "vitest";
import { defaultPlan, type MinuteSpan } from "../../../shared/domain/free-hours.ts";
import { longestOn } from "../../../shared/domain/hours/texts.ts";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { freeHoursOf, halfHoursOf, hoursOfDay, nextDayFor, usualHours } from "./free-hours.ts";
import type { OpenDays, PublicPlan } from "./free-hours.ts";
import { dayLine, dayName } from "./hours-words.ts";
import { misfitOf, startChoices } from "./start-choices.ts";

const zone = "America/Los_Angeles";
const now = Date.parse("2026-12-02T20:00:00Z");
const plan: PublicPlan = { ...defaultPlan, weekly: { ...defaultPlan.weekly, mon: [] } };
const all: MinuteSpan[] = [[420, 1_260]];
const parted: MinuteSpan[] = [
  [420, 810],
  [1_050, 1_260],
];
const week = (open: Record<string, MinuteSpan[]>): OpenDays =>
  Object.entries(open).map(([day, it]) => ({ day, open: it }));
const days = week({
  "2026-12-12": parted,
  "2026-12-13": [[420, 480]],
  "2026-12-14": [],
  "2026-12-15": [],
  "2026-12-16": all,
});
const hours = freeHoursOf(zone, plan, days, now);
const saturday = dayNumber("2026-12-12");
const at = (day: string, time: string, of = zone) =>
  halfHoursOf(of === zone ? hours : { ...hours, zone: of }, dayNumber(day)).find((instant) =>
    new Date(instant).toLocaleTimeString("en-GB", { timeZone: of }).startsWith(time),
  ) ?? NaN;
const reasonAt = (time: string, duration: number, of = hours, day = saturday) =>
  startChoices(of, day, duration, "Marisol").find((choice) => choice.time === time)?.reason;

describe("a day", () => {
  const named = (day: string) => dayName(hoursOfDay(hours, dayNumber(day), 2));

  it("[S379] says its free hours to the ear and to the eye", () => {
    expect(named("2026-12-12")).toBe("Saturday, December 12, free 07:00 to 13:30 and 17:30 to 21:00");
    expect(named("2026-12-16")).toBe("Wednesday, December 16, free all day, 07:00 to 21:00");
    expect(dayLine(hoursOfDay(hours, saturday, 2))).toEqual({
      day: "Sat, Dec 12",
      words: "free 07:00–13:30 and 17:30–21:00",
    });
  });

  it("[S380] is closed by the plan, full when the minimum does not fit, past, too far ahead, or unknown", () => {
    expect(named("2026-12-14")).toBe("Monday, December 14, closed");
    expect(named("2026-12-15")).toBe("Tuesday, December 15, full");
    expect(named("2026-12-13")).toBe("Sunday, December 13, full");
    expect(named("2026-12-01")).toBe("Tuesday, December 1, past");
    expect(named("2027-07-01")).toBe("Thursday, July 1, too far ahead");
    expect(named("2026-12-17")).toBe("Thursday, December 17");
  });

  it("is free from the next half hour after the notice", () => {
    const later = freeHoursOf(zone, plan, week({ "2026-12-12": all }), Date.parse("2026-12-12T18:10:00Z"));
    // 10:10 on the aircraft's clock, two hours notice.
    expect(hoursOfDay(later, saturday, 2)).toEqual({ day: saturday, kind: "part", open: [[750, 1_260]] });
  });
});

describe("a start", () => {
  it("[S382] can be chosen where the duration fits, else it has a reason", () => {
    expect(reasonAt("09:00", 3)).toBeNull();
    expect(reasonAt("10:30", 3)).toBeNull();
    expect(reasonAt("11:00", 3)).toBe("11:00: free until 13:30, and 3 hours end at 14:00.");
    expect(reasonAt("13:30", 3)).toBe("Not free. Free again from 17:30.");
    expect(reasonAt("20:30", 1)).toBe("20:30: free until 21:00, and 1 hour ends at 21:30.");
    const morning = freeHoursOf(zone, plan, week({ "2026-12-12": [[420, 810]] }), now);
    expect(reasonAt("14:00", 1, morning)).toBe("Not free.");
  });

  it("is too soon within the owner's notice, and past before now", () => {
    const later = freeHoursOf(zone, plan, days, Date.parse("2026-12-12T18:10:00Z"));
    expect(reasonAt("11:00", 1, later)).toBe("Too soon. Marisol needs 2 hours notice.");
    expect(reasonAt("10:00", 1, later)).toBe("This time has passed.");
  });

  it("exists twice, with the zone's name, in the hour that the clock shows twice", () => {
    const always = { ...plan, weekly: { ...plan.weekly, sun: [[0, 1_440] as MinuteSpan] } };
    const november = freeHoursOf(
      zone,
      always,
      week({ "2026-11-01": [[0, 1_440]] }),
      Date.parse("2026-10-20T00:00:00Z"),
    );
    const choices = startChoices(november, dayNumber("2026-11-01"), 2, "Marisol");
    expect(choices).toHaveLength(50);
    expect(choices.slice(2, 6).map(({ time, zoneName }) => `${time} ${zoneName}`)).toEqual([
      "01:00 PDT",
      "01:30 PDT",
      "01:00 PST",
      "01:30 PST",
    ]);
    // Two hours on the clock, three that pass.
    expect(choices.find(({ time }) => time === "22:00")?.reason).toBeNull();
    const march = freeHoursOf(zone, always, week({ "2026-03-08": [[0, 1_440]] }), Date.parse("2026-03-01T00:00:00Z"));
    expect(
      startChoices(march, dayNumber("2026-03-08"), 2, "Marisol")
        .map(({ time }) => time)
        .slice(3, 6),
    ).toEqual(["01:30", "03:00", "03:30"]);
  });

  it("ends in the next day where the plan does not close between", () => {
    const weekly = { ...plan.weekly, sat: [[1_200, 1_440] as MinuteSpan], sun: [[0, 120] as MinuteSpan] };
    const night = freeHoursOf(
      zone,
      { ...plan, weekly },
      week({ "2026-12-12": [[1_200, 1_440]], "2026-12-13": [[0, 120]] }),
      now,
    );
    expect(reasonAt("23:00", 3, night)).toBeNull();
    expect(reasonAt("23:30", 3, night)).toBe("23:30: free until 02:00, and 3 hours end at 02:30.");
    expect(longestOn(saturday, zone, night.spans)).toBe(6);
  });
});

describe("a choice that does not fit", () => {
  const misfit = (time: string | undefined, duration: number, of = hours) =>
    misfitOf(of, { day: saturday, start: time ? at("2026-12-12", time) : undefined, duration }, "Marisol");

  it("is none while the start fits, or is not chosen yet", () => {
    expect(misfit("09:00", 3)).toBeNull();
    expect(misfit(undefined, 3)).toBeNull();
  });

  it("names the longest duration when no start fits", () => {
    const text = "7 hours do not fit on Sat, Dec 12. The longest that fits is 6 hours.";
    expect(misfit("09:00", 7)).toEqual({ field: "duration", text });
    expect(nextDayFor(hours, saturday, 7)).toBe(dayNumber("2026-12-16"));
    expect(nextDayFor(hours, saturday, 15)).toBeNull();
  });

  it("says until when a start is free that a longer duration lost", () => {
    expect(misfit("09:00", 5)).toEqual({
      field: "start",
      text: "09:00: free until 13:30, and 5 hours end at 14:00.",
    });
  });

  it("names the other starts when the hours were taken meanwhile", () => {
    const open: MinuteSpan[] = [
      [420, 510],
      [750, 810],
      [1_050, 1_260],
    ];
    const taken = freeHoursOf(zone, plan, week({ "2026-12-12": open }), now);
    expect(misfit("09:00", 3, taken)?.text).toBe("09:00–12:00 was just taken. 3 hours still fit from 17:30 or 18:00.");
    const one = freeHoursOf(zone, plan, week({ "2026-12-12": [[1_050, 1_230]] }), now);
    expect(misfit("09:00", 3, one)?.text).toBe("09:00–12:00 was just taken. 3 hours still fit from 17:30.");
    const many = freeHoursOf(zone, plan, week({ "2026-12-12": [[780, 1_260]] }), now);
    expect(misfit("09:00", 3, many)?.text).toBe("09:00–12:00 was just taken. 3 hours still fit from 13:00 or 13:30.");
  });
});

it("without any answer the usual hours are free, up to the usual horizon", () => {
  const usual = usualHours(zone, now);
  expect(hoursOfDay(usual, saturday, 2)).toEqual({ day: saturday, kind: "free", open: all });
  expect(hoursOfDay(usual, dayNumber("2027-05-31"), 2).kind).toBe("free");
  expect(hoursOfDay(usual, dayNumber("2027-06-01"), 2).kind).toBe("later");
});
