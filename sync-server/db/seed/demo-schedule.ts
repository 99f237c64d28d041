// The demo's plans, blocked times and flights in the weeks after the start day.
import { planDefaults, type BlockReason, type InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import type { MinuteSpan, Plan, WeeklyHours } from "../../../shared/domain/free-hours.ts";

const every = (...spans: MinuteSpan[]): WeeklyHours => ({
  ...{ mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans },
});
const hours = (from: number, to: number): MinuteSpan => [from * 60, to * 60];

export type DemoPlan = Plan & { instant: InstantMode };

/** Plans by the name of the aircraft. The others have the default plan. */
export const demoPlans: Readonly<Record<string, DemoPlan>> = {
  "Mooney M20J 201 - Demo Data": {
    ...planDefaults,
    weekly: { ...every(hours(6.5, 20)), sat: [hours(8, 18)], sun: [hours(8, 18)] },
    noticeHours: 4,
    instant: "returning",
  },
  "Beechcraft Baron G58 - Demo Data": {
    ...planDefaults,
    weekly: { ...every(hours(8, 18)), mon: [] },
    noticeHours: 24,
    bufferMin: 60,
  },
  "Cessna 182T Skylane - Demo Data": {
    ...planDefaults,
    weekly: { ...every(hours(7, 19)), tue: [] },
    noticeHours: 12,
  },
  "Piper J-3 Cub - Demo Data": {
    ...planDefaults,
    weekly: { ...every(hours(8, 11.5), hours(13, 16.5)), mon: [] },
    instant: "verified",
  },
  "Daher TBM 900 - Demo Data": {
    ...planDefaults,
    weekly: every(hours(0, 24)),
    noticeHours: 48,
    horizonDays: 90,
  },
  "Diamond DA40 NG - Demo Data": {
    ...planDefaults,
    weekly: { ...every(hours(16, 21)), sat: [hours(7, 21)], sun: [hours(7, 21)] },
  },
};

export type DemoFlight = {
  aircraft: string;
  pilotEmail: string;
  status: "accepted" | "requested";
  /** Days after the start day, moved to the next one on which the hours fit. */
  day: number;
  /** Local clock at the aircraft. */
  from: number;
  hours: number;
};

const flight = (
  aircraft: string,
  pilot: string,
  status: DemoFlight["status"],
  ...[day, from, length]: [day: number, from: number, hours: number]
): DemoFlight => ({
  aircraft: `${aircraft} - Demo Data`,
  pilotEmail: `${pilot}@demo.test`,
  status,
  day,
  from,
  hours: length,
});

export const demoFlights: readonly DemoFlight[] = [
  flight("Mooney M20J 201", "pilot", "accepted", 3, 9, 3),
  flight("Mooney M20J 201", "sade.mbeki", "accepted", 3, 14, 3),
  flight("Mooney M20J 201", "luca.ferrante", "requested", 5, 10, 2),
  flight("Mooney M20J 201", "beth.calloway", "requested", 5, 13.5, 3),
  flight("Mooney M20J 201", "beth.calloway", "accepted", 10, 8.5, 4),
  flight("Mooney M20J 201", "sade.mbeki", "accepted", 12, 8, 10),
  flight("Beechcraft Baron G58", "luca.ferrante", "accepted", 4, 9, 6),
  flight("Beechcraft Baron G58", "pilot", "requested", 9, 10, 4),
  flight("Cessna 182T Skylane", "beth.calloway", "accepted", 2, 8, 4),
  flight("Cessna 182T Skylane", "luca.ferrante", "requested", 6, 12, 3),
  flight("Beechcraft Bonanza G36", "sade.mbeki", "accepted", 8, 9, 8),
  flight("Piper J-3 Cub", "beth.calloway", "accepted", 5, 9, 2),
  flight("Piper J-3 Cub", "pilot", "accepted", 16, 13, 2),
  flight("Daher TBM 900", "luca.ferrante", "accepted", 14, 6, 30),
  flight("Diamond DA40 NG", "sade.mbeki", "accepted", 7, 17, 3),
];

export type DemoBlock = {
  aircraft: string;
  /** Days after the start day, and local hours; `to` may be after midnight of a later day. */
  day: number;
  from: number;
  to: number;
  reason: BlockReason;
  note: string | null;
};

export const demoBlocks: readonly DemoBlock[] = [
  {
    aircraft: "Cirrus SR22 G5 - Demo Data",
    ...{ day: 12, from: 13, to: 18 },
    reason: "maintenance",
    note: "Pitot-static check at Crownair",
  },
  {
    aircraft: "Beechcraft Baron G58 - Demo Data",
    ...{ day: 15, from: 8, to: 66 },
    reason: "maintenance",
    note: "100-hour inspection",
  },
  {
    aircraft: "Mooney M20J 201 - Demo Data",
    ...{ day: 20, from: 8, to: 18 },
    reason: "own-flight",
    note: "Sedona and back",
  },
  {
    aircraft: "Cessna 182T Skylane - Demo Data",
    ...{ day: 25, from: 0, to: 48 },
    reason: "other",
    note: null,
  },
];
