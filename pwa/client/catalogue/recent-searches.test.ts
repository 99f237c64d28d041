// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { noteRecentSearch, recentSearches } from "./recent-searches.ts";

const today = "2026-11-23";
const me = "0190aaaa-0000-7000-8000-000000000001";
beforeEach(() => localStorage.clear());

it("keeps the latest five searches of each user, each once", () => {
  for (const location of ["Phoenix AZ", "Miami FL", "Denver CO", "Austin TX", "Seattle WA", "Boston MA", "Denver CO"])
    noteRecentSearch(me, { location, types: [] });
  noteRecentSearch(null, { types: ["jet"] });
  expect(recentSearches(me, today).map(({ location }) => location)).toEqual([
    "Denver CO",
    "Boston MA",
    "Seattle WA",
    "Austin TX",
    "Miami FL",
  ]);
  expect(recentSearches(null, today)).toEqual([{ types: ["jet"] }]);
});

it("leaves out empty searches, past days and values of another shape", () => {
  noteRecentSearch(me, { types: [] });
  noteRecentSearch(me, { date: "2026-11-22" });
  expect(recentSearches(me, today)).toEqual([]);
  localStorage.setItem(`recent-searches:${me}`, JSON.stringify([{ types: ["balloon"] }]));
  expect(recentSearches(me, today)).toEqual([]);
});
