// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  currentAddress,
} from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { updateConversationNote } from "../../client/messages/conversation-notes.ts";
import { openedStore, queue, useCurrentStore } from "../../client/sync/current-store.ts";
import { QueueSheet } from "./queue-sheet.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const onClose = vi.fn<() => void>();
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  onClose.mockReset();
});
afterEach(closeScreen);

/** Opens the sheet as after a reload, with the text of its only message in the editor. */
async function edit() {
  closeScreen();
  vi.stubGlobal("fetch", server.fetch);
  await openScreen(server, <QueueSheet onClose={onClose} />);
  const sheet = within(await screen.findByRole("dialog", { name: "Needs you" }));
  fireEvent.click(await sheet.findByRole("button", { name: /^Edit:/ }));
  return sheet;
}
const words = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Message to/ });
const typed = (value: string) => fireEvent.change(words(), { target: { value } });
const drafts = () => Object.keys(localStorage).filter((key) => key.includes("draft"));

it("keeps the edited text of a message until the user saves or cancels", async () => {
  // The user can edit a refused command as well as one never sent.
  server.outcome = () => ({ status: "refused", code: "invalid", message: "Please check the marked fields." });
  await openScreen(server, <p>Here</p>);
  await queue("messages.send", { id: newId(), receiverId: newId(), content: "See you at nine." });
  await edit();
  typed("See you at ten.");
  fireEvent.keyDown(words(), { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();

  const sheet = await edit();
  expect(words().value).toBe("See you at ten.");
  fireEvent.click(sheet.getByRole("button", { name: "Cancel" }));
  expect(drafts()).toEqual([]);
  fireEvent.click(sheet.getByRole("button", { name: /^Edit:/ }));
  expect(words().value).toBe("See you at nine.");

  typed("See you at eleven.");
  expect(drafts()).toHaveLength(1);
  fireEvent.click(sheet.getByRole("button", { name: "Save and send" }));
  expect(await sheet.findByText("See you at eleven.")).toBeTruthy();
  await waitFor(() => expect(drafts()).toEqual([]));
});

it("says that a first message waits for email verification, names the recipient, and links to the code page", async () => {
  const receiverId = newId();
  server.me = aPerson({ isEmailVerified: false });
  server.outcome = () => ({ status: "retry", code: "email-unverified", retryAfterMs: 60_000 });
  updateConversationNote(server.me.id, receiverId, { name: "Marisol Vega" });
  await openScreen(server, <QueueSheet onClose={onClose} />);
  await queue("messages.send", { id: newId(), receiverId, content: "Is she hangared?" });
  const sheet = within(await screen.findByRole("dialog", { name: "Waiting to send" }));
  expect(
    await sheet.findByText("Your message waits until your email is verified. Then it goes by itself."),
  ).toBeTruthy();
  expect(sheet.queryByRole("button", { name: /^Try again/ })).toBeNull();
  expect(sheet.getByRole("button", { name: "Delete: Message to Marisol Vega" })).toBeTruthy();
  expect(sheet.getByRole<HTMLButtonElement>("button", { name: "Send now" }).disabled).toBe(true);
  fireEvent.click(sheet.getByRole("button", { name: "Verify email: Message to Marisol Vega" }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(currentAddress()).toBe("/verify-email"));
});

it("offers no sending once the last waiting row is deleted", async () => {
  server.me = aPerson({ isEmailVerified: false });
  server.outcome = () => ({ status: "retry", code: "email-unverified", retryAfterMs: 60_000 });
  await openScreen(server, <QueueSheet onClose={onClose} />);
  await queue("messages.send", { id: newId(), receiverId: newId(), content: "Is she hangared?" });
  expect(await screen.findByRole("button", { name: "Send now" })).toBeTruthy();
  // A row cannot be deleted while it is being sent.
  await waitFor(() => expect(server.commands).toHaveLength(1));
  const { engine } = await openedStore();
  await vi.waitFor(async () => expect(await engine.outbox()).toMatchObject([{ state: "parked" }]));
  fireEvent.click(await screen.findByRole("button", { name: /^Delete: / }));
  await screen.findByText("Nothing is waiting.");
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

describe("names its subject on a page that has not loaded it", () => {
  const plane = aListing({ name: "Cessna 172S - Demo Data" });
  const gone = { status: "refused", code: "aircraft-not-found", message: "Aircraft not found" };
  const rows = (sheet: HTMLElement) =>
    within(sheet)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  const buttonsOf = (row: HTMLElement) =>
    within(row)
      .queryAllByRole("button")
      .map(({ textContent }) => textContent);

  it("offers a decision for a rejected row of a deleted aircraft, and its first action succeeds", async () => {
    server.outcome = () => gone;
    await openScreen(server, <QueueSheet onClose={onClose} />);
    const about = plane.name;
    await queue("favorites.add", { aircraftId: plane.id }, { about });
    const base = { rev: 0, values: { hourlyRate: 165 } };
    await queue("aircraft.update", { id: plane.id, hourlyRate: 170 }, { about, base });
    const sheet = await screen.findByRole("dialog", { name: "Needs you" });
    await waitFor(() => expect(within(sheet).getAllByText("Aircraft not found")).toHaveLength(2));
    expect(rows(sheet)).toEqual([
      expect.stringMatching(/^FavoriteCessna 172S - Demo Data· Refused/),
      expect.stringMatching(/^Changes to Cessna 172SRefused .*Aircraft not found/),
    ]);
    const [favorite, changes] = within(sheet).getAllByRole("listitem");
    expect(buttonsOf(favorite!)).toEqual(["Discard", "Try again"]);
    expect(buttonsOf(changes!)).toEqual(["Discard", "Try again", "Edit"]);
    expect(sheet.textContent).not.toContain("by itself");
    expect(within(sheet).queryByRole("button", { name: "Send now" })).toBeNull();
    for (const name of ["Discard: Favorite", "Discard: Changes to Cessna 172S"])
      fireEvent.click(within(sheet).getByRole("button", { name }));
    await screen.findByText("Nothing is waiting.");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("takes the name from the device's rows where the command has none", async () => {
    const [owner, bookingId] = [anOwner(), newId()];
    const booking = {
      id: bookingId,
      aircraftId: plane.id,
      pilotId: server.me!.id,
      ownerId: owner.id,
      startDate: "2099-12-05T17:00:00.000Z",
      endsAt: "2099-12-05T20:00:00.000Z",
      hours: 3,
      status: "requested",
      totalPrice: 545,
      createdAt: "2026-11-21T10:00:00.000Z",
      rev: 0,
      aircraftReviewed: false,
      ownerReviewed: false,
      pilotReviewed: false,
    };
    server.rows = { aircraft: [plane], bookings: [booking], people: [owner] };
    await openScreen(server, <QueueSheet onClose={onClose} />);
    await waitFor(async () =>
      expect(await useCurrentStore.getState().person?.engine.row("aircraft", plane.id)).toMatchObject({
        name: plane.name,
      }),
    );
    await queue("favorites.add", { aircraftId: plane.id });
    await queue("bookings.setStatus", { id: bookingId, status: "cancelled", peerId: owner.id });
    const sheet = await screen.findByRole("dialog", { name: "Waiting to send" });
    await waitFor(() =>
      expect(rows(sheet)).toEqual([
        expect.stringMatching(/^FavoriteCessna 172S - Demo Data·/),
        expect.stringMatching(/^Booking cancelledCessna 172S - Demo Data, Marisol Vega·/),
      ]),
    );
  });

  it("shows waiting and rejected commands in two groups", async () => {
    server.outcome = (name) => (name === "favorites.add" ? gone : { status: "retry", retryAfterMs: 60_000 });
    await openScreen(server, <QueueSheet onClose={onClose} />);
    await queue("favorites.add", { aircraftId: plane.id }, { about: plane.name });
    await screen.findByRole("dialog", { name: "Needs you" });
    await queue("messages.send", { id: newId(), receiverId: newId(), content: "See you at nine." });
    const sheet = within(await screen.findByRole("dialog", { name: "Waiting to send" }));
    expect(sheet.getByRole("region", { name: "Needs you" }).textContent).toContain("Favorite");
    expect(sheet.getByRole("region", { name: "Sends by itself" }).textContent).toContain("See you at nine.");
    expect(sheet.getByRole("button", { name: "Send now" })).toBeTruthy();
  });
});
