import { expect, it } from "vitest";
import { dayNumber } from "../../kit/day-numbers.ts";
import { instantsAt } from "../../kit/zoned-days.ts";
import { defaultPlan, type Span } from "../free-hours.ts";
import { durationProblem, hoursRange, misfitProblem, startProblem, takenText } from "./texts.ts";

const zone = "America/Los_Angeles";
const day = dayNumber("2026-12-12");
const at = (minute: number, on = day) => instantsAt(on, minute, zone).first;
/** Free 07:00 to 13:30 and 17:30 to 21:00. */
const free: Span[] = [
  { from: at(420), to: at(810) },
  { from: at(1_050), to: at(1_260) },
];

it("says why a start does not fit", () => {
  expect(startProblem(at(900), 3, zone, free)).toBe("Not free. Free again from 17:30.");
  expect(startProblem(at(1_320), 3, zone, free)).toBe("Not free.");
  expect(startProblem(at(660), 3, zone, free)).toBe("11:00: free until 13:30, and 3 hours end at 14:00.");
  expect(startProblem(at(780), 1, zone, free)).toBe("13:00: free until 13:30, and 1 hour ends at 14:00.");
});

it("says why a duration does not fit, and offers other starts for taken hours", () => {
  expect(durationProblem(day, 6, zone, free)).toBeNull();
  expect(durationProblem(day, 7, zone, free)).toBe(
    "7 hours do not fit on Sat, Dec 12. The longest that fits is 6 hours.",
  );
  expect(durationProblem(day, 7, zone, [])).toBe("No hours are free on Sat, Dec 12.");
  const evening = free.slice(1);
  expect(takenText(at(540), 3, zone, evening)).toBe(
    "09:00–12:00 was just taken. 3 hours still fit from 17:30 or 18:00.",
  );
  expect(takenText(at(540), 4, zone, evening)).toBe(
    "09:00–13:00 was just taken. No start fits 4 hours on Sat, Dec 12 any more.",
  );
});

it("names the owner where the plan decides", () => {
  const wanted = { from: at(540), hours: 3, zone, free, plan: defaultPlan, ownerName: "Marisol Vega" };
  expect(misfitProblem("notice", wanted).message).toBe("Too soon. Marisol needs 2 hours notice.");
  expect(misfitProblem("horizon", wanted).message).toBe("Too far ahead. Marisol takes requests up to 180 days ahead.");
  expect(misfitProblem("closed", { ...wanted, hours: 7 }).field).toBe("hours");
});

it("writes both days only where a time ends on another", () => {
  expect(hoursRange(at(480), at(660), zone)).toBe("Sat, Dec 12, 08:00–11:00");
  expect(hoursRange(at(480), at(1_440), zone)).toBe("Sat, Dec 12, 08:00–24:00");
  expect(hoursRange(at(420), at(1_260, day + 2), zone)).toBe("Sat, Dec 12, 07:00 – Mon, Dec 14, 21:00");
});

it("names the zone at both ends where the clock changes in between", () => {
  const half = Date.parse("2027-11-07T08:30:00Z");
  expect(hoursRange(half, half + 3_600_000, "America/Los_Angeles")).toBe("Sun, Nov 7, 01:30 PDT–01:30 PST");
});
