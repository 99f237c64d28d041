// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { timeOfId } from "../../../shared/kit/ids.ts";
import { removeUnsentBooking, storeUnsentBooking, unsentBooking, requestIds } from "./unsent-booking.ts";
import { adoptGuestBookings } from "./stored-bookings.ts";
import { noteServerClock } from "../api/server-clock.ts";

const [ana, ben] = ["person-ana", "person-ben"];
const details = { date: "2099-12-05", start: "2099-12-05T17:00:00.000Z", hours: 4 };

beforeEach(() => localStorage.clear());

describe("unsent booking details", () => {
  it("stay until they are removed, without a date that has passed", () => {
    storeUnsentBooking(ana, "plane", details);
    expect(unsentBooking(ana, "plane", "2099-12-05")).toEqual(details);
    expect(unsentBooking(ana, "plane", "2099-12-06")).toEqual({ hours: 4 });
    expect(unsentBooking(ana, "other", "2099-12-05")).toBeNull();
    removeUnsentBooking(ana, "plane");
    expect(unsentBooking(ana, "plane", "2099-12-05")).toBeNull();
  });

  it("keep the request's ids until they change or the request is stored", () => {
    storeUnsentBooking(ana, "plane", details);
    const first = requestIds(ana, "plane", details);
    expect(requestIds(ana, "plane", details)).toEqual(first);
    expect(unsentBooking(ana, "plane", "2099-12-05")).toEqual(details);
    const later = requestIds(ana, "plane", { ...details, start: "2099-12-05T17:30:00.000Z" });
    expect(later.bookingId).not.toBe(first.bookingId);
    const changed = requestIds(ana, "plane", { ...details, hours: 5 });
    expect([first.bookingId, later.bookingId]).not.toContain(changed.bookingId);
    removeUnsentBooking(ana, "plane");
    expect(requestIds(ana, "plane", { ...details, hours: 5 })).not.toEqual(changed);
  });

  it("[R13] are separate for each user", () => {
    storeUnsentBooking(ana, "plane", details);
    for (const other of [ben, null]) expect(unsentBooking(other, "plane", "2099-12-05")).toBeNull();
    const { bookingId } = requestIds(ana, "plane", details);
    expect(requestIds(ben, "plane", details).bookingId).not.toBe(bookingId);
  });

  it("move from the guest to the user who signs in", () => {
    storeUnsentBooking(ana, "plane", { date: undefined, hours: 2 });
    storeUnsentBooking(ana, "other", details);
    storeUnsentBooking(null, "plane", details);
    adoptGuestBookings(ana);
    expect(unsentBooking(ana, "plane", "2099-12-05")).toEqual(details);
    expect(unsentBooking(ana, "other", "2099-12-05")).toEqual(details);
    expect(unsentBooking(null, "plane", "2099-12-05")).toBeNull();
    adoptGuestBookings(ben);
    expect(unsentBooking(ben, "plane", "2099-12-05")).toBeNull();
  });

  it("[R16] have ids with the server's time when the device's clock is wrong", () => {
    const ahead = 90 * 86_400_000;
    noteServerClock(ahead);
    const { bookingId, messageId } = requestIds(ana, "plane", details);
    for (const id of [bookingId, messageId])
      expect(Math.abs((timeOfId(id) ?? 0) - Date.now() - ahead)).toBeLessThan(86_400_000);
  });
});
