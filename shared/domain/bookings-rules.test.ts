import { describe, expect, it } from "vitest";
import { answerDeadline, hoursLabel, nextSteps, reasonSentence, stepLine } from "./bookings-rules.ts";

describe("the deadline of an answer", () => {
  const now = Date.parse("2026-12-01T12:00:00Z");
  const deadline = (start: string) => new Date(answerDeadline(Date.parse(start), now)).toISOString();

  it("[S387] is half the time until the start, in whole minutes", () => {
    expect(deadline("2026-12-02T12:00:00Z")).toBe("2026-12-02T00:00:00.000Z");
    expect(deadline("2026-12-01T16:01:00Z")).toBe("2026-12-01T14:01:00.000Z");
  });

  it("[S388] is at least an hour, at most two days, and never past the start", () => {
    expect(deadline("2026-12-01T13:30:00Z")).toBe("2026-12-01T13:00:00.000Z");
    expect(deadline("2026-12-01T12:30:00Z")).toBe("2026-12-01T12:30:00.000Z");
    expect(deadline("2027-03-01T12:00:00Z")).toBe("2026-12-03T12:00:00.000Z");
  });
});

describe("the next steps of a booking", () => {
  const booking = {
    pilotId: "pilot",
    ownerId: "owner",
    answerBy: null,
    startDate: "2026-12-05T17:00:00.000Z",
    endsAt: "2026-12-05T20:00:00.000Z",
  };
  const before = new Date("2026-12-05T16:00:00Z");
  const during = new Date("2026-12-05T18:00:00Z");
  const after = new Date("2026-12-05T20:00:00Z");

  it("depend on the user's side, the status and the time", () => {
    const requested = { ...booking, status: "requested" as const };
    const accepted = { ...booking, status: "accepted" as const };
    expect(nextSteps(requested, "owner", before)).toEqual(["accepted", "declined"]);
    expect(nextSteps(requested, "pilot", before)).toEqual(["cancelled"]);
    expect(nextSteps(requested, "owner", during)).toEqual([]);
    for (const side of ["owner", "pilot"]) {
      expect(nextSteps(accepted, side, before)).toEqual(["cancelled"]);
      expect(nextSteps(accepted, side, during)).toEqual(["cancelled"]);
      expect(nextSteps(accepted, side, after)).toEqual(["completed"]);
    }
    expect(nextSteps(accepted, "stranger", before)).toEqual([]);
    for (const status of ["declined", "cancelled", "completed", "expired"] as const)
      expect(nextSteps({ ...booking, status }, "owner", before)).toEqual([]);
  });

  it("end at the deadline of a request, before its start", () => {
    const requested = { ...booking, status: "requested" as const, answerBy: "2026-12-05T16:00:00.000Z" };
    expect(nextSteps(requested, "owner", new Date("2026-12-05T15:59:59Z"))).toEqual(["accepted", "declined"]);
    expect(nextSteps(requested, "owner", before)).toEqual([]);
    expect(nextSteps(requested, "pilot", before)).toEqual([]);
  });

  it("are described in the aircraft's local time", () => {
    const plane = { name: "Cirrus SR22", location: "San Diego CA", airport: null };
    expect(stepLine("expired", plane, { ...booking, hours: 1 })).toBe(
      "Booking request expired: Cirrus SR22, Sat, Dec 5, 09:00 PST, 1 hour.",
    );
    expect([1, 2].map(hoursLabel)).toEqual(["1 hour", "2 hours"]);
  });
});

it("the reason of a step is a sentence after its line", () => {
  expect(reasonSentence(null, null)).toBe("");
  expect(reasonSentence("weather", null)).toBe("Weather.");
  expect(reasonSentence("plans", "We fly in May")).toBe("Plans changed: We fly in May.");
  expect(reasonSentence("other", "My medical has expired!")).toBe("My medical has expired!");
  expect(reasonSentence(null, "In her annual, sorry")).toBe("In her annual, sorry.");
  expect(reasonSentence("taken", null)).toBe("Those hours were just taken.");
});
