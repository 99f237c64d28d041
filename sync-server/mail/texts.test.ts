import { describe, expect, it } from "vitest";
import { happened } from "./texts.ts";

const none = { messages: 0, bookingRequests: 0, bookingChanges: 0, reviews: 0, savedSearches: 0 };
const from = "Marisol Vega";

describe("the subject of a notice mail", () => {
  it.each([
    [{ messages: 1 }, "New message from Marisol Vega"],
    [{ messages: 2 }, "2 new messages from Marisol Vega"],
    [{ bookingRequests: 1 }, "New booking request from Marisol Vega"],
    [{ bookingRequests: 2 }, "2 new booking requests from Marisol Vega"],
    [{ bookingChanges: 1 }, "Marisol Vega changed a booking"],
    [{ bookingChanges: 3 }, "3 new booking changes from Marisol Vega"],
    [{ reviews: 1 }, "New review from Marisol Vega"],
    [{ messages: 1, bookingRequests: 1 }, "New from Marisol Vega: 1 booking request and 1 message"],
    [
      { messages: 4, bookingChanges: 2, bookingRequests: 1 },
      "New from Marisol Vega: 1 booking request, 2 booking changes, and 4 messages",
    ],
  ])("is counted by kind: %j is «%s»", (counts, sentence) =>
    expect(happened({ from, counts: { ...none, ...counts }, isPart: false })).toBe(sentence),
  );

  it("names the saved search of a new match", () => {
    const search = { from: "Denver jets", isPart: false };
    expect(happened({ ...search, counts: { ...none, savedSearches: 1 } })).toBe("New match for Denver jets");
    expect(happened({ ...search, counts: { ...none, savedSearches: 3 } })).toBe("3 new matches for Denver jets");
  });

  it("says «at least» where there may be more", () => {
    expect(happened({ from, counts: { ...none, messages: 50 }, isPart: true })).toBe(
      "At least 50 new messages from Marisol Vega",
    );
    expect(happened({ from, counts: { ...none, messages: 49, bookingChanges: 1 }, isPart: true })).toBe(
      "New from Marisol Vega: at least 1 booking change and 49 messages",
    );
  });
});
