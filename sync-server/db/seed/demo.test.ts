import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import { listingInput } from "../../../shared/domain/aircraft.ts";
import { demoAircraft } from "./demo-aircraft.ts";
import { demoPeople } from "./demo-people.ts";
import { demoReviews } from "./demo-reviews.ts";

const average = (ratings: number[]) =>
  ratings.length === 0 ? 0 : Math.round((ratings.reduce((sum, one) => sum + one, 0) / ratings.length) * 100) / 100;

describe("demo data", () => {
  it("gives each aircraft the average rating of its reviews", () => {
    for (const { name, rating, reviewCount } of demoAircraft) {
      const ratings = demoReviews.flatMap((one) =>
        one.targetType === "aircraft" && one.aircraftName === name ? [one.rating] : [],
      );
      expect({ name, rating, reviewCount }).toEqual({ name, rating: average(ratings), reviewCount: ratings.length });
    }
  });

  it("gives each user the average rating of their reviews", () => {
    for (const { email, rating, reviewCount } of demoPeople) {
      const ratings = demoReviews.flatMap((one) =>
        one.targetType === "user" && one.userEmail === email ? [one.rating] : [],
      );
      expect({ email, rating, reviewCount }).toEqual({ email, rating: average(ratings), reviewCount: ratings.length });
    }
  });

  it("refers only to its own users and aircraft, once each", () => {
    const emails = demoPeople.map((person) => person.email);
    const names = demoAircraft.map((plane) => plane.name);
    expect(new Set(emails).size).toBe(emails.length);
    expect(new Set(names).size).toBe(names.length);
    for (const plane of demoAircraft) expect(emails).toContain(plane.ownerEmail);
    for (const review of demoReviews) {
      expect(emails).toContain(review.reviewerEmail);
      if (review.targetType === "aircraft") expect(names).toContain(review.aircraftName);
      else expect(emails).toContain(review.userEmail);
    }
  });

  it("is valid in the listing form, with bundled pictures", () => {
    for (const plane of demoAircraft) {
      expect(listingInput.safeParse(plane).error).toBeUndefined();
      expect(existsSync(new URL(`../../../pwa/public${cardPicture(plane)}`, import.meta.url))).toBe(true);
    }
  });
});
