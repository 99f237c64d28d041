// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, currentAddress } from "../testing/screen.tsx";
import { DialogHost } from "../app/dialogs/dialog-host.tsx";
import { MessagesPage } from "./messages.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const open = () => openScreen(server, <MessagesPage />, { address: "/messages" });

describe("messages", () => {
  it("[S134] shows No messages yet to a user without conversations", async () => {
    server.me = aPerson();
    await open();
    expect(await screen.findByRole("heading", { name: "No messages yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Aircraft" }).getAttribute("href")).toBe("/#aircraft-listings");
  });

  it("lists one row for each person and opens the conversation", async () => {
    const me = aPerson();
    const { email: _, isAdmin: _a, isActive: _b, isEmailVerified: _c, ...marisol } = aPerson({ name: "Marisol Vega" });
    const message = (content: string, at: number) => ({
      id: newId(),
      senderId: marisol.id,
      receiverId: me.id,
      aircraftId: null,
      bookingId: null,
      content,
      createdAt: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
      read: false,
      rev: 1,
    });
    server.me = me;
    server.rows = { people: [marisol], messages: [message("First", 1), message("Second", 2)] };
    await open();
    const row = await screen.findByRole("button", { name: /Marisol Vega/ });
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    expect(row.textContent).toContain("Second");
    expect(row.textContent).toContain("New");
    fireEvent.click(row);
    expect(shownDialog()).toMatchObject({ name: "message", recipient: { id: marisol.id, name: "Marisol Vega" } });
  });

  it("[S531] docks the conversation beside the list, where arrows change it, Enter writes and F6 changes the pane; its head says how fast the peer answers", async () => {
    const me = aPerson();
    const { email: _, isAdmin: _a, isActive: _b, isEmailVerified: _c, ...marisol } = aPerson({ name: "Marisol Vega" });
    const priya = { ...marisol, id: newId(), name: "Priya Raman" };
    const messages = [marisol, priya].map(({ id: senderId }, at) => ({
      id: newId(),
      senderId,
      receiverId: me.id,
      aircraftId: null,
      bookingId: null,
      content: "Hello",
      createdAt: new Date(Date.UTC(2026, 10, 20, 9, 10 - at)).toISOString(),
      read: false,
      rev: 1,
    }));
    server.me = me;
    server.rows = { people: [marisol, priya], messages };
    const replies = { replyMinutes: 75, replyRate: 1 };
    server.answers.set(`/api/users/${priya.id}`, { status: 200, body: { ...priya, ...replies } });
    await openScreen(
      server,
      <>
        <MessagesPage />
        <DialogHost />
      </>,
      { address: "/messages" },
    );
    const [first, second] = [
      await screen.findByRole("button", { name: /Marisol/ }),
      screen.getByRole("button", { name: /Priya/ }),
    ];
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown" });
    const priyas = await screen.findByRole("dialog", { name: "Priya Raman" });
    expect(priyas.parentElement?.contains(second)).toBe(false);
    expect(await within(priyas).findByText("Pilot, usually answers within 2 hours")).toBeTruthy();
    expect(second.closest("[aria-hidden=true]")).toBeNull();
    expect([document.activeElement, second.getAttribute("aria-current")]).toEqual([second, "true"]);
    // Enter on a button is a click.
    fireEvent.click(second);
    const composer = () => screen.getByRole("textbox", { name: /Message to/ });
    await waitFor(() => expect(document.activeElement).toBe(composer()));
    fireEvent.keyDown(composer(), { key: "F6" });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: "ArrowUp" });
    expect(await screen.findByRole("dialog", { name: "Marisol Vega" })).toBeTruthy();
    fireEvent.keyDown(first, { key: "F6" });
    expect(document.activeElement).toBe(composer());
  });

  it("redirects a guest to home", async () => {
    await open();
    expect(currentAddress()).toBe("/");
  });
});
