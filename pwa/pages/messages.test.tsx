// @vitest-environment happy-dom
import { configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, currentAddress } from "../testing/screen.tsx";
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

  it("redirects a guest to home", async () => {
    await open();
    expect(currentAddress()).toBe("/");
  });
});
