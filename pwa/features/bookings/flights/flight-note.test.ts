import { describe, expect, it } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { readerTime } from "../../../../shared/kit/zoned-hours.ts";
import { flightOf } from "./flight.ts";
import { deadlineForReader, deadlineWords, noteOf } from "./flight-note.ts";

const now = new Date("2026-12-09T18:00:00.000Z");
const booking: BookingWithStatus = aBooking({
  id: "b",
  pilotId: "pilot",
  ownerId: "owner",
  startDate: "2027-01-09T14:00:00.000Z",
  status: "requested",
  hourlyRate: 435,
  totalCents: 143_550,
  answerBy: "2026-12-11T17:15:00.000Z",
});
const directory = {
  plane: (id: string) => ({
    ...{ id, name: "Diamond DA42-VI", location: "Austin TX", airport: null, picture: "" },
    ...{ hourlyRate: 435, minHours: 2 },
  }),
  peer: (id: string) => ({ id, name: "Priya Raman" }),
};
const words = (fields: Partial<BookingWithStatus>, me = "pilot") =>
  noteOf(flightOf({ ...booking, ...fields }, me, directory), me, now, "phone")?.words;

describe("the line under a flight", () => {
  it("says who answers a request, and by when, also on the reader's clock where it differs", () => {
    const own = readerTime("2026-12-11T17:15:00.000Z", "America/Chicago");
    const by = ["Fri, Dec 11, 11:15 CST", own].filter(Boolean).join(", ");
    expect(words({})).toBe(`Priya answers by ${by}.`);
    expect(words({}, "owner")).toBe(`Answer by ${by}.`);
    expect(words({ answerBy: "2026-12-09T17:00:00.000Z" })).toBeUndefined();
  });

  it("says which hours are proposed and what they cost", () => {
    const proposal = { id: "p", by: "owner", startDate: "2027-01-09T17:00:00.000Z", hours: 3 };
    const accepted = { status: "accepted", answerBy: null } as const;
    expect(words({ ...accepted, proposal })).toMatch(
      /^Priya proposes 11:00–14:00 CST(, .* your time)?\. Same total\.$/,
    );
    expect(words({ ...accepted, proposal: { ...proposal, startDate: "2027-01-10T17:00:00.000Z", hours: 4 } })).toMatch(
      /^Priya proposes Sun, Jan 10, 11:00–15:00 CST.* Total \$1,914\.00\.$/,
    );
    expect(words({ ...accepted, proposal: { ...proposal, by: "pilot" } })).toMatch(/^You propose .* Priya has not/);
  });

  it("[S410] says what has not been sent", () => {
    expect(words({ waiting: "waiting", entryIds: ["b"] })).toBe("Saved on this phone. Sends when you have signal.");
    expect(words({ waiting: "waiting", entryIds: ["c"] })).toBe(
      "Your change is saved on this phone. Sends when you have signal.",
    );
  });

  it("[S1358] says a deadline among requests also on the reader's clock, where it shows another time", () => {
    const flight = { booking, zone: "America/Chicago" };
    expect(deadlineForReader(flight, now, "America/Chicago")).toBe("Fri, 11:15");
    expect(deadlineForReader(flight, now, "UTC")).toBe("Fri, 11:15, 17:15 your time");
    expect(deadlineForReader(flight, now, "Asia/Tokyo")).toBe("Fri, 11:15, Sat, Dec 12, 02:15 your time");
  });

  it("says a deadline in few words among requests", () => {
    const deadline = (answerBy: string) =>
      deadlineWords(
        { booking: { ...booking, answerBy, startDate: "2027-02-01T14:00:00.000Z" }, zone: "America/Chicago" },
        now,
      );
    expect(deadline("2026-12-10T05:00:00.000Z")).toBe("today, 23:00");
    expect(deadline("2026-12-10T14:00:00.000Z")).toBe("Thu, 08:00");
    expect(deadline("2026-12-24T14:00:00.000Z")).toBe("Thu, Dec 24, 08:00");
  });
});
