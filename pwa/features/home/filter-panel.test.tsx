// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FilterPanel, type Filters } from "./filter-panel.tsx";

let changes: Partial<Filters>[] = [];

function panel(filters: Partial<Filters> = {}) {
  return (
    <FilterPanel
      filters={{ types: [], ...filters }}
      onChange={(change) => changes.push(change)}
      typeCounts={{ "single-engine": 12, "multi-engine": 5, turboprop: 4, jet: 3 }}
      priceRange={{ min: 129, max: 2944 }}
    />
  );
}

beforeEach(() => {
  changes = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const lowest = () => screen.getByRole<HTMLInputElement>("slider", { name: "Lowest price per hour" });
const highest = () => screen.getByRole<HTMLInputElement>("slider", { name: "Highest price per hour" });

describe("filter panel", () => {
  it("[S062] adds and removes types, and shows their counts", () => {
    render(panel({ types: ["jet"] }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Jet 3 aircraft" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("checkbox", { name: /Single engine/ }));
    fireEvent.click(screen.getByRole("checkbox", { name: /Jet/ }));
    expect(changes).toEqual([{ types: ["single-engine", "jet"] }, { types: [] }]);
  });

  it("shows no unknown counts or prices, but the reader's own choices", () => {
    const unknown = { typeCounts: null, priceRange: null, onChange: () => undefined };
    const { container } = render(<FilterPanel {...unknown} filters={{ types: [], maxPrice: 700 }} />);
    expect(screen.getByRole("checkbox", { name: "Jet" })).toBeTruthy();
    expect(container.textContent).not.toMatch(/aircraft,|\$50|\$1,200|\b0\b/);
    expect([lowest(), highest()].map((thumb) => thumb.getAttribute("aria-valuetext"))).toEqual(["Lowest", "$700"]);
  });

  it("[S223] rounds the price bounds outward", () => {
    render(panel());
    expect([lowest().value, highest().value]).toEqual(["120", "2950"]);
  });

  it("[S063] applies a price 300 ms after the last step, and shows it at once", () => {
    render(panel());
    fireEvent.keyDown(lowest(), { key: "PageUp" });
    wait(200);
    fireEvent.keyDown(lowest(), { key: "PageUp" });
    expect(lowest().value).toBe("320");
    wait(299);
    expect(changes).toEqual([]);
    wait(1);
    expect(changes).toEqual([{ minPrice: 320, maxPrice: undefined }]);
  });

  it("applies no filter for a thumb that is back at its end", () => {
    render(panel({ minPrice: 220 }));
    fireEvent.keyDown(lowest(), { key: "PageDown" });
    wait(300);
    expect(changes).toEqual([{ minPrice: undefined, maxPrice: undefined }]);
  });

  it("[S224] offers two, four and six or more seats", () => {
    render(panel());
    const seats = within(screen.getByRole("group", { name: "Seats, at least" })).getAllByRole("button");
    expect(seats.map((button) => button.textContent)).toEqual(["2", "4", "6+"]);
  });

  it("[S064] selects seats, and clears them when pressed again", () => {
    const { rerender } = render(panel());
    fireEvent.click(screen.getByRole("button", { name: "6+" }));
    rerender(panel({ seats: 6 }));
    fireEvent.click(screen.getByRole("button", { name: "6+" }));
    expect(changes).toEqual([{ seats: 6 }, { seats: undefined }]);
  });
});
