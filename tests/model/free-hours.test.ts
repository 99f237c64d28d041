// The rule of free hours against random schedules and histories: what a device reads and what the server takes.
import { expect, it } from "vitest";
import {
  defaultPlan,
  freeSpans,
  misfitOf,
  weekdays,
  type Plan,
  type Schedule,
  type Span,
} from "../../shared/domain/free-hours.ts";
import { freeSpansOf, openDaysOf } from "../../shared/domain/hours/open-days.ts";
import { dayNumber } from "../../shared/kit/day-numbers.ts";
import { instantsAt } from "../../shared/kit/zoned-days.ts";

const HOUR = 3_600_000;
const STEP = HOUR / 2;
const zones = ["America/Chicago", "America/Phoenix", "Australia/Lord_Howe", "Asia/Beirut"];
/** Days around clock changes of these zones, and a quiet one. */
const days = ["2026-03-07", "2026-10-31", "2026-04-04", "2026-10-24", "2026-06-10"].map(dayNumber);

/** A linear congruential generator: `random(6)` is 0 to 5. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof generator>;

function randomPlan(random: Random): Plan {
  const weekly = Object.fromEntries(
    weekdays.map((day) => {
      const edges = Array.from({ length: 2 * random(3) }, () => 30 * random(49)).sort((a, b) => a - b);
      const spans = edges.flatMap((from, n) => (n % 2 === 0 && from < edges[n + 1]! ? [[from, edges[n + 1]!]] : []));
      return [day, random(3) === 0 ? [[0, 1_440]] : spans];
    }),
  ) as Plan["weekly"];
  return { weekly, noticeHours: 0, bufferMin: 30 * random(4), horizonDays: 30 };
}

const lies = ({ from, to }: Span, free: readonly Span[]) => free.some((span) => span.from <= from && to <= span.to);

it("[S365] free hours by day never name busy time free, and on quiet days name all of it", () => {
  const random = generator(23);
  for (let round = 0; round < 1_500; round++) {
    const [zone, day] = [zones[random(zones.length)]!, days[random(days.length)]!];
    const start = instantsAt(day, 0, zone).first;
    const holds = Array.from({ length: random(5) }, () => {
      const from = start + random(120) * STEP + (random(2) === 0 ? 0 : random(30) * 60_000);
      return { from, to: from + (1 + random(9)) * STEP };
    });
    const schedule: Schedule = { zone, plan: randomPlan(random), holds, now: start - 24 * HOUR };
    const free = freeSpans(schedule, day, 3);
    const read = freeSpansOf(openDaysOf(free, zone, day, 3), zone);
    for (const span of read) expect(lies(span, free), JSON.stringify({ schedule, span })).toBe(true);
    const isQuiet = day === dayNumber("2026-06-10") || zone === "America/Phoenix";
    const isExact = isQuiet && holds.every(({ from, to }) => from % STEP === 0 && to % STEP === 0);
    if (isExact) expect(read).toEqual(free.map((span) => ({ ...span, to: Math.min(span.to, start + 72 * HOUR) })));
  }
});

/** Histories of one aircraft; `npm run soak` sets 100,000. */
const HISTORIES = Number(process.env["BOOKING_HISTORIES"] ?? 300);

it(
  `[S456] no two holds overlap, in ${HISTORIES} histories of requests, blocks, cancellations and new buffers`,
  { timeout: HISTORIES * 50 + 15_000 },
  () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const random = generator(seed * 7_919);
      const [zone, day] = [zones[random(zones.length)]!, days[random(days.length)]!];
      const start = instantsAt(day, 0, zone).first;
      let plan: Plan = { ...defaultPlan, ...randomPlan(random) };
      let holds: Span[] = [];
      for (let move = 0; move < 12; move++) {
        const schedule: Schedule = { zone, plan, holds, now: start - 24 * HOUR };
        const from = start + random(96) * STEP;
        const wanted = { from, to: from + (1 + random(8)) * HOUR };
        const kind = random(10);
        if (kind < 6) {
          const misfit = misfitOf(schedule, wanted);
          // What a device offers, the server takes.
          const isOffered = lies(wanted, freeSpansOf(openDaysOf(freeSpans(schedule, day, 3), zone, day, 3), zone));
          if (isOffered) expect([seed, misfit === null || misfit === "grid"]).toEqual([seed, true]);
          if (misfit === null) holds = [...holds, { from, to: wanted.to + plan.bufferMin * 60_000 }];
        } else if (kind < 8 && !holds.some((hold) => hold.from < wanted.to && from < hold.to))
          holds = [...holds, wanted];
        else if (kind === 8) holds = holds.filter(() => random(3) > 0);
        else plan = { ...plan, bufferMin: 30 * random(5) };
      }
      const sorted = [...holds].sort((one, other) => one.from - other.from);
      for (const [index, hold] of sorted.entries())
        expect([seed, index === 0 || sorted[index - 1]!.to <= hold.from]).toEqual([seed, true]);
    }
  },
);
