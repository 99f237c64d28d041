// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayOf } from "../../shared/kit/day-numbers.ts";
import { aListing, aPerson, closeScreen, homeOf, newServer, openScreen, currentAddress } from "../testing/screen.tsx";
import { chooseOption } from "../testing/choose-option.ts";
import { watchInstall } from "../client/shell/install.ts";
import { HomePage } from "./home.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const planes = [aListing({ name: "Piper Archer III" }), aListing({ name: "Diamond DA40", location: "Austin TX" })];
const open = (cards = planes) => openScreen(server, <HomePage />, { address: "/", data: homeOf(cards) });
const listings = () => within(document.getElementById("aircraft-listings") as HTMLElement);

describe("home", () => {
  it("[S052] opens with headline, line and search", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Find Your Perfect Aircraft");
    expect(screen.getByText("Rent from trusted owners. Fly with confidence.")).toBeTruthy();
    const search = within(screen.getByRole("search", { name: "Aircraft" }));
    expect(search.getByRole("combobox", { name: "Location" })).toBeTruthy();
    expect(search.getByRole("button", { name: /^Date/ })).toBeTruthy();
    expect(search.getByRole("combobox", { name: "Aircraft type" })).toBeTruthy();
    expect(search.getByRole("button", { name: "Search" })).toBeTruthy();
  });

  it("[S058] gives the grid a heading, an anchor and a count", async () => {
    await open();
    expect(listings().getByRole("heading", { name: "Available Aircraft" })).toBeTruthy();
    expect(listings().getByText("2 aircraft available").getAttribute("role")).toBe("status");
    expect(listings().getAllByRole("article")).toHaveLength(2);
  });

  it("[S059] shows Loading... above six skeleton cards while nothing is known", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    await openScreen(server, <HomePage />, { address: "/" });
    expect(listings().getByText("Loading...").getAttribute("role")).toBe("status");
    expect(document.querySelectorAll("#aircraft-listings section > div > div[aria-hidden=true]")).toHaveLength(6);
    expect(listings().queryAllByRole("article")).toHaveLength(0);
  });

  it("[S066] shows no favorite buttons to guests", async () => {
    await open();
    expect(screen.queryByRole("button", { name: /favorites/ })).toBeNull();
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await open();
    expect(screen.getAllByRole("button", { name: /^Add .* to favorites$/ })).toHaveLength(2);
  });

  it("offers recent searches at the place of the tab Search", async () => {
    await open();
    fireEvent.change(screen.getByRole("combobox", { name: "Location" }), { target: { value: "Austin TX" } });
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(listings().getByText("1 aircraft available")).toBeTruthy());
    closeScreen();
    await openScreen(server, <HomePage />, { address: "/#search", path: "/", data: homeOf(planes) });
    const recent = within(await screen.findByRole("navigation", { name: "Recent searches" }));
    expect(recent.getByRole("link", { name: "Austin TX" }).getAttribute("href")).toBe(
      "/?location=Austin+TX#aircraft-listings",
    );
  });

  it("finds Denver CO for Denver, CO", async () => {
    await openScreen(server, <HomePage />, { address: "/?location=denver,%20%20CO", path: "/", data: homeOf(planes) });
    expect(listings().getByText("1 aircraft available")).toBeTruthy();
    expect(listings().getByRole("heading", { name: "Piper Archer III" })).toBeTruthy();
  });

  it("offers the home screen under the first row, and leaves no gap after «Not now»", async () => {
    watchInstall();
    localStorage.setItem("visits", "2");
    await open([...planes, aListing()]);
    await act(async () => void window.dispatchEvent(new Event("beforeinstallprompt")));
    const items = () => document.getElementById("aircraft-listings")?.querySelectorAll("section > ul > li");
    fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
    expect(screen.queryByText("Put Tailhour on your home screen")).toBeNull();
    expect(items()).toHaveLength(3);
    act(() => void window.dispatchEvent(new Event("appinstalled")));
  });

  it("[S376] finds a day on the device when the request fails and when there is no network", async () => {
    const day = Math.floor(Date.now() / 86_400_000) + 9;
    const [full, free] = [{ ...planes[0]!, fullDays: [day] }, planes[1]!];
    const address = `/?date=${dayOf(day)}`;
    server.answers.set(`/api/aircraft?date=${dayOf(day)}`, { status: 503, body: { error: "Not ready." } });
    await openScreen(server, <HomePage />, { address, path: "/", data: homeOf([full, free]) });
    await screen.findByText("1 aircraft available");
    expect(listings().getByRole("heading", { name: free.name })).toBeTruthy();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await screen.findByText(/^Prices and free days from /);
    expect(listings().getByText("1 aircraft available")).toBeTruthy();
  });

  it("[S627] lists the aircraft within a distance of an airfield, with distance and flight time", async () => {
    const near = aListing({ name: "Skyhawk", location: "San Diego CA", cruiseSpeed: 120 });
    const away = aListing({ name: "Mooney", location: "Los Angeles CA", cruiseSpeed: 160 });
    const cards = [...planes, away, near];
    await openScreen(server, <HomePage />, { address: "/?near=KMYF&within=150", path: "/", data: homeOf(cards) });
    await screen.findByText("2 aircraft at 2 airfields. Flight time at cruise, no wind.");
    expect(listings().getByText("2 aircraft available")).toBeTruthy();
    expect(
      listings()
        .getAllByRole("article")
        .map((card) => within(card).getByRole("heading").textContent),
    ).toEqual(["Skyhawk", "Mooney"]);
    expect(await listings().findByText("108 nm, 40 min at 160 kts")).toBeTruthy();
    expect(await listings().findByText("At KMYF")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Location" }).value).toBe("Within 150 nm of KMYF");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save this search" }).disabled).toBe(true);
    await chooseOption(screen.getByRole("combobox", { name: "Distance" }), "Within 50 nm");
    await waitFor(() => expect(currentAddress()).toBe("/?near=KMYF&within=50"));
    await screen.findByText("1 aircraft at 1 airfield. Flight time at cruise, no wind.");
    fireEvent.click(screen.getByRole("button", { name: "Remove the airfield" }));
    await waitFor(() => expect(currentAddress()).toBe("/"));
    expect(listings().getByText("4 aircraft available")).toBeTruthy();
  });

  it("[S191] searches, and scrolls to the listings", async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(() => undefined);
    await open();
    fireEvent.change(screen.getByRole("combobox", { name: "Location" }), { target: { value: "aus" } });
    fireEvent.submit(screen.getByRole("search", { name: "Aircraft" }));
    await waitFor(() => expect(currentAddress()).toBe("/?location=aus"));
    expect(listings().getByText("1 aircraft available")).toBeTruthy();
    expect(scrolled.mock.contexts).toContain(document.getElementById("aircraft-listings"));
  });
});
