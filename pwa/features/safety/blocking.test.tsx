// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatDialog } from "../../app/dialogs/chat-dialog.tsx";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { ProfilePage } from "../../pages/profile.tsx";
import { SettingsPage } from "../../pages/settings.tsx";
import { aBooking } from "../../testing/booking.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
let me: OwnUser;
beforeEach(() => {
  server = newServer();
  // What an earlier user left waiting stays on the device.
  me = aPerson({ name: "Pat Pilot" });
});
afterEach(closeScreen);

const owner = anOwner({ name: "Marisol Vega" });
const recipient = { id: owner.id, name: owner.name, userType: "owner" as const };
const person = { id: owner.id, name: owner.name, userType: "owner", avatarUrl: null, memberSince: 2023, rev: 1 };

const received = () => ({
  id: newId(),
  senderId: owner.id,
  receiverId: me.id,
  aircraftId: null,
  bookingId: null,
  content: "Hello",
  createdAt: "2026-11-01T10:00:00.000Z",
  read: true,
  rev: 1,
});

const menuOf = async () => {
  const opener = await screen.findByRole("button", { name: "More about Marisol Vega" });
  opener.focus();
  fireEvent.keyDown(opener, { key: "Enter" });
  return within(await screen.findByRole("menu"));
};
const sent = () => server.commands.map(({ name, input }) => [name, input]);

describe("a conversation", () => {
  it("[S1011] blocks after a question that names the flights ahead, without a network, and unblocks", async () => {
    const plane = aListing({ ownerId: owner.id });
    const booking = aBooking({
      aircraftId: plane.id,
      pilotId: me.id,
      ownerId: owner.id,
      startDate: "2099-12-05T17:00:00.000Z",
      endsAt: "2099-12-05T20:00:00.000Z",
      status: "accepted",
    });
    server.me = me;
    server.rows = { messages: [received()], people: [person], bookings: [booking], aircraft: [plane] };
    await openScreen(server, <ChatDialog request={{ name: "message", recipient }} onClose={() => undefined} />);
    await screen.findByRole("textbox", { name: "Message to Marisol Vega" });
    fireEvent.click((await menuOf()).getByRole("menuitem", { name: "Block Marisol Vega" }));
    const question = await screen.findByRole("alertdialog", { name: "Block Marisol Vega?" });
    expect(question.textContent).toContain("Open requests between you end");
    await waitFor(() => expect(question.textContent).toContain("1 booked flight with Marisol Vega stays"));
    const press = within(question).getByRole("button", { name: "Block" });
    fireEvent.click(press);
    fireEvent.click(press);
    expect(await screen.findByText("You blocked Marisol Vega. Neither of you can write.")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await waitFor(() => expect(sent()).toEqual([["people.block", { userId: owner.id, name: owner.name }]]));
    fireEvent.click(screen.getByRole("button", { name: "Unblock Marisol Vega" }));
    expect(await screen.findByRole("textbox", { name: "Message to Marisol Vega" })).toBeTruthy();
  });
});

describe("the settings", () => {
  it("list blocked people, latest first, and unblock them", async () => {
    server.me = me;
    const other = { blockedId: newId(), name: "Dale Whitcomb", createdAt: "2026-11-02T10:00:00.000Z" };
    server.rows = {
      blockedPeople: [{ blockedId: owner.id, name: owner.name, createdAt: "2026-11-01T10:00:00.000Z" }, other],
    };
    await openScreen(server, <SettingsPage />, { address: "/settings" });
    const section = within(await screen.findByRole("region", { name: "Blocked people" }));
    await waitFor(() =>
      expect(section.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
        expect.stringContaining("Dale WhitcombBlocked on"),
        expect.stringContaining("Marisol VegaBlocked on"),
      ]),
    );
    fireEvent.click(section.getByRole("button", { name: "Unblock Dale Whitcomb" }));
    await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(1));
    await waitFor(() => expect(sent()).toEqual([["people.unblock", { userId: other.blockedId }]]));
  });
});

describe("a profile", () => {
  it("blocks its user, and shows none of the aircraft of a hidden owner", async () => {
    server.me = me;
    server.answers.set(`/api/users/${owner.id}`, { status: 200, body: { ...person, ...owner, bio: null } });
    server.answers.set(`/api/aircraft?ownerId=${owner.id}`, {
      status: 200,
      body: [aListing({ ownerId: owner.id, name: "Cirrus SR22" })],
    });
    await openScreen(server, <ProfilePage />, { address: `/profile/${owner.id}`, path: "/profile/:userId" });
    expect(await screen.findByText("Cirrus SR22")).toBeTruthy();
    fireEvent.click(await screen.findByRole("button", { name: "Block Marisol Vega" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Block" }));
    expect(await screen.findByRole("button", { name: "Unblock Marisol Vega" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Cirrus SR22")).toBeNull());
  });
});
