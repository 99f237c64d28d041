// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { keepReviews, keepWrittenReview, keptReviews } from "./kept-reviews.ts";

beforeEach(() => localStorage.clear());

const written = { id: "r", bookingId: "b", targetType: "user", targetId: "o", rating: 4, comment: "Fine." } as const;
const comments = (bookingId: string) => keptReviews("anna", bookingId).map(({ comment }) => comment);

it("a later text replaces the first of the same target, and an answer replaces all", () => {
  keepWrittenReview("anna", written);
  keepWrittenReview("anna", { ...written, comment: "Better." });
  keepWrittenReview("anna", { ...written, id: "s", targetType: "aircraft", targetId: "p", comment: "Tidy." });
  expect(comments("b")).toEqual(["Better.", "Tidy."]);
  expect(keptReviews("bert", "b")).toEqual([]);
  keepReviews("anna", "b", [{ ...keptReviews("anna", "b")[0]!, comment: "Read." }]);
  expect(comments("b")).toEqual(["Read."]);
  keepReviews("anna", "b", []);
  expect(localStorage.length).toBe(0);
});

it("keeps the latest forty flights, and ignores what another version stored", () => {
  vi.useFakeTimers();
  for (let flight = 0; flight < 42; flight++) {
    vi.setSystemTime(flight);
    keepWrittenReview("anna", { ...written, bookingId: `b${flight}` });
  }
  vi.useRealTimers();
  expect([comments("b0"), comments("b1"), comments("b2"), localStorage.length]).toEqual([[], [], ["Fine."], 40]);
  localStorage.setItem("reviews:anna:b2", JSON.stringify([written]));
  expect(comments("b2")).toEqual([]);
});
