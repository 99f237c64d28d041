// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
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
