import { expect, it } from "vitest";
import { bookingLine, requestText } from "./booking-request.ts";

const details = { date: "2026-12-05", hours: 4 };

it("sums a booking up in one line", () => {
  expect(bookingLine(details, 345)).toBe("Sat, Dec 5 · 4 hours · $1,518.00");
});

it("[S193] asks the owner with date, duration and total", () => {
  expect(requestText({ name: "Cirrus SR22 G5", hourlyRate: 345 }, details)).toBe(
    "Booking request for Cirrus SR22 G5\nDate: Saturday, December 5, 2026\nDuration: 4 hours\nTotal: $1,518.00",
  );
});
