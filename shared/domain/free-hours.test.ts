import { describe, expect, it } from "vitest";
import { dayNumber } from "../kit/day-numbers.ts";
import { instantsAt } from "../kit/zoned-days.ts";
import {
  defaultPlan,
  freeSpans,
  misfitOf,
  startsOn,
  weekdays,
  without,
  type Plan,
  type Schedule,
} from "./free-hours.ts";

const HOUR = 3_600_000;
const utc = (time: string) => Date.parse(`${time}Z`);
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const zone = "America/Chicago";
const schedule = (over: Partial<Schedule> = {}): Schedule => ({
  zone,
  plan: defaultPlan,
  holds: [],
  now: utc("2026-11-01T00:00"),
  ...over,
});
const closed = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as Plan["weekly"];
const spansOf = (over: Partial<Schedule>, day: string, days = 1) =>
  freeSpans(schedule(over), dayNumber(day), days).map(({ from, to }) => `${iso(from)} ${iso(to)}`);

describe("free hours", () => {
  it("are those of the plan, in local time", () => {
    expect(spansOf({}, "2026-12-05")).toEqual(["2026-12-05T13:00 2026-12-06T03:00"]);
    expect(spansOf({}, "2026-07-05")).toEqual([]);
    expect(spansOf({ plan: { ...defaultPlan, weekly: closed } }, "2026-12-05")).toEqual([]);
  });

  it("[S336] go on past midnight when the next day opens at once, and last 23 and 25 hours on change nights", () => {
    const all = Object.fromEntries(weekdays.map((day) => [day, [[0, 1_440]]])) as Plan["weekly"];
    const plan = { ...defaultPlan, weekly: all };
    expect(spansOf({ plan, now: utc("2026-10-20T00:00") }, "2026-10-31", 3)).toEqual([
      "2026-10-31T05:00 2026-11-03T06:00",
    ]);
    const night = { ...defaultPlan, weekly: { ...closed, sun: [[60, 180]] as [number, number][] } };
    const at = (now: string, day: string) => spansOf({ plan: night, now: utc(now) }, day);
    expect(at("2026-10-20T00:00", "2026-11-01")).toEqual(["2026-11-01T06:00 2026-11-01T09:00"]);
    expect(at("2026-03-01T00:00", "2026-03-08")).toEqual(["2026-03-08T07:00 2026-03-08T08:00"]);
  });

  it("[S362] end before the next hold's buffer and begin after its end", () => {
    const holds = [{ from: utc("2026-12-05T18:00"), to: utc("2026-12-05T20:30") }];
    expect(spansOf({ holds }, "2026-12-05")).toEqual([
      "2026-12-05T13:00 2026-12-05T17:30",
      "2026-12-05T20:30 2026-12-06T03:00",
    ]);
  });

  it("begin after the notice and up to the horizon", () => {
    expect(spansOf({ now: utc("2026-12-05T14:10") }, "2026-12-05")).toEqual(["2026-12-05T16:10 2026-12-06T03:00"]);
    const plan = { ...defaultPlan, horizonDays: 2 };
    expect(spansOf({ plan, now: utc("2026-12-05T14:10") }, "2026-12-07")).toHaveLength(1);
    expect(spansOf({ plan, now: utc("2026-12-05T14:10") }, "2026-12-08")).toHaveLength(0);
  });

  it("[S342] offer each start at which the duration fits", () => {
    const free = freeSpans(schedule({ now: utc("2026-12-05T14:10") }), dayNumber("2026-12-05"), 1);
    const starts = startsOn(dayNumber("2026-12-05"), 9, zone, free).map(iso);
    expect(starts).toEqual(["2026-12-05T16:30", "2026-12-05T17:00", "2026-12-05T17:30", "2026-12-05T18:00"]);
  });
});

describe("hours that do not fit", () => {
  const why = (from: string, hours: number, over: Partial<Schedule> = {}) =>
    misfitOf(schedule(over), { from: utc(from), to: utc(from) + hours * HOUR });

  it("are named by their reason", () => {
    expect(why("2026-12-05T13:00", 14)).toBeNull();
    expect(why("2026-12-05T13:10", 1)).toBe("grid");
    expect(why("2026-12-05T12:30", 1)).toBe("closed");
    expect(why("2026-12-05T13:00", 15)).toBe("closed");
    expect(why("2026-11-01T01:30", 1)).toBe("notice");
    expect(why("2027-11-01T13:00", 1)).toBe("horizon");
    const holds = [{ from: utc("2026-12-05T18:00"), to: utc("2026-12-05T20:30") }];
    expect(why("2026-12-05T15:30", 2, { holds })).toBeNull();
    expect(why("2026-12-05T16:00", 2, { holds })).toBe("held");
    expect(why("2026-12-05T20:00", 1, { holds })).toBe("held");
    expect(why("2026-12-05T20:30", 1, { holds })).toBeNull();
  });

  it("[S364] are those outside the free spans, in 3,000 random schedules", () => {
    let seed = 20_261_122;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const zones = [zone, "America/Phoenix", "Australia/Lord_Howe", "Asia/Beirut"];
    const changes = ["2026-03-08", "2026-10-31", "2026-04-04", "2026-10-24", "2026-06-10"];
    for (let round = 0; round < 3_000; round++) {
      const weekly = Object.fromEntries(
        weekdays.map((day) => {
          const edges = Array.from({ length: 2 * random(3) }, () => 30 * random(49)).sort((a, b) => a - b);
          return [
            day,
            edges.flatMap((from, n) => (n % 2 === 0 && from < edges[n + 1]! ? [[from, edges[n + 1]!]] : [])),
          ];
        }),
      ) as Plan["weekly"];
      const day = dayNumber(changes[random(changes.length)]!);
      const now = day * 24 * HOUR - random(100) * HOUR;
      const holds = Array.from({ length: random(4) }, () => {
        const from = day * 24 * HOUR + random(144) * (HOUR / 2);
        return { from, to: from + (1 + random(8)) * (HOUR / 2) };
      });
      const one: Schedule = {
        zone: zones[random(zones.length)]!,
        plan: { weekly, noticeHours: random(80), bufferMin: 30 * random(4), horizonDays: random(8) },
        holds,
        now,
      };
      const from = instantsAt(day + random(2), 30 * random(48), one.zone).last;
      const to = from + (1 + random(30)) * HOUR;
      const free = freeSpans(one, day - 1, 5).some((span) => span.from <= from && to <= span.to);
      const misfit = misfitOf(one, { from, to });
      expect(
        misfit === null || misfit === "grid" || misfit === "horizon",
        JSON.stringify({ one, from, to, misfit }),
      ).toBe(free || misfit === "grid" || misfit === "horizon");
    }
  });
});

it("a span without holes keeps its parts in order", () => {
  const span = (from: number, to: number) => ({ from, to });
  expect(without([span(0, 10), span(20, 30)], [span(25, 40), span(-5, 2), span(4, 6), span(5, 7)])).toEqual([
    span(2, 4),
    span(7, 10),
    span(20, 25),
  ]);
});
