// What the form of a plan holds and how it is read. No React.
import type { StoredPlan } from "../../../shared/domain/availability.ts";
import type { PlanForm } from "../../client/availability/plan.ts";
import { DAY_MINUTES } from "../../../shared/kit/zoned-days.ts";
import {
  STEP_MINUTES,
  weekdays,
  type MinuteSpan,
  type Weekday,
  type WeeklyHours,
} from "../../../shared/domain/free-hours.ts";
import { planBounds, planDefaults, type InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import { clockText } from "../../../shared/domain/hours/texts.ts";

/** Numbers are text while they are typed. */
export type PlanValues = {
  weekly: WeeklyHours;
  noticeHours: string;
  bufferMin: string;
  horizonDays: string;
  instant: InstantMode;
};

export type PlanProblems = Partial<Record<"noticeHours" | "bufferMin" | "horizonDays" | Weekday, string>>;

export const dayNames: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

export function valuesOf({ weekly, noticeHours, bufferMin, horizonDays, instant }: PlanForm): PlanValues {
  const texts = { noticeHours: String(noticeHours), bufferMin: String(bufferMin), horizonDays: String(horizonDays) };
  return { weekly, ...texts, instant };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function isSamePlan(one: PlanValues, other: PlanValues): boolean {
  return Object.keys(one).every((field) => isSame(one[field as keyof PlanValues], other[field as keyof PlanValues]));
}

type Draft = { values: PlanValues; shown: StoredPlan };

/** A draft over a plan that another device changed: untouched fields follow it, touched ones keep their value and base. */
export function rebased({ values, shown }: Draft, plan: StoredPlan): Draft {
  const before = valuesOf(shown);
  const fields = (Object.keys(before) as (keyof PlanValues)[]).filter((field) => isSame(values[field], before[field]));
  // The revision tells the server what the edit was made over.
  const rev = fields.length === Object.keys(before).length ? plan.rev : shown.rev;
  const pick = <Row extends object>(row: Row) =>
    Object.fromEntries(fields.map((field) => [field, row[field as unknown as keyof Row]]));
  return {
    values: { ...values, ...pick(valuesOf(plan)) },
    shown: { ...shown, ...pick(plan), rev },
  };
}

/** The half hours of a day, as options of a select. `to` ends with 24:00. */
export function halfHours(end: "from" | "to"): { value: number; label: string }[] {
  const first = end === "from" ? 0 : STEP_MINUTES;
  return Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, index) => {
    const value = first + index * STEP_MINUTES;
    return { value, label: clockText(value) };
  });
}

/** A span after the others of the day: two hours from an hour after the last one, as far as the day goes; null if it is full. */
export function nextSpan(spans: readonly MinuteSpan[]): MinuteSpan | null {
  const last = spans.at(-1);
  if (!last) return [...planDefaults.weekly.mon[0]!];
  const from = Math.min(last[1] + 60, DAY_MINUTES - STEP_MINUTES);
  return from <= last[1] ? null : [from, Math.min(from + 120, DAY_MINUTES)];
}

function spansProblem(spans: readonly MinuteSpan[]): string | undefined {
  if (spans.some(([from, to]) => from >= to)) return "Each time must end after it starts.";
  const sorted = inOrder(spans);
  if (sorted.some(([from], index) => index > 0 && from < sorted[index - 1]![1])) return "These hours overlap.";
  return undefined;
}

function inOrder(spans: readonly MinuteSpan[]): MinuteSpan[] {
  return [...spans].sort(([one], [other]) => one - other);
}

function numberProblem(text: string, least: number, most: number, step = 1): string | undefined {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value)) return "Enter a whole number.";
  if (value < least) return `At least ${least}.`;
  if (value > most) return `At most ${most}.`;
  return value % step === 0 ? undefined : "Choose full half hours.";
}

/** The plan that the values mean, or their problems by field. */
export function readPlan(values: PlanValues): { form: PlanForm } | { problems: PlanProblems } {
  const problems: PlanProblems = {};
  const note = (field: keyof PlanProblems, problem: string | undefined) => {
    if (problem) problems[field] = problem;
  };
  for (const day of weekdays) note(day, spansProblem(values.weekly[day]));
  note("noticeHours", numberProblem(values.noticeHours, 0, planBounds.noticeHours));
  note("bufferMin", numberProblem(values.bufferMin, 0, planBounds.bufferMin, STEP_MINUTES));
  note("horizonDays", numberProblem(values.horizonDays, 1, planBounds.horizonDays));
  if (Object.keys(problems).length > 0) return { problems };
  const weekly = Object.fromEntries(weekdays.map((day) => [day, inOrder(values.weekly[day])])) as WeeklyHours;
  const numbers = {
    noticeHours: Number(values.noticeHours),
    bufferMin: Number(values.bufferMin),
    horizonDays: Number(values.horizonDays),
  };
  return { form: { weekly, ...numbers, instant: values.instant } };
}
