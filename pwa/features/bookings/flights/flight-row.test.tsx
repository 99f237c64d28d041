// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { flightOf } from "./flight.ts";
import { FlightRow } from "./flight-row.tsx";

afterEach(cleanup);

const ahead = { startDate: "2099-12-05T17:00:00.000Z", pilotId: "me", ownerId: "owner" };
const directory = { plane: () => null, peer: (id: string) => ({ id, name: "Marisol Vega" }) };

it.each<[string, Partial<BookingWithStatus>]>([
  ["Requested", { status: "requested" }],
  ["Accepted", {}],
  ["Waiting for signal", { status: "requested", waiting: "waiting", entryIds: ["a"] }],
  ["Waiting", { status: "requested", waiting: "waiting", entryIds: ["a"], needsVerification: true }],
  ["Not sent", { status: "requested", waiting: "attention", entryIds: ["a"] }],
  ["Taken", { status: "declined", reason: "taken" }],
  ["Declined", { status: "declined" }],
  ["Expired", { status: "expired" }],
  ["Cancelled, weather", { status: "cancelled", reason: "weather" }],
  ["Your answer", { proposal: { id: "p", by: "owner", startDate: "2099-12-06T17:00:00.000Z", hours: 3 } }],
])("[S411] a flight's row says its state in a word: %s", (word, fields) => {
  const flight = flightOf({ ...aBooking(ahead), ...fields }, "me", directory);
  render(<FlightRow flight={flight} me="me" side="pilot" />);
  expect(screen.getByText(word)).toBeTruthy();
});
