import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asOfLabel,
  clock,
  dayIn,
  dayWithYear,
  longDay,
  monthAndYear,
  reviewDateLabel,
  shortDay,
  timeLabel,
  zonedTime,
} from "./dates.ts";
import { dayOf } from "./day-numbers.ts";

const now = new Date("2026-12-10T15:00:00Z");
const zone = "America/Denver";
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

describe("review dates", () => {
  it.each([
    [0, "Today"],
    [1, "Yesterday"],
    [2, "2 days ago"],
    [6, "6 days ago"],
    [7, "1 week ago"],
    [29, "4 weeks ago"],
    [30, "1 month ago"],
    [364, "12 months ago"],
    [365, "1 year ago"],
    [800, "2 years ago"],
  ])("[S324] %i days back reads %s", (days, label) => {
    expect(reviewDateLabel(daysAgo(days), now, zone)).toBe(label);
  });
});

describe("message time labels", () => {
  it("[S325] shows the time of day, Yesterday, days, then the date", () => {
    expect(timeLabel("2026-12-10T14:05:00Z", now, zone)).toBe("07:05");
    expect(timeLabel("2026-12-10T06:05:00Z", now, zone)).toBe("Yesterday");
    expect(timeLabel(daysAgo(3), now, zone)).toBe("3d ago");
    expect(timeLabel(daysAgo(7), now, zone)).toBe("Dec 3");
  });
});

describe("days and zones", () => {
  it("takes the day of the zone, not of UTC", () => {
    expect(dayIn(new Date("2026-12-10T03:00:00Z"), zone)).toBe("2026-12-09");
  });

  it("[S1165] reads day and time of this machine as a formatter of its zone does", () => {
    const format = new Intl.DateTimeFormat("en-CA", {
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const some = fc.date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(some, (at) => {
        expect(`${dayIn(at)}, ${clock(at)}`).toBe(format.format(at));
        expect([dayIn(at, here), clock(at, here)]).toEqual([dayIn(at), clock(at)]);
      }),
    );
  });

  it("[S1326] names every day as a formatter of English does", () => {
    const inWords = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
    const [month, day, year] = [{ month: "short" }, { day: "numeric" }, { year: "numeric" }] as const;
    const formats = [
      [shortDay, inWords({ weekday: "short", ...month, ...day })],
      [dayWithYear, inWords({ ...month, ...day, ...year })],
      [longDay, inWords({ weekday: "long", month: "long", ...day, ...year })],
      [monthAndYear, inWords({ month: "long", ...year })],
    ] as const;
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const date = dayOf(at / 86_400_000);
      for (const [words, format] of formats) expect(words(date)).toBe(format.format(at));
    }
    expect(() => shortDay("2026-13-45")).toThrow(RangeError);
  });

  it("formats days and times for display", () => {
    expect(shortDay("2026-12-05")).toBe("Sat, Dec 5");
    expect(zonedTime("2026-12-05T17:00:00Z", "America/Los_Angeles")).toBe("Sat, Dec 5, 09:00 PST");
    expect(zonedTime("2026-07-05T06:30:00Z", "America/Denver")).toBe("Sun, Jul 5, 00:30 MDT");
    expect(longDay("2026-12-05")).toBe("Saturday, December 5, 2026");
    expect(dayWithYear("2026-09-03")).toBe("Sep 3, 2026");
    expect(monthAndYear("2026-12-05")).toBe("December 2026");
    expect(asOfLabel("2026-12-10T14:05:00Z", now, zone)).toBe("today, 07:05");
    expect(asOfLabel("2026-12-01T14:05:00Z", now, zone)).toBe("Dec 1, 07:05");
  });
});
