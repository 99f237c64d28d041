// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render as renderBare, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useHydrated } from "../../client/shell/hydrated.ts";
import { chooseOption } from "../../testing/choose-option.ts";
import type { SearchInput } from "./home-query.ts";
import { unknownText } from "./location-options.ts";
import { SearchForm } from "./search-form.tsx";

const nothing: SearchInput = { location: "", date: undefined, type: "all" };
const locations = ["San Francisco CA", "Austin TX", "San Diego CA"];
let searches: SearchInput[] = [];

function form(searched = nothing) {
  return (
    <SearchForm
      searched={searched}
      onSearch={(words) => searches.push(words)}
      filter={{}}
      locations={locations}
      today="2026-11-21"
    />
  );
}

beforeEach(() => {
  searches = [];
  // Without a network there is no index of airfields.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  cleanup();
});

const render = (form: ReactElement) => renderBare(form, { wrapper: MemoryRouter });

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const place = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Location" });
const POSITION = "Near my position";
const suggested = () => Array.from(document.querySelectorAll<HTMLElement>("[role=listbox] [role=option]"));
const nameOf = (option: Element | null) => option?.querySelector(".vh")?.textContent ?? option?.textContent;
const namesNow = () => suggested().map(nameOf);
/** The list's code loads when the field is used. */
const hasOptions = (...names: string[]) => waitFor(() => expect(namesNow()).toEqual(names));
const activeName = () => nameOf(document.getElementById(place().getAttribute("aria-activedescendant") ?? ""));
const key = (name: string) => fireEvent.keyDown(place(), { key: name });
const type = (text: string) => fireEvent.change(place(), { target: { value: text } });

it("[S1289] a location typed before hydration stays when the search of the address becomes known", async () => {
  const near = { ...nothing, location: "Within 150 nm of KMYF" };
  const Page = () => <MemoryRouter>{form(useHydrated() ? near : nothing)}</MemoryRouter>;
  for (const [typed, shown, selected] of [
    ["MYF", "MYF", ""],
    // Letters that come later replace what the reader did not write.
    ["", near.location, near.location],
  ] as const) {
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(<Page />);
    place().value = typed;
    place().focus();
    renderBare(<Page />, { container, hydrate: true });
    await waitFor(() => expect(place().value).toBe(shown));
    const { selectionStart, selectionEnd } = place();
    expect(shown.slice(selectionStart ?? 0, selectionEnd ?? 0)).toBe(selected);
    cleanup();
  }
});

describe("location suggestions", () => {
  it("[S055] appear with the first letter, matched letters underlined, and disappear with the text", async () => {
    render(form());
    expect(place().getAttribute("aria-expanded")).toBe("false");
    type("san");
    await hasOptions(POSITION, "Place, San Diego CA", "Place, San Francisco CA");
    expect(place().getAttribute("aria-expanded")).toBe("true");
    expect(screen.getAllByText("San")[0]?.tagName).toBe("B");
    type("");
    await hasOptions();
    expect(place().getAttribute("aria-expanded")).toBe("false");
  });

  it("are selected with the arrow keys and Enter, which does not search yet", async () => {
    render(form());
    type("san");
    await hasOptions(POSITION, "Place, San Diego CA", "Place, San Francisco CA");
    expect(activeName()).toBe("Place, San Diego CA");
    key("ArrowDown");
    expect(activeName()).toBe("Place, San Francisco CA");
    key("Enter");
    expect(place().value).toBe("San Francisco CA");
    await hasOptions();
    expect(searches).toEqual([]);
  });

  it("[S620] lose the first to Enter, which searches for it at once", async () => {
    render(form());
    type("fran");
    await hasOptions(POSITION, "Place, San Francisco CA");
    key("Enter");
    expect(place().value).toBe("San Francisco CA");
    expect(searches).toEqual([{ location: "San Francisco CA", date: undefined, type: "all" }]);
  });

  it("[S225] all open with the arrow key in an empty field and close with Escape", async () => {
    render(form());
    key("ArrowDown");
    await hasOptions(POSITION, "Place, Austin TX", "Place, San Diego CA", "Place, San Francisco CA");
    expect(place().getAttribute("aria-activedescendant")).toBeNull();
    key("Escape");
    await hasOptions();
  });

  it("are selected with a click", async () => {
    render(form());
    type("aus");
    await hasOptions(POSITION, "Place, Austin TX");
    fireEvent.click(suggested()[1] as HTMLElement);
    expect(place().value).toBe("Austin TX");
  });

  it("[S621] say that nothing is called so, and of no airfield while the device has no index of them", async () => {
    render(form());
    type("xyzzy");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("No place called xyzzy."));
    expect(unknownText("xyzzy")).toBe("No airfield or place called xyzzy. Try an identifier such as KMYF.");
  });
});

describe("the position of the device", () => {
  it("[S622] is asked for only when it is pressed for, and then searched for", async () => {
    const ask = vi.fn((done: PositionCallback) =>
      done({ coords: { latitude: 32.81572, longitude: -117.13956 } } as GeolocationPosition),
    );
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue({ getCurrentPosition: ask } as never);
    render(form());
    fireEvent.click(place());
    await waitFor(() => expect(nameOf(suggested()[0]!)).toBe(POSITION));
    expect(ask).not.toHaveBeenCalled();
    fireEvent.click(suggested()[0]!);
    await waitFor(() => expect(searches).toEqual([{ location: POSITION, date: undefined, type: "all" }]));
    expect(sessionStorage.getItem("position")).toBe('{"latitude":32.82,"longitude":-117.14}');
  });

  it("[S623] names the other way when the browser refuses it", async () => {
    const refuse = (_: PositionCallback, refused: () => void) => refused();
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue({ getCurrentPosition: refuse } as never);
    render(form());
    fireEvent.click(place());
    await waitFor(() => expect(nameOf(suggested()[0]!)).toBe(POSITION));
    fireEvent.click(suggested()[0]!);
    await waitFor(() =>
      expect(screen.getByRole("status").textContent).toBe("Position is off for this site. Type an airfield instead."),
    );
    expect(searches).toEqual([]);
  });
});

describe("search", () => {
  it("[S057] reports the input, closes the suggestions and looks pressed for 300 ms", async () => {
    render(form());
    type(" san ");
    await chooseOption(screen.getByRole("combobox", { name: "Aircraft type" }), "Jet");
    vi.useFakeTimers();
    const button = screen.getByRole("button", { name: "Search" });
    const resting = button.className;
    fireEvent.submit(screen.getByRole("search"));
    expect(searches).toEqual([{ location: "san", date: undefined, type: "jet" }]);
    expect(namesNow()).toEqual([]);
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
    const kind = screen.getByRole<HTMLButtonElement>("combobox", { name: "Aircraft type" });
    expect([place().value, kind.value]).toEqual(["aus", "jet"]);
    rerender(form({ ...nothing, type: "jet" }));
    expect(screen.getByRole("button", { name: "Date Any date" })).toBeTruthy();
    expect([place().value, kind.value]).toEqual(["aus", "jet"]);
  });
});
