// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SearchForm, type SearchInput } from "./search-form.tsx";

const nothing: SearchInput = { location: "", date: undefined, type: "all" };
const locations = ["San Francisco CA", "Austin TX", "San Diego CA"];
let searches: SearchInput[] = [];

function form(searched = nothing) {
  return (
    <SearchForm
      searched={searched}
      onSearch={(words) => searches.push(words)}
      locations={locations}
      today="2026-11-21"
    />
  );
}

beforeEach(() => {
  searches = [];
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const place = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Location" });
const suggested = () => Array.from(document.querySelectorAll<HTMLElement>("[role=listbox] [role=option]"));
const options = () => suggested().map((option) => option.textContent);
const key = (name: string) => fireEvent.keyDown(place(), { key: name });
const type = (text: string) => fireEvent.change(place(), { target: { value: text } });

describe("location suggestions", () => {
  it("[S055] appear with the first letter, matched letters bold, and disappear with the text", () => {
    render(form());
    expect(place().getAttribute("aria-expanded")).toBe("false");
    type("san");
    expect(options()).toEqual(["San Diego CA", "San Francisco CA"]);
    expect(screen.getAllByText("San")[0]?.tagName).toBe("B");
    type("");
    expect(options()).toEqual([]);
  });

  it("are selected with the arrow keys and Enter, which does not search yet", () => {
    render(form());
    type("san");
    key("ArrowDown");
    key("ArrowDown");
    const active = place().getAttribute("aria-activedescendant");
    expect(document.getElementById(active ?? "")?.textContent).toBe("San Francisco CA");
    key("Enter");
    expect(place().value).toBe("San Francisco CA");
    expect(options()).toEqual([]);
    expect(searches).toEqual([]);
  });

  it("all open with the arrow key in an empty field and close with Escape", () => {
    render(form());
    key("ArrowDown");
    expect(options()).toEqual(["Austin TX", "San Diego CA", "San Francisco CA"]);
    key("Escape");
    expect(options()).toEqual([]);
  });

  it("are selected with a click", () => {
    render(form());
    type("aus");
    fireEvent.click(suggested()[0] as HTMLElement);
    expect(place().value).toBe("Austin TX");
  });
});

describe("search", () => {
  it("[S057] reports the input, closes the suggestions and looks pressed for 300 ms", () => {
    vi.useFakeTimers();
    render(form());
    type(" san ");
    fireEvent.change(screen.getByRole("combobox", { name: "Aircraft type" }), { target: { value: "jet" } });
    const button = screen.getByRole("button", { name: "Search" });
    const resting = button.className;
    fireEvent.submit(screen.getByRole("search"));
    expect(searches).toEqual([{ location: "san", date: undefined, type: "jet" }]);
    expect(options()).toEqual([]);
    expect(button.className).not.toBe(resting);
    wait(299);
    expect(button.className).not.toBe(resting);
    wait(1);
    expect(button.className).toBe(resting);
  });

  it("[S056] follows a search changed from outside, and nothing else", () => {
    const { rerender } = render(form());
    type("aus");
    rerender(form({ ...nothing }));
    expect(place().value).toBe("aus");
    rerender(form({ ...nothing, location: "Denver CO", date: "2026-12-05" }));
    expect(place().value).toBe("Denver CO");
    expect(screen.getByRole("button", { name: "Date Sat, Dec 5" })).toBeTruthy();
  });

  it("keeps unsubmitted input when another field of the search changes", () => {
    const { rerender } = render(form({ ...nothing, date: "2026-12-05" }));
    type("aus");
    rerender(form({ ...nothing, date: "2026-12-05", type: "jet" }));
    const kind = screen.getByRole<HTMLSelectElement>("combobox", { name: "Aircraft type" });
    expect([place().value, kind.value]).toEqual(["aus", "jet"]);
    rerender(form({ ...nothing, type: "jet" }));
    expect(screen.getByRole("button", { name: "Date Any date" })).toBeTruthy();
    expect([place().value, kind.value]).toEqual(["aus", "jet"]);
  });
});
