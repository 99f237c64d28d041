// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { timeOfId } from "../../../shared/kit/ids.ts";
import { dropDetails, keepDetails, keptDetails, requestIds, takeGuestDetails } from "./kept-booking.ts";
import { noteServerClock } from "../api/server-clock.ts";

const [ana, ben] = ["person-ana", "person-ben"];
const details = { date: "2099-12-05", hours: 4 };

beforeEach(() => localStorage.clear());

describe("booking details that are not sent", () => {
  it("stay until they are dropped, without a date that has passed", () => {
    keepDetails(ana, "plane", details);
    expect(keptDetails(ana, "plane", "2099-12-05")).toEqual(details);
    expect(keptDetails(ana, "plane", "2099-12-06")).toEqual({ hours: 4, date: undefined });
    expect(keptDetails(ana, "other", "2099-12-05")).toBeNull();
    dropDetails(ana, "plane");
    expect(keptDetails(ana, "plane", "2099-12-05")).toBeNull();
  });

  it("become one request however often they are sent, and another once they change or it is safe", () => {
    keepDetails(ana, "plane", details);
    const first = requestIds(ana, "plane", details);
    expect(requestIds(ana, "plane", details)).toEqual(first);
    expect(keptDetails(ana, "plane", "2099-12-05")).toEqual(details);
    const changed = requestIds(ana, "plane", { ...details, hours: 5 });
    expect(changed.bookingId).not.toBe(first.bookingId);
    dropDetails(ana, "plane");
    expect(requestIds(ana, "plane", { ...details, hours: 5 })).not.toEqual(changed);
  });

  it("[R13] are nobody else's, and make another request for somebody else", () => {
    keepDetails(ana, "plane", details);
    for (const other of [ben, null]) expect(keptDetails(other, "plane", "2099-12-05")).toBeNull();
    const { bookingId } = requestIds(ana, "plane", details);
    expect(requestIds(ben, "plane", details).bookingId).not.toBe(bookingId);
  });

  it("of a guest go with the one who logs in, over what that one had before, and stay with nobody else", () => {
    keepDetails(ana, "plane", { date: undefined, hours: 2 });
    keepDetails(ana, "other", details);
    keepDetails(null, "plane", details);
    takeGuestDetails(ana);
    expect(keptDetails(ana, "plane", "2099-12-05")).toEqual(details);
    expect(keptDetails(ana, "other", "2099-12-05")).toEqual(details);
    expect(keptDetails(null, "plane", "2099-12-05")).toBeNull();
    takeGuestDetails(ben);
    expect(keptDetails(ben, "plane", "2099-12-05")).toBeNull();
  });

  it("[R16] carry the server's time where the device's clock is wrong", () => {
    const ahead = 90 * 86_400_000;
    noteServerClock(ahead);
    const { bookingId, messageId } = requestIds(ana, "plane", details);
    for (const id of [bookingId, messageId])
      expect(Math.abs((timeOfId(id) ?? 0) - Date.now() - ahead)).toBeLessThan(86_400_000);
  });
});
