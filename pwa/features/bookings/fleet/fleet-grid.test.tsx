// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { planDefaults } from "../../../../shared/domain/hours/availability-rules.ts";
import { aBooking } from "../../../testing/booking.ts";
import { blockOf } from "./fleet-cell.tsx";
import { FleetGrid } from "./fleet-grid.tsx";
import { fleetRows, weekStart } from "./fleet-layout.ts";

afterEach(cleanup);

it("draws only the rows again between which the focus moves", () => {
  // Wednesday, 10:38 in San Diego.
  const now = new Date("2026-12-09T18:38:00.000Z");
  const aircraft = Array.from({ length: 12 }, (_, place) => ({
    ...{
      id: `plane ${place}`,
      name: `Piper ${place}`,
      location: "San Diego CA",
      airport: null,
      picture: "/illustrations/jet.svg",
    },
  }));
  const bookings = aircraft.map(({ id }) =>
    aBooking({ aircraftId: id, pilotId: id, startDate: "2026-12-11T17:00:00.000Z" }),
  );
  const rows = fleetRows({ aircraft, plans: [], blocks: [], bookings }, weekStart(20_796), 7, now);
  const nameOf = vi.fn((pilot: string) => pilot);
  render(
    <FleetGrid
      {...{ rows, nameOf, window: { from: 420, to: 1260 }, zoneWords: "", buffer: 30, isMonth: false }}
      {...{ onOpen: vi.fn(), onBlock: vi.fn(), onWeek: vi.fn() }}
    />,
  );
  const drawn = () => new Set(nameOf.mock.calls.map(([pilot]) => pilot)).size;
  expect(drawn()).toBe(12);
  act(() => screen.getByRole("gridcell", { name: /^Piper 4, Friday, December 11/ }).focus());
  nameOf.mockClear();
  fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toContain("Piper 5, Friday, December 11");
  expect(drawn()).toBe(2);
});

const plane = { id: "plane", name: "Piper", location: "San Diego CA", airport: null, picture: "" };

it.each([
  ["10:38", "2026-12-09T18:38:00.000Z", { from: 660, to: 1260 }],
  ["before it opens", "2026-12-09T13:00:00.000Z", { from: 420, to: 1260 }],
  ["after it closes", "2026-12-10T05:52:00.000Z", { from: 1320, to: 1440 }],
  ["the last minutes", "2026-12-10T07:50:00.000Z", { from: 1410, to: 1440 }],
])("[S1356] a block of today starts with what is left of the day, at %s", (_, at, span) => {
  const [row] = fleetRows(
    { aircraft: [plane], plans: [], blocks: [], bookings: [] },
    weekStart(20_796),
    7,
    new Date(at),
  );
  expect(blockOf(row!.today)).toEqual({ day: "2026-12-09", ...span });
  expect(blockOf(row!.days[4]!)).toEqual({ day: "2026-12-10", from: 420, to: 1260 });
});

it("[S1357] a closed day has no bar in a month, as in a week", () => {
  const weekly = { ...planDefaults.weekly, tue: [] };
  const plans = [{ ...planDefaults, weekly, aircraftId: "plane", rev: 1 }];
  const data = { aircraft: [plane], plans, blocks: [], bookings: [] };
  const rows = fleetRows(data, weekStart(20_796), 7, new Date("2026-12-09T18:38:00.000Z"));
  const bars = (isMonth: boolean) => {
    const { container, unmount } = render(
      <FleetGrid
        {...{ rows, nameOf: () => "", window: { from: 420, to: 1260 }, zoneWords: "", buffer: 30, isMonth }}
        {...{ onOpen: vi.fn(), onBlock: vi.fn(), onWeek: vi.fn() }}
      />,
    );
    const cells = [...container.querySelectorAll("[data-cell]")];
    const found = cells.map((cell) => cell.querySelectorAll('[class*="bar"], [class*="Bar"]').length > 0);
    unmount();
    return found;
  };
  expect(bars(true)).toEqual(bars(false));
  expect(bars(true).filter((has) => !has)).toHaveLength(1);
});
