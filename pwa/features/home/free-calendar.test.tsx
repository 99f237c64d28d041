// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AircraftFilter } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { aListing, closeScreen, homeOf, newServer, openScreen } from "../../testing/screen.tsx";
import { FreeCalendar } from "./free-calendar.tsx";
import type { SearchInput } from "./home-query.ts";
import { SearchForm } from "./search-form.tsx";

const nothing: SearchInput = { location: "", date: undefined, type: "all" };
const MONDAYS = 1;
const planes = [
  aListing({ location: "Denver CO", type: "jet", hourlyRate: 900 }),
  { ...aListing({ location: "Denver CO" }), closedDays: MONDAYS, fullDays: [dayNumber("2026-12-05")] },
  { ...aListing({ location: "Austin TX" }), noticeHours: 72, fullDays: [dayNumber("2026-12-08")] },
];

let server: ReturnType<typeof newServer>;
let chosen: (string | undefined)[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-12-02T18:00:00Z") });
  server = newServer();
  chosen = [];
});
afterEach(closeScreen);

type Opened = { words?: Partial<SearchInput>; filter?: AircraftFilter; cards?: AircraftCard[]; total?: number };

const open = ({ words = {}, filter = {}, cards = planes, total = cards.length }: Opened = {}) =>
  openScreen(
    server,
    <FreeCalendar
      words={{ ...nothing, ...words }}
      searched={nothing}
      filter={filter}
      today="2026-12-02"
      onSelect={(day) => chosen.push(day)}
    />,
    { data: { ...homeOf(cards), total } },
  );
const day = (name: RegExp) => screen.getByRole("button", { name });
const nameOf = (name: RegExp) => day(name).getAttribute("aria-label");

describe("the calendar of Home", () => {
  it("[S525] says how many aircraft are free on each day, and starts at today", async () => {
    await open();
    expect(document.activeElement).toBe(day(/December 2, /));
    expect(nameOf(/December 1\b/)).toBe("Tuesday, December 1, past");
    expect(nameOf(/December 2\b/)).toBe("Wednesday, December 2, 2 of 3 aircraft are free");
    expect(nameOf(/December 5\b/)).toBe("Saturday, December 5, 2 of 3 aircraft are free");
    expect(nameOf(/December 6\b/)).toBe("Sunday, December 6, all 3 aircraft are free");
    expect(nameOf(/December 7\b/)).toBe("Monday, December 7, 2 of 3 aircraft are free");
    expect(screen.getByText("2 of 3 aircraft are free")).toBeTruthy();
    fireEvent.click(day(/December 6\b/));
    expect(chosen).toEqual(["2026-12-06"]);
  });

  it("[S526] counts the aircraft that form and filters want", async () => {
    await open({ words: { location: " austin " } });
    expect(nameOf(/December 8\b/)).toBe("Tuesday, December 8, no aircraft is free");
    expect(nameOf(/December 9\b/)).toBe("Wednesday, December 9, the aircraft is free");
  });

  it("[S714] counts the aircraft near an airfield, and within a distance", async () => {
    await open({ words: { location: "Within 50 nm of KAPA" } });
    // The second aircraft of Denver is full on this day, and Austin is 600 nm away.
    await waitFor(() => expect(nameOf(/December 5\b/)).toBe("Saturday, December 5, 1 of 2 aircraft is free"));
    cleanup();
    await open({ words: { location: "KAPA" } });
    await waitFor(() => expect(nameOf(/December 5\b/)).toBe("Saturday, December 5, 2 of 3 aircraft are free"));
  });

  it("keeps the list's other filters, and its types while the form does not change them", async () => {
    await open({ filter: { maxPrice: 500, types: ["single-engine", "turboprop"], date: "2026-12-08" } });
    expect(nameOf(/December 5\b/)).toBe("Saturday, December 5, 1 of 2 aircraft is free");
  });

  it("takes the type of the form where it was changed", async () => {
    await open({ words: { type: "jet" }, filter: { types: [] } });
    expect(nameOf(/December 5\b/)).toBe("Saturday, December 5, the aircraft is free");
  });

  it("lets a day without free aircraft be chosen, since bookings change", async () => {
    await open({ cards: planes.slice(2) });
    expect(day(/December 8\b/).getAttribute("aria-disabled")).toBeNull();
    fireEvent.click(day(/December 8\b/));
    expect(chosen).toEqual(["2026-12-08"]);
    fireEvent.click(day(/December 1\b/));
    expect(chosen).toHaveLength(1);
  });

  it("says «at least» while more aircraft match than are here", async () => {
    await open({ cards: planes.slice(2), total: 40 });
    expect(nameOf(/December 9\b/)).toBe("Wednesday, December 9, at least 1 aircraft is free");
    expect(nameOf(/December 8\b/)).toBe("Tuesday, December 8, not known yet");
    expect(screen.queryByText("None is free")).toBeNull();
  });

  it("clears a chosen date", async () => {
    await open({ words: { date: "2026-12-09" } });
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/, selected$/);
    fireEvent.click(screen.getByRole("button", { name: "Any date" }));
    expect(chosen).toEqual([undefined]);
  });
});

it("[S527] Escape closes the calendar also while it loads, and a choice returns the focus to the field", async () => {
  const form = (
    <SearchForm searched={nothing} onSearch={() => undefined} filter={{}} locations={[]} today="2026-12-02" />
  );
  await openScreen(server, form, { data: homeOf(planes) });
  const field = screen.getByRole("button", { name: "Date Any date" });
  const dialog = () => screen.queryByRole("dialog", { name: "Choose a date" });
  fireEvent.click(field);
  expect(dialog()).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
  fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(field);

  fireEvent.click(field);
  expect(await screen.findAllByRole("grid")).toHaveLength(2);
  fireEvent.click(day(/December 9\b/));
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(field.textContent).toBe("DateWed, Dec 9");
});
