// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { planDefaults } from "../../../../shared/domain/hours/availability-rules.ts";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { freeHoursOf } from "../../../client/availability/free-hours.ts";
import { HoursCalendar } from "./hours-calendar.tsx";

const zone = "America/Los_Angeles";
// Wednesday noon at the aircraft.
const now = Date.parse("2026-12-02T20:00:00Z");
const full = new Set(["2026-12-05", "2026-12-15"]);
const days = Array.from({ length: 62 }, (_, n) => dayOf(dayNumber("2026-12-02") + n));
const plan = { ...planDefaults, weekly: { ...planDefaults.weekly, mon: [] } };
const isClosed = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
const hours = freeHoursOf(
  zone,
  plan,
  days.map((day) => ({ day, open: full.has(day) || isClosed(day) ? [] : [[420, 1_260]] })),
  now,
);

let chosen: string[] = [];
let shown: number[] = [];
beforeEach(() => {
  chosen = [];
  shown = [];
});
afterEach(cleanup);

const onSelect = (day: string) => chosen.push(day);
const onShown = (day: number) => shown.push(day);
function open(selected?: string) {
  render(<HoursCalendar {...{ hours, selected, onSelect, onShown }} minHours={2} months={1} isFocused />);
}
const focused = () => document.activeElement?.getAttribute("aria-label");
const press = (...keys: string[]) =>
  keys.forEach((key) => fireEvent.keyDown(document.activeElement as Element, { key }));

it("opens on the first free day, and on the chosen one", () => {
  open();
  expect(focused()).toBe("Wednesday, December 2, free 14:00 to 21:00");
  expect(screen.getByText("free 14:00–21:00")).toBeTruthy();
  cleanup();
  open("2026-12-10");
  expect(focused()).toBe("Thursday, December 10, free all day, 07:00 to 21:00, selected");
});

it("moves by day, week, month and to the ends of the week, and never before today", () => {
  open("2026-12-10");
  press("ArrowRight", "ArrowDown");
  expect(focused()).toBe("Friday, December 18, free all day, 07:00 to 21:00");
  press("Home");
  expect(focused()).toMatch(/^Sunday, December 13/);
  press("End", "PageDown");
  expect(focused()).toMatch(/^Tuesday, January 19/);
  expect(screen.getByRole("grid", { name: "January 2027" })).toBeTruthy();
  press("PageUp", "PageUp");
  expect(focused()).toMatch(/^Wednesday, December 2/);
});

it("says why a day cannot be chosen, and chooses only days with free hours", () => {
  open("2026-12-04");
  press("ArrowRight");
  expect(focused()).toBe("Saturday, December 5, full");
  fireEvent.click(document.activeElement as Element);
  fireEvent.click(screen.getByRole("button", { name: "Monday, December 7, closed" }));
  expect(chosen).toEqual([]);
  expect(screen.getByText("Closed Mondays")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Tuesday, December 8, free/ }));
  expect(chosen).toEqual(["2026-12-08"]);
});

it("asks for the hours of the months that it shows", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Later month" }));
  expect(shown).toEqual([dayNumber("2026-12-31"), dayNumber("2027-01-31")]);
  fireEvent.click(screen.getByRole("button", { name: "Later month" }));
  expect(screen.getByRole("button", { name: "Wednesday, February 3" }).getAttribute("aria-disabled")).toBe("true");
});
