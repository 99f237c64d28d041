// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useNavigate, type NavigateFunction } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { Header } from "./header.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const open = () => openScreen(server, <Header />, { address: "/" });
const href = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");

const isFilled = (link: HTMLElement) => link.querySelector("svg")?.classList.contains("icon-fill") ?? false;

/** Gives the signed-in user this many unread messages. */
function unread(count: number) {
  const receiverId = server.me?.id;
  const sent = { receiverId, aircraftId: null, bookingId: null, content: "Hello", read: false, rev: 1 };
  const createdAt = "2026-11-20T09:00:00.000Z";
  return Array.from({ length: count }, () => ({ ...sent, id: newId(), senderId: newId(), createdAt }));
}

describe("the header", () => {
  it("[S030] links to home from the logo", async () => {
    await open();
    expect(href("Tailhour, home")).toBe("/");
  });

  it("[S031] links to the aircraft and to how it works", async () => {
    await open();
    const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Browse Aircraft", "/#aircraft-listings"],
      ["How It Works", "/how-it-works"],
    ]);
  });

  it("links a signed-in user to their bookings", async () => {
    server.me = aPerson();
    await open();
    expect(href("Bookings")).toBe("/bookings");
  });

  it("[S034] offers Admin to an admin", async () => {
    server.me = aPerson({ isAdmin: true });
    await open();
    expect(href("Admin")).toBe("/admin");
  });

  it("[S035] counts unread messages on the messages button, up to 99+", async () => {
    server.me = aPerson();
    server.rows = { messages: unread(100) };
    await open();
    const messages = await screen.findByRole("link", { name: "Messages, 99+ unread" });
    expect(messages.getAttribute("href")).toBe("/messages");
    expect(messages.textContent).toBe("99+");
  });

  it("[S036] fills the heart once there is a favorite", async () => {
    server.me = aPerson();
    await open();
    const heart = screen.getByRole("link", { name: "My Favorites" });
    expect(heart.getAttribute("href")).toBe("/favorites");
    expect(isFilled(heart)).toBe(false);
    closeScreen();

    server = newServer();
    server.me = aPerson();
    const ids = { id: newId(), userId: server.me.id, aircraftId: newId() };
    server.rows = { favorites: [{ ...ids, createdAt: "2026-11-20T09:00:00.000Z" }] };
    await open();
    await waitFor(() => expect(isFilled(screen.getByRole("link", { name: "My Favorites" }))).toBe(true));
  });

  it("closes its menu when the user goes back to another page", async () => {
    let navigate: NavigateFunction = () => undefined;
    const Moves = () => {
      navigate = useNavigate();
      return <Header />;
    };
    await openScreen(server, <Moves />, { address: "/", path: "*" });
    await act(async () => navigate("/how-it-works"));
    fireEvent.click(screen.getByRole("button", { name: "Menu" }));
    await screen.findByRole("dialog", { name: "Menu" });
    await act(async () => navigate(-1));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[S038] logs out", async () => {
    server.me = aPerson();
    server.answers.set("/api/auth/logout", { status: 204 });
    await open();
    expect(href("Profile")).toBe("/profile");
    fireEvent.click(screen.getByRole("button", { name: "Log Out" }));
    expect(await screen.findByRole("button", { name: "Log In" })).toBeTruthy();
    await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain("/api/auth/logout"));
  });

  it("[S039] switches the theme for guests and signed-in users", async () => {
    const root = document.documentElement;
    root.dataset["theme"] = "light";
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Use dark theme" }));
    expect(root.dataset["theme"]).toBe("dark");
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Use light theme" }));
    expect(root.dataset["theme"]).toBe("light");
  });
});
