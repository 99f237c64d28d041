// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
import { FlightList } from "./flight-list.tsx";
import { FlightRequests } from "./flight-requests.tsx";

afterEach(cleanup);

const bookings = Array.from({ length: 2000 }, (_, n) =>
  aBooking({ startDate: new Date(Date.UTC(2099, 0, 1, n)).toISOString(), ownerId: "me", status: "requested" }),
);
const directory = { plane: vi.fn(() => null), peer: (id: string) => ({ id, name: "Beth Calloway" }) };

it("computes the words of the shown flights alone", () => {
  directory.plane.mockClear();
  render(<FlightList title="Past" me="me" side="owner" {...{ bookings, directory }} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(12);
  expect(directory.plane).toHaveBeenCalledTimes(12);
  fireEvent.click(screen.getByRole("button", { name: "Show 12 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(24);
});

it("computes the words of the shown requests alone", () => {
  directory.plane.mockClear();
  render(<FlightRequests me="me" now={new Date()} {...{ bookings, directory }} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(6);
  expect(directory.plane).toHaveBeenCalledTimes(6);
});
