import { describe, expect, it } from "vitest";
import { dayNumber, dayOf, weekdayOf } from "./day-numbers.ts";
import { instantsAt, zonedMinute } from "./zoned-days.ts";

const at = (day: string, minute: number, zone: string) => {
  const { first, last } = instantsAt(dayNumber(day), minute, zone);
  return [first, last].map((instant) => new Date(instant).toISOString().slice(0, 16));
};
const once = (instant: string) => [instant, instant];

describe("days", () => {
  it("are numbered since 1970, and the week begins on Monday", () => {
    expect(dayNumber("1970-01-01")).toBe(0);
    expect(dayOf(dayNumber("2028-02-29"))).toBe("2028-02-29");
    expect(["2026-11-23", "2026-11-29", "1969-12-29"].map((day) => weekdayOf(dayNumber(day)))).toEqual([0, 6, 0]);
  });
});

describe("a minute of a day in a zone", () => {
  it("is one instant on an ordinary day", () => {
    expect(at("2026-12-05", 540, "America/Los_Angeles")).toEqual(once("2026-12-05T17:00"));
    expect(at("2026-07-05", 1_440, "America/Phoenix")).toEqual(once("2026-07-06T07:00"));
  });

  it("[S338] is the end of the gap when the clock skips it", () => {
    expect(at("2026-03-08", 150, "America/Chicago")).toEqual(once("2026-03-08T08:00"));
    expect(at("2026-10-04", 135, "Australia/Lord_Howe")).toEqual(once("2026-10-03T15:30"));
    expect(at("2026-03-29", 0, "Asia/Beirut")).toEqual(once("2026-03-28T22:00"));
    expect(at("2026-03-28", 1_440, "Asia/Beirut")).toEqual(once("2026-03-28T22:00"));
  });

  it("[S339] is two instants when the clock is set back over it", () => {
    expect(at("2026-11-01", 90, "America/Chicago")).toEqual(["2026-11-01T06:30", "2026-11-01T07:30"]);
    expect(at("2026-04-05", 105, "Australia/Lord_Howe")).toEqual(["2026-04-04T14:45", "2026-04-04T15:15"]);
    expect(at("2026-10-24", 1_410, "Asia/Beirut")).toEqual(["2026-10-24T20:30", "2026-10-24T21:30"]);
  });

  it("[S337] is found again from its instants, in every half hour of a year in five zones", () => {
    for (const zone of ["America/Chicago", "Australia/Lord_Howe", "Asia/Beirut", "Asia/Kathmandu"])
      for (let day = dayNumber("2026-01-01"); day < dayNumber("2027-01-01"); day++)
        for (let minute = 0; minute < 1_440; minute += 30) {
          const { first, last } = instantsAt(day, minute, zone);
          for (const instant of [first, last]) {
            const shown = zonedMinute(instant, zone);
            const isSkipped = shown.day !== day || shown.minute !== minute;
            // The clock skipped it: just before the instant it showed an earlier time, now a later one.
            if (isSkipped) {
              const before = zonedMinute(instant - 60_000, zone);
              expect(before.day * 1_440 + before.minute).toBeLessThan(day * 1_440 + minute);
              expect(shown.day * 1_440 + shown.minute).toBeGreaterThan(day * 1_440 + minute);
            }
          }
        }
  });
});
