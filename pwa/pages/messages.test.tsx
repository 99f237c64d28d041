// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, currentAddress } from "../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { queue } from "../client/sync/current-store.ts";
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

function openWithDialogs() {
  const page = (
    <>
      <MessagesPage />
      <DialogHost />
    </>
  );
  return openScreen(server, page, { address: "/messages" });
}

/** A signed-in user with two conversations. */
function market() {
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
  return { priya };
}

function Travel() {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate("/elsewhere")}>Leave</button>
      <button onClick={() => void navigate(-1)}>Return</button>
    </>
  );
}

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
    const { priya } = market();
    const replies = { replyMinutes: 75, replyRate: 1 };
    server.answers.set(`/api/users/${priya.id}`, { status: 200, body: { ...priya, ...replies } });
    await openWithDialogs();
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

  it("[S652] opens the conversation beside the list again after Back, unless it was closed", async () => {
    const { priya } = market();
    await openScreen(
      server,
      <>
        <Routes>
          <Route path="/messages" element={<MessagesPage />} />
          <Route path="/elsewhere" element={<h1>Elsewhere</h1>} />
        </Routes>
        <Travel />
        <DialogHost />
      </>,
      { address: "/messages", path: "/*" },
    );
    // The conversation beside the list has a button of this name too.
    const rowOf = () => waitFor(() => document.querySelector(`[data-conversation="${priya.id}"]`) ?? expect.fail());
    fireEvent.click(await rowOf());
    const isOpen = () => screen.queryByRole("dialog", { name: priya.name }) !== null;
    await waitFor(() => expect(isOpen()).toBe(true));
    const leaveAndReturn = async () => {
      fireEvent.click(screen.getByRole("button", { name: "Leave" }));
      await screen.findByRole("heading", { name: "Elsewhere" });
      await waitFor(() => expect(isOpen()).toBe(false));
      fireEvent.click(screen.getByRole("button", { name: "Return" }));
      return await rowOf();
    };
    const row = await leaveAndReturn();
    await waitFor(() => expect(isOpen()).toBe(true));
    expect(row.getAttribute("aria-current")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await leaveAndReturn();
    expect(shownDialog()).toBeNull();
  });

  it("[S800] says without a network that a message waits for the email of its sender, in the list and beside it", async () => {
    const me = aPerson({ isEmailVerified: false });
    const { isEmailVerified: _, email: _e, isAdmin: _a, isActive: _b, ...marisol } = aPerson({ name: "Marisol Vega" });
    server.me = me;
    server.rows = { people: [marisol] };
    await openWithDialogs();
    await screen.findByRole("heading", { name: "No messages yet" });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    await act(() =>
      queue("messages.send", { id: newId(), receiverId: marisol.id, content: "Hello", aircraftId: null }),
    );
    const row = await screen.findByRole("button", { name: /Marisol Vega/ });
    expect(row.textContent).toContain("Waiting for your verified email. You: Hello");
    fireEvent.click(row);
    const dialog = await screen.findByRole("dialog", { name: "Marisol Vega" });
    await within(dialog).findByText("Your message waits until your email is verified. Then it goes by itself.");
    expect(dialog.textContent).not.toMatch(/wait\w* for signal/i);
  });

  it("redirects a guest to home", async () => {
    await open();
    expect(currentAddress()).toBe("/");
  });
});
