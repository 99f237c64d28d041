import { describe, expect, it } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { flightGroups } from "./flight-groups.ts";

const now = new Date("2026-12-09T18:00:00.000Z");

function booking(id: string, start: string, changes: Partial<BookingWithStatus> = {}): BookingWithStatus {
  return { ...aBooking({ id, pilotId: "me", ownerId: "owner", startDate: `${start}:00.000Z` }), ...changes };
}
const groups = (bookings: BookingWithStatus[], side: "pilot" | "owner" = "pilot", me = "me") => {
  const { next, ...lists } = flightGroups(bookings, side, me, now);
  const ids = (list: readonly BookingWithStatus[]) => list.map(({ id }) => id).join(" ");
  return {
    next: next?.id ?? null,
    upcoming: ids(lists.upcoming),
    waiting: ids(lists.waiting),
    past: ids(lists.past),
  };
};

describe("the groups of My Flights", () => {
  it("[S406] take the soonest accepted flight as the next one, also after its start", () => {
    const flights = [
      booking("later", "2026-12-18T17:00"),
      booking("soon", "2026-12-12T17:00"),
      booking("on", "2026-12-09T17:00"),
    ];
    expect(groups(flights)).toEqual({ next: "on", upcoming: "soon later", waiting: "", past: "" });
  });

  it("[S407] list requests with those that need the user first and unsent ones last", () => {
    const requests = [
      booking("unsent", "2026-12-10T17:00", { status: "requested", waiting: "waiting", entryIds: ["unsent"] }),
      booking("asked", "2026-12-20T17:00", { status: "requested" }),
      booking("cancelling", "2026-12-21T17:00", { status: "requested", waiting: "waiting" }),
      booking("refused", "2026-12-30T17:00", { status: "requested", waiting: "attention", entryIds: ["refused"] }),
    ];
    expect(groups(requests).waiting).toBe("refused asked cancelling unsent");
  });

  it("list open proposals under Waiting, but leave the next flight on top", () => {
    const proposal = (by: string) => ({ id: "p", by, startDate: "2026-12-20T17:00:00.000Z", hours: 3 });
    const flights = [
      booking("next", "2026-12-10T17:00", { proposal: proposal("owner") }),
      booking("theirs", "2026-12-11T17:00", { proposal: proposal("me") }),
      booking("mine", "2026-12-12T17:00", { proposal: proposal("owner") }),
      booking("agreed", "2026-12-13T17:00"),
    ];
    expect(groups(flights)).toMatchObject({ next: "next", upcoming: "agreed", waiting: "mine theirs" });
  });

  it("list a request as past once its deadline is over", () => {
    const request = (id: string, answerBy: string) =>
      booking(id, "2026-12-20T17:00", { status: "requested", answerBy: `${answerBy}:00.000Z` });
    const flights = [request("late", "2026-12-09T17:00"), request("open", "2026-12-09T19:00")];
    expect(groups(flights)).toMatchObject({ waiting: "open", past: "late" });
  });

  it("list everything that is over, latest first", () => {
    const over = [
      booking("flown", "2026-12-08T17:00", { status: "completed" }),
      booking("ended", "2026-12-09T14:00"),
      booking("declined", "2026-12-20T17:00", { status: "declined" }),
      booking("unanswered", "2026-12-01T17:00", { status: "requested" }),
    ];
    expect(groups(over)).toEqual({ next: null, upcoming: "", waiting: "", past: "declined ended flown unanswered" });
  });

  it("leave out flights with the user's own aircraft, which the owner's groups have", () => {
    const flights = [
      booking("mine", "2026-12-12T17:00"),
      booking("fleet", "2026-12-13T17:00", { pilotId: "other", ownerId: "me" }),
      booking("open", "2026-12-14T17:00", { pilotId: "other", ownerId: "me", status: "requested" }),
      booking("answered", "2026-12-13T10:00", {
        pilotId: "other",
        ownerId: "me",
        status: "requested",
        waiting: "waiting",
      }),
    ];
    expect(groups(flights)).toMatchObject({ next: "mine", upcoming: "" });
    expect(groups(flights, "owner")).toEqual({ next: null, upcoming: "fleet", waiting: "open answered", past: "" });
  });
});
