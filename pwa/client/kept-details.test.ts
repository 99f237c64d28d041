// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { timeOfId } from "../../shared/kit/ids.ts";
import { dropDetails, keepDetails, keptDetails, requestIds } from "./kept-details.ts";
import { noteServerClock } from "./server-clock.ts";

const details = { date: "2099-12-05", hours: 4 };

beforeEach(() => localStorage.clear());

describe("booking details that are not sent", () => {
  it("stay until they are dropped, without a date that has passed", () => {
    keepDetails("plane", details);
    expect(keptDetails("plane", "2099-12-05")).toEqual(details);
    expect(keptDetails("plane", "2099-12-06")).toEqual({ hours: 4, date: undefined });
    expect(keptDetails("other", "2099-12-05")).toBeNull();
    dropDetails("plane");
    expect(keptDetails("plane", "2099-12-05")).toBeNull();
  });

  it("become one request however often they are sent, and another once they change or it is safe", () => {
    keepDetails("plane", details);
    const first = requestIds("plane", details);
    expect(requestIds("plane", details)).toEqual(first);
    expect(keptDetails("plane", "2099-12-05")).toEqual(details);
    const changed = requestIds("plane", { ...details, hours: 5 });
    expect(changed.bookingId).not.toBe(first.bookingId);
    dropDetails("plane");
    expect(requestIds("plane", { ...details, hours: 5 })).not.toEqual(changed);
  });

  it("[R16] carry the server's time where the device's clock is wrong", () => {
    const ahead = 90 * 86_400_000;
    noteServerClock(ahead);
    const { bookingId, messageId } = requestIds("plane", details);
    for (const id of [bookingId, messageId])
      expect(Math.abs((timeOfId(id) ?? 0) - Date.now() - ahead)).toBeLessThan(86_400_000);
  });
});
