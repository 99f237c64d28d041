import { describe, expect, it } from "vitest";
import { LONGEST_SEARCH_NAME } from "../../../shared/domain/searches-rules.ts";
import { isSameSearch, searchFacts, searchLine, suggestedName } from "./search-words.ts";

describe("the name that the dialog suggests", () => {
  it.each([
    [{}, "All aircraft"],
    [{ types: ["jet"], location: "Phoenix AZ", maxPrice: 500 }, "Jets in Phoenix AZ up to $500"],
    [{ types: ["single-engine", "jet"] }, "Single-engine aircraft and jets"],
    [{ minPrice: 200, maxPrice: 1500, seats: 4 }, "Aircraft $200 to $1,500 with 4+ seats"],
    [{ minPrice: 200, date: "2099-12-05" }, "Aircraft from $200 on Sat, Dec 5"],
  ] as const)("for %j is %s", (filter, name) => {
    expect(suggestedName(filter)).toBe(name);
  });

  it("leaves out filters that do not fit", () => {
    const types = ["single-engine", "multi-engine", "turboprop", "jet"] as const;
    const name = suggestedName({ types, location: "Colorado Springs CO", seats: 6 });
    expect(name).toBe("Aircraft in Colorado Springs CO with 6+ seats");
    expect(suggestedName({ location: "x".repeat(120), seats: 6 }).length).toBeLessThanOrEqual(LONGEST_SEARCH_NAME);
  });
});

it("lists the filters with labels, and all of them on one line", () => {
  const filter = { location: "Denver CO", types: ["jet", "turboprop"], seats: 4, date: "2099-12-05" } as const;
  expect(searchFacts(filter).map(({ label }) => label)).toEqual(["Location", "Date", "Aircraft type", "Seats"]);
  expect(searchLine(filter)).toBe("Denver CO · Sat, Dec 5 · Jet, turboprop · 4 or more seats");
  expect(searchLine({})).toBe("All aircraft");
});

it("compares searches by their filters", () => {
  expect(isSameSearch({ types: [] }, {})).toBe(true);
  expect(isSameSearch({ seats: 4 }, { seats: 2 })).toBe(false);
});
