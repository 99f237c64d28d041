import { expect, it } from "vitest";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { daysSinceSunday, inMonth, monthDays, monthOf } from "./months.ts";

it("counts months in weeks from Sunday, also from 31 to shorter ones", () => {
  const [december, day] = [monthOf(dayNumber("2026-12-31")), dayNumber("2026-12-31")];
  expect(dayOf(inMonth(day, december + 2))).toBe("2027-02-28");
  expect(dayOf(inMonth(day, december - 12))).toBe("2025-12-31");
  const weeks = monthDays(december);
  expect(weeks.map((week) => week.filter((one) => one !== null).length)).toEqual([5, 7, 7, 7, 5]);
  for (const [sunday] of weeks.slice(1)) expect(daysSinceSunday(sunday ?? NaN)).toBe(0);
});
