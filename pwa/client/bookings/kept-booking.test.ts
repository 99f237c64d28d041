// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { timeOfId } from "../../../shared/kit/ids.ts";
import { dropKeptBooking, keepBooking, keptBooking, requestIds, takeGuestBookings } from "./kept-booking.ts";
import { noteServerClock } from "../api/server-clock.ts";

const [ana, ben] = ["person-ana", "person-ben"];
const details = { date: "2099-12-05", hours: 4 };

beforeEach(() => localStorage.clear());

describe("booking details that are not sent", () => {
  it("stay until they are dropped, without a date that has passed", () => {
    keepBooking(ana, "plane", details);
    expect(keptBooking(ana, "plane", "2099-12-05")).toEqual(details);
    expect(keptBooking(ana, "plane", "2099-12-06")).toEqual({ hours: 4, date: undefined });
    expect(keptBooking(ana, "other", "2099-12-05")).toBeNull();
    dropKeptBooking(ana, "plane");
    expect(keptBooking(ana, "plane", "2099-12-05")).toBeNull();
  });

  it("become one request however often they are sent, and another once they change or it is safe", () => {
    keepBooking(ana, "plane", details);
    const first = requestIds(ana, "plane", details);
    expect(requestIds(ana, "plane", details)).toEqual(first);
    expect(keptBooking(ana, "plane", "2099-12-05")).toEqual(details);
    const changed = requestIds(ana, "plane", { ...details, hours: 5 });
    expect(changed.bookingId).not.toBe(first.bookingId);
    dropKeptBooking(ana, "plane");
    expect(requestIds(ana, "plane", { ...details, hours: 5 })).not.toEqual(changed);
  });

  it("[R13] are nobody else's, and make another request for somebody else", () => {
    keepBooking(ana, "plane", details);
    for (const other of [ben, null]) expect(keptBooking(other, "plane", "2099-12-05")).toBeNull();
    const { bookingId } = requestIds(ana, "plane", details);
    expect(requestIds(ben, "plane", details).bookingId).not.toBe(bookingId);
  });

  it("of a guest go with the one who logs in, over what that one had before, and stay with nobody else", () => {
    keepBooking(ana, "plane", { date: undefined, hours: 2 });
    keepBooking(ana, "other", details);
    keepBooking(null, "plane", details);
    takeGuestBookings(ana);
    expect(keptBooking(ana, "plane", "2099-12-05")).toEqual(details);
    expect(keptBooking(ana, "other", "2099-12-05")).toEqual(details);
    expect(keptBooking(null, "plane", "2099-12-05")).toBeNull();
    takeGuestBookings(ben);
    expect(keptBooking(ben, "plane", "2099-12-05")).toBeNull();
  });

  it("[R16] carry the server's time where the device's clock is wrong", () => {
    const ahead = 90 * 86_400_000;
    noteServerClock(ahead);
    const { bookingId, messageId } = requestIds(ana, "plane", details);
    for (const id of [bookingId, messageId])
      expect(Math.abs((timeOfId(id) ?? 0) - Date.now() - ahead)).toBeLessThan(86_400_000);
  });
});
