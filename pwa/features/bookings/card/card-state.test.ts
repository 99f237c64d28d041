import { describe, expect, it } from "vitest";
import { readerTime } from "../../../../shared/kit/zoned-hours.ts";
import { aBooking } from "../../../testing/booking.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { cardLineOf, cardStateOf, clockHours, hoursBeside, spanOf } from "./card-state.ts";
import { withLines } from "./unsent-request.ts";

const zone = "America/Los_Angeles";
const now = new Date("2026-12-09T19:00:00.000Z");
const booking: BookingWithStatus = aBooking({
  id: "b",
  pilotId: "pilot",
  ownerId: "owner",
  startDate: "2026-12-12T17:00:00.000Z",
  endsAt: "2026-12-12T20:00:00.000Z",
  hours: 3,
  status: "requested",
  hourlyRate: 345,
  totalCents: 113_850,
  answerBy: "2026-12-10T16:00:00.000Z",
});
const line = (fields: Partial<BookingWithStatus>, me: "pilot" | "owner" = "pilot", rivals: string[] = []) => {
  const peer = me === "pilot" ? "Marisol" : "Luca";
  const found = cardLineOf({ ...booking, ...fields }, { me, peer, zone, now, device: "phone", rivals });
  return [found?.text, found?.strong, found?.after].filter(Boolean).join("");
};
const more = (fields: Partial<BookingWithStatus>, me: "pilot" | "owner" = "pilot", rivals: string[] = []) =>
  cardLineOf({ ...booking, ...fields }, { me, peer: "Marisol", zone, now, device: "phone", rivals })?.more;

describe("the line of a booking card", () => {
  it("[S389] says who answers a request, and by when", () => {
    expect(line({})).toBe("Marisol answers by Thu, Dec 10, 08:00 PST");
    expect(more({})).toContain("The hours are not held until Marisol accepts.");
    expect(line({}, "owner")).toBe("Answer by Thu, Dec 10, 08:00 PST, in 21 hours");
    const own = readerTime("2026-12-10T16:00:00.000Z", zone);
    const yours = own ? `${own}. ` : "";
    expect(more({}, "owner")).toBe(own ? `${own}.` : undefined);
    expect(more({}, "owner", ["Luca Ferrante"])).toContain(`${yours}Luca Ferrante asks for these hours too.`);
    expect(more({}, "owner", ["A", "B"])).toContain(`${yours}2 others ask`);
  });

  it("says who took the last step", () => {
    const by = { lastStepBy: "owner", lastStepAt: "2026-12-02T12:00:00.000Z" };
    expect(line({ status: "accepted", ...by })).toMatch(/^Marisol accepted on Wed, Dec 2, \d\d:\d\d$/);
    expect(line({ status: "accepted", ...by }, "owner")).toMatch(/^You accepted on/);
    expect(more({ status: "accepted", ...by })).toBe("Starts in 3 days. The hours are yours.");
    const start = (startDate: string) => more({ status: "accepted", startDate, ...by }, "owner");
    expect([start("2026-12-10T16:00:00.000Z"), start("2026-12-10T22:00:00.000Z")]).toEqual([
      "Starts in 21 hours.",
      "Starts tomorrow.",
    ]);
    expect(line({ status: "declined", ...by })).toMatch(/^Marisol declined on/);
    expect(line({ status: "expired" })).toBe("Marisol did not answer by Thu, Dec 10, 08:00 PST");
    expect(line({ status: "declined", reason: "taken" })).toBe("Those hours were just taken");
    expect(cardStateOf({ ...booking, status: "declined", reason: "taken" })).toBe("taken");
  });

  it("[S402] names the reason of a cancellation, and that it was late", () => {
    const by = { status: "cancelled", lastStepBy: "pilot" } as const;
    const late = { ...by, lastStepAt: "2026-12-11T23:00:00.000Z", reason: "weather" } as const;
    expect(line(late, "owner")).toMatch(/^Luca cancelled on .*: weather\.$/);
    expect(more(late)).toBe("18 hours before the start. Weather counts against nobody.");
    expect(more({ ...late, reason: "plans", lastStepAt: "2026-12-10T23:00:00.000Z" })).toBeUndefined();
    expect(cardStateOf({ ...booking, ...late })).toBe("weather");
  });

  it("says that the hours stand until a proposal is answered", () => {
    const proposal = { id: "p", by: "owner", startDate: "2026-12-12T15:00:00.000Z", hours: 3 };
    const proposed = { status: "accepted", proposal } as const;
    expect(line(proposed)).toBe("The booking stands at 09:00–12:00 until you answer.");
    expect(more(proposed)).toBe("Same total.");
    expect(more({ ...proposed, proposal: { ...proposal, hours: 4 } })).toBe("Total $1,518.00.");
    expect(line(proposed, "owner")).toBe("Waiting for Luca");
    expect(line({ proposal }).slice(0, 11)).toBe("The request");
  });

  it("says what is kept on this device", () => {
    expect(line({ waiting: "waiting", entryIds: ["b"] })).toBe("Saved on this phone. Sends when you have signal.");
    expect(line({ waiting: "waiting", needsVerification: true, entryIds: ["b"] })).toBe(
      "Your request waits until your email is verified. Then it goes by itself.",
    );
  });

  it.each([
    ["acceptance", "bookings.setStatus", { status: "accepted" }],
    ["answer", "bookings.setStatus", { status: "declined" }],
    ["cancellation", "bookings.setStatus", { status: "cancelled" }],
    ["change", "bookings.edit", { hours: 2 }],
    ["proposal", "bookings.propose", { hours: 2 }],
    ["acceptance", "bookings.answerProposal", { answer: "accept" }],
    ["answer", "bookings.answerProposal", { answer: "decline" }],
    ["review", "reviews.write", {}],
  ])("[S803] calls what waits for signal by its name: %s of %s", (noun, name, input) => {
    const proposal = { id: "p", by: "owner", startDate: "2026-12-12T15:00:00.000Z", hours: 3 };
    const waits = { ...booking, status: "accepted", waiting: "waiting", entryIds: ["s"], proposal } as const;
    const reader = { me: "owner", peer: "Luca", zone, now, device: "phone", rivals: [] } as const;
    const found = cardLineOf(waits, { ...reader, step: { name, input } });
    expect(found?.text).toBe(`Your ${noun} is saved on this phone. Sends when you have signal.`);
    const stands = "The booking stands at 09:00–12:00 until Luca answers.";
    const gone = "If the hours are gone by then, this card says so.";
    expect(found?.more).toBe({ proposal: stands, acceptance: gone }[noun]);
  });
});

it("hours on a button name their day only beside another one", () => {
  const other = spanOf({ startDate: "2026-12-13T15:00:00.000Z", hours: 3 });
  expect(clockHours(booking, zone)).toBe("09:00–12:00");
  expect(hoursBeside(spanOf({ startDate: "2026-12-12T15:00:00.000Z", hours: 3 }), booking, zone)).toBe("07:00–10:00");
  expect(hoursBeside(other, booking, zone)).toBe("Sun, Dec 13, 07:00–10:00");
});

it("a changed request keeps the other words of its message", () => {
  const content = "Booking request for A: B\nDate: old\nDuration: 3 hours\nTotal: $371.80\nDate? Any.";
  expect(withLines(content, { Date: "new", Total: "$393.80" })).toBe(
    "Booking request for A: B\nDate: new\nDuration: 3 hours\nTotal: $393.80\nDate? Any.",
  );
});
