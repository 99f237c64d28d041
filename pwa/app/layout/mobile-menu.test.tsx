// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog } from "../../testing/screen.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { TabBar } from "./tab-bar.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeAll(() => import("../../client/sync/user-store.ts"));
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const openMenu = (unread = 0) =>
  openScreen(server, <MobileMenu unread={unread} onClose={() => undefined} />, { address: "/" });
const menu = () => within(screen.getByRole("navigation", { name: "Menu" }));
const links = () =>
  menu()
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

describe("the phone's menu", () => {
  it("[S040] has the header's links and Messages for a guest", async () => {
    await openMenu();
    expect(links()).toEqual(["/#aircraft-listings", "/how-it-works"]);
    expect(
      menu()
        .getAllByRole("button")
        .map((button) => button.textContent),
    ).toEqual(["Log In", "Sign Up", "List Your Aircraft", "Bookings", "Messages", expect.stringContaining("theme")]);
    fireEvent.click(menu().getByRole("button", { name: "Messages" }));
    expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" });
  });

  it("[S041] has the account links for a signed-in user", async () => {
    server.me = aPerson();
    await openMenu(3);
    expect(links()).toEqual([
      "/profile",
      "/#aircraft-listings",
      "/how-it-works",
      "/bookings",
      "/messages",
      "/favorites",
    ]);
    expect(menu().getByRole("link", { name: "Messages 3 unread" })).toBeTruthy();
    expect(menu().getByRole("button", { name: "Log Out" })).toBeTruthy();
  });
});

it.each([
  [9, "Messages9"],
  [10, "Messages9+"],
])("[S316] writes %i unread messages in the menu as %j", async (unread, words) => {
  server.me = aPerson();
  await openMenu(unread);
  const link = menu().getByRole("link", { name: `Messages ${unread} unread` });
  expect([...link.querySelectorAll(".vh")].map((part) => part.remove())).toHaveLength(1);
  expect(link.textContent).toBe(`${words} unread`);
});

it("[S042] links admins to the Admin Dashboard", async () => {
  server.me = aPerson({ isAdmin: true });
  await openMenu();
  expect(menu().getByRole("link", { name: "Admin Dashboard" }).getAttribute("href")).toBe("/admin");
});

describe("the phone's tab bar", () => {
  it("[S044] has Home, Search, Bookings, Messages and Profile", async () => {
    server.me = aPerson();
    await openScreen(server, <TabBar />, { address: "/" });
    const tabs = within(screen.getByRole("navigation", { name: "Tabs" })).getAllByRole("link");
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
      ["Home", "/"],
      ["Search", "/#search"],
      ["Bookings", "/bookings"],
      ["Messages", "/messages"],
      ["Profile", "/profile"],
    ]);
  });

  it("[S045] counts unread messages on the tab, up to 9+", async () => {
    server.me = aPerson();
    const sent = { receiverId: server.me.id, aircraftId: null, bookingId: null, content: "Hello", read: false, rev: 1 };
    const createdAt = "2026-11-20T09:00:00.000Z";
    server.rows = {
      messages: Array.from({ length: 10 }, () => ({ ...sent, id: newId(), senderId: newId(), createdAt })),
    };
    await openScreen(server, <TabBar />, { address: "/" });
    const tab = screen.getByRole("link", { name: /Messages/ });
    await waitFor(() => expect(tab.textContent).toBe("Messages9+, 10 unread"));
  });
});
