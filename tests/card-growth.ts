// What free days add to cards: generates the days of busy aircraft, for the benchmark and the test of the bound.
import { gzipSync } from "node:zlib";
import type { AircraftCard } from "../shared/domain/aircraft.ts";
import { defaultPlan } from "../shared/domain/free-hours.ts";
import { cardDaysOf } from "../shared/domain/hours/card-days-count.ts";
import { zoneOf } from "../shared/domain/locations.ts";
import { seededRandom, type Random } from "../sync-server/db/seed/random.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Thirty bookings of 2 to 8 hours an aircraft in the next 180 days; a third of the owners close some weekdays or want more notice. */
function busyDays(random: Random, now: number, zone: string, minHours: number) {
  const closed = random.next() < 0.33 ? { mon: [], tue: [] } : {};
  const plan = {
    ...defaultPlan,
    weekly: { ...defaultPlan.weekly, ...closed },
    ...(random.next() < 0.33 && { noticeHours: 24 }),
  };
  const holds = Array.from({ length: 30 }, () => {
    const from = now + random.whole(0, 180) * DAY_MS + random.whole(0, 12) * HOUR_MS;
    return { from, to: from + random.whole(2, 8) * HOUR_MS };
  });
  return cardDaysOf({ zone, plan, holds, now }, minHours);
}

const size = (list: readonly object[]) => JSON.stringify(list).length;
const zipped = (list: readonly object[]) => gzipSync(JSON.stringify(list), { level: 9 }).length;

/** By how many percent the cards of a fleet grow. `plain` has no days. */
export function cardGrowth(plain: readonly AircraftCard[], now: number): { size: number; zipped: number } {
  const random = seededRandom(3);
  const cards = plain.map((card) => ({ ...card, ...busyDays(random, now, zoneOf(card), card.minHours) }));
  const grown = (by: typeof size) => 100 * (by(cards) / by(plain) - 1);
  return { size: grown(size), zipped: grown(zipped) };
}
