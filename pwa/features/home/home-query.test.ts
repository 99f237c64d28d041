import { describe, expect, it } from "vitest";
import {
  activeFilters,
  addressOfSearch,
  emptyQuery,
  parseHomeQuery,
  pricesOf,
  withoutFilters,
  writeHomeQuery,
} from "./home-query.ts";

const today = "2026-11-21";
const parse = (text: string) => parseHomeQuery(new URLSearchParams(text), today);

describe("the query of home", () => {
  it("[S173] survives a round trip through an address", () => {
    const query = {
      location: "San Diego CA",
      date: "2026-12-05",
      types: ["single-engine", "jet"] as const,
      minPrice: 200,
      maxPrice: 900,
      seats: 4,
      sort: "price-asc" as const,
    };
    expect(parseHomeQuery(writeHomeQuery(query), today)).toEqual(query);
  });

  it("writes nothing for unset values", () => {
    expect(writeHomeQuery(emptyQuery).toString()).toBe("");
  });

  it("[S260] omits falsy values and the type all", () => {
    const falsy = { location: "", date: "", types: [], minPrice: 0, maxPrice: 0, seats: 0, sort: "newest" } as const;
    expect(writeHomeQuery(falsy).toString()).toBe("");
    expect(parse("location=&date=&types=all&minPrice=0&maxPrice=0&seats=0")).toEqual(emptyQuery);
    expect(writeHomeQuery(parse("types=all,jet&seats=4")).toString()).toBe("types=jet&seats=4");
  });

  it("leaves out invalid values", () => {
    expect(parse("types=rocket,jet&minPrice=cheap&maxPrice=-4&seats=0&sort=colour&date=soon")).toEqual({
      ...emptyQuery,
      types: ["jet"],
    });
  });

  it("reads and writes a search near an airfield, whose order is the distance", () => {
    const near = { id: "KMYF", within: 50 };
    expect(parse("near=kmyf&within=50")).toEqual({ ...emptyQuery, near, sort: "distance" });
    expect(parse("near=me&within=0")).toMatchObject({ near: { id: "me", within: undefined } });
    for (const wrong of ["near=K", "near=San+Diego", "near=", "within=50", "sort=distance"])
      expect(parse(wrong)).toEqual(emptyQuery);
    for (const text of ["near=KMYF&within=50", "near=L18&sort=newest", "near=me&sort=price-asc", "location=Austin"])
      expect(writeHomeQuery(parse(text)).toString()).toBe(text);
    expect(addressOfSearch({ location: "Within 50 nm of KMYF" })).toBe("/?near=KMYF&within=50");
    expect(addressOfSearch({ location: "San Diego CA" })).toBe("/?location=San+Diego+CA");
  });

  it("drops a date that has passed and keeps today", () => {
    expect(parse("date=2026-11-20").date).toBeUndefined();
    expect(parse("date=2026-11-21").date).toBe("2026-11-21");
  });

  it("counts types, price and seats once each", () => {
    expect(activeFilters(parse("types=jet,turboprop&minPrice=100&maxPrice=300&location=Austin"))).toBe(2);
    expect(activeFilters(withoutFilters(parse("types=jet&seats=4&location=Austin")))).toBe(0);
  });

  it("has no price for a thumb at its end", () => {
    const bounds = { min: 120, max: 2950 };
    expect(pricesOf({ min: 120, max: 2950 }, bounds)).toEqual({ minPrice: undefined, maxPrice: undefined });
    expect(pricesOf({ min: 130, max: 2950 }, bounds)).toEqual({ minPrice: 130, maxPrice: undefined });
  });
});
