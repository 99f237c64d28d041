import { expect, it } from "vitest";
import { defaultPlan, freeSpans, misfitOf, type Plan, type Span } from "../../../shared/domain/free-hours.ts";
import { openDaysOf } from "../../../shared/domain/hours/open-days.ts";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { instantsAt } from "../../../shared/kit/zoned-days.ts";
import { fits, freeHoursOf, HOUR_MS } from "./free-hours.ts";
import { withoutHold } from "./own-hold.ts";

const zone = "America/Los_Angeles";
const now = Date.parse("2026-12-02T20:00:00Z");
const day = dayNumber("2026-12-12");
const MINUTE = 60_000;
const at = (minute: number) => instantsAt(day, minute, zone).first;

/** The free hours that a client has of these holds, with those of one booking given back. */
function givenBack(own: Span, others: readonly Span[], plan: Plan = defaultPlan) {
  const schedule = { zone, plan, now, holds: [own, ...others] };
  const days = openDaysOf(freeSpans(schedule, day - 1, 3), zone, day - 1, 3);
  const [startDate, endsAt, holdsUntil] = [own.from, own.to - plan.bufferMin * MINUTE, own.to].map((instant) =>
    new Date(instant).toISOString(),
  ) as [string, string, string];
  return withoutHold(freeHoursOf(zone, plan, days, now), { startDate, endsAt, holdsUntil });
}

it("a booking can move by half an hour over its own hours", () => {
  const hours = givenBack({ from: at(540), to: at(750) }, []);
  for (const minute of [480, 510, 540, 570, 690, 720]) expect(fits(hours, at(minute), 3)).toBe(true);
  expect(hours.spans.filter(({ from }) => from === at(420))).toEqual([{ from: at(420), to: at(1_260) }]);
});

it("a booking at opening or closing time stays within the plan", () => {
  const early = givenBack({ from: at(420), to: at(630) }, []);
  expect([fits(early, at(420), 4), fits(early, at(390), 3)]).toEqual([true, false]);
  const late = givenBack({ from: at(1_080), to: at(1_290) }, []);
  expect([fits(late, at(1_020), 4), fits(late, at(1_110), 3)]).toEqual([true, false]);
});

it("no hours count as free that another hold, its buffer or the plan takes", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  let moved = 0;
  for (let round = 0; round < 400; round += 1) {
    const plan = { ...defaultPlan, bufferMin: [0, 15, 30, 45, 60, 90][random(6)]! };
    plan.weekly = {
      ...plan.weekly,
      sat: random(2) ? [[420, 1_260]] : [[420, 720] as const, [750, 1_260] as const].map(([a, b]) => [a, b]),
    };
    const holds: Span[] = [];
    let minute = 390 + random(4) * 30;
    while (minute < 1_200) {
      const length = (1 + random(3)) * 60;
      holds.push({ from: at(minute), to: at(minute + length) + plan.bufferMin * MINUTE });
      minute += length + Math.ceil(plan.bufferMin / 30) * 30 + random(5) * 30;
    }
    const own = holds[random(holds.length)]!;
    const others = holds.filter((hold) => hold !== own);
    const hours = givenBack(own, others, plan);
    for (let start = 390; start < 1_260; start += 30)
      for (const duration of [1, 2, 3, 5]) {
        if (!fits(hours, at(start), duration)) continue;
        if (at(start) !== own.from) moved += 1;
        const wanted = { from: at(start), to: at(start) + duration * HOUR_MS };
        expect(misfitOf({ zone, plan, now, holds: others }, wanted)).toBeNull();
      }
  }
  expect(moved).toBeGreaterThan(400);
});

it("a request, which holds nothing, changes nothing", () => {
  const hours = givenBack({ from: at(540), to: at(750) }, []);
  const request = { startDate: "2026-12-12T17:00:00Z", endsAt: "2026-12-12T20:00:00Z", holdsUntil: null };
  expect(withoutHold(hours, request)).toBe(hours);
});
