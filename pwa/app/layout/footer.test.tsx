// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { act, configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SiteAbout } from "../../../shared/domain/site.ts";
import { hasPage } from "../routes.tsx";
import {
  aPerson,
  closeScreen,
  currentAddress,
  homeOf,
  newServer,
  openScreen,
  shownDialog,
} from "../../testing/screen.tsx";
import { Footer } from "./footer.tsx";

let server: ReturnType<typeof newServer>;
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const palomar: SiteAbout = {
  isDemo: false,
  operator: { name: "Example Aviation LLC", address: "1 Example Way", email: null, phone: null },
  version: "1.2.3",
};
const demo: SiteAbout = { isDemo: true, operator: null, version: "1.2.3" };
const answer = (about: SiteAbout) => server.answers.set("/api/site", { status: 200, body: about });
const asked = () => server.requests.filter(({ path }) => path === "/api/site").length;
const open = (about?: SiteAbout) =>
  openScreen(server, <Footer room="tab-bar" />, { address: "/", data: about ? { ...homeOf([]), about } : null });

describe("the footer", () => {
  it("[S653] says the day of the data about airfields, and that nobody may navigate by it", async () => {
    await open(demo);
    const { cycle } = JSON.parse(readFileSync(".cache/airfields/airfields.json", "utf8")) as { cycle: string };
    const day = new Date(`${cycle}T12:00Z`).toLocaleDateString("en-US", { dateStyle: "medium" });
    expect(screen.getByText(`Airfield data: FAA NASR of ${day}. Not for navigation.`)).toBeTruthy();
  });

  it("names the operator of the document, without a request", async () => {
    await open(palomar);
    expect(screen.getByText("Tailhour is run by Example Aviation LLC, 1 Example Way.")).toBeTruthy();
    expect(screen.getByText("Tailhour 1.2.3")).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it("asks the server once a day, and names the operator from the device in between", async () => {
    answer(palomar);
    await open();
    expect(await screen.findByText(/Example Aviation LLC/)).toBeTruthy();
    closeScreen();
    const { requests } = server;
    requests.length = 0;
    await open();
    expect(screen.getByText(/Example Aviation LLC/)).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it("calls the demo a demo", async () => {
    await open(demo);
    expect(screen.getByText(/^This is a demo of Tailhour/)).toBeTruthy();
  });

  it("says it when the operator gives no name", async () => {
    await open({ ...demo, isDemo: false });
    expect(screen.getByText("This site does not say who runs it.")).toBeTruthy();
  });

  it("[S781] has help, own places and legal texts, and each link leads to a page", async () => {
    await open(demo);
    const links = (name: string) => within(screen.getByRole("navigation", { name })).getAllByRole("link");
    expect(links("Help").map(({ textContent }) => textContent)).toEqual([
      "Contact",
      "How It Works",
      "Bookings and cancellation",
      "What Verified means",
    ]);
    expect(links("Yours").map(({ textContent }) => textContent)).toEqual(["Wallet", "On this device", "Settings"]);
    expect(links("Legal").map(({ textContent }) => textContent)).toEqual(["Terms", "Privacy", "Software license"]);
    const all = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
    expect(all.filter((path) => !hasPage(path))).toEqual([]);
  });

  it("asks a guest to log in for their own places, and leads a user there", async () => {
    await open(demo);
    fireEvent.click(screen.getByRole("link", { name: "Settings" }));
    expect(shownDialog()).toMatchObject({ name: "auth", why: "Log in to change your settings." });
    expect(currentAddress()).toBe("/");
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await open(demo);
    await act(async () => fireEvent.click(screen.getByRole("link", { name: "Settings" })));
    expect(currentAddress()).toBe("/settings");
  });

  it("opens the listing dialog, for a guest after the log-in", async () => {
    await open(demo);
    fireEvent.click(screen.getByRole("button", { name: "List Your Aircraft" }));
    expect(shownDialog()).toMatchObject({ name: "auth", next: { name: "listing" } });
  });
});
