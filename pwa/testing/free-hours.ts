// Free hours as the fake server answers them.
import { planDefaults } from "../../shared/domain/hours/availability-rules.ts";
import { zoneOf, type Placed } from "../../shared/domain/locations.ts";
import { dayIn } from "../../shared/kit/dates.ts";
import { dayNumber, dayOf } from "../../shared/kit/day-numbers.ts";
import type { Availability } from "../../shared/domain/availability.ts";
import type { FakeServer } from "./fake-server.ts";

const DAYS = 62;
const WHOLE_DAY: [number, number][] = [[420, 1_260]];

type Changes = {
  /** Free spans of some days; the others are free from 07:00 to 21:00. */
  open?: Record<string, [number, number][]>;
  plan?: Partial<Availability["plan"]>;
};

/** Answers the free hours of an aircraft from today on. */
export function answerFreeHours(
  server: FakeServer,
  plane: { id: string } & Placed,
  { open = {}, plan = {} }: Changes = {},
): Availability {
  const { id } = plane;
  const zone = zoneOf(plane);
  const today = dayIn(new Date(), zone);
  const { weekly, noticeHours, horizonDays, instant } = { ...planDefaults, ...plan };
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(dayNumber(today) + n));
  const body: Availability = {
    ...{ zone, step: 30, asOf: new Date().toISOString(), plan: { weekly, noticeHours, horizonDays, instant } },
    days: days.map((day) => ({ day, open: open[day] ?? WHOLE_DAY })),
  };
  server.answers.set(`/api/aircraft/${id}/availability?from=${today}&days=${DAYS}`, { status: 200, body });
  return body;
}
