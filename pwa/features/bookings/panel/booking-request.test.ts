import { expect, it } from "vitest";
import { bookingLine, requestText } from "./booking-request.ts";

const details = { start: "2026-12-05T17:00:00.000Z", hours: 4 };
const plane = { name: "Cirrus SR22 G5", hourlyRate: 345, location: "San Diego CA", airport: null };

it("sums a booking up in one line", () => {
  expect(bookingLine(plane, details)).toBe("Sat, Dec 5, 09:00 PST · 4 hours · $1,518.00");
});

it("[S193] asks the owner with date, start, duration and total", () => {
  expect(requestText(plane, details)).toBe(
    "Booking request for Cirrus SR22 G5\nDate: Sat, Dec 5, 09:00 PST\nDuration: 4 hours\nTotal: $1,518.00",
  );
});
