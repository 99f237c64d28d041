// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aBooking } from "../../testing/booking.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen } from "../../testing/screen.tsx";
import { ChatDialog } from "./chat-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });
afterEach(closeScreen);

describe("a conversation with a request", () => {
  it("[S757] has the focus in its message field after «Write first» in the dialog of the request", async () => {
    const server = newServer();
    const owner = anOwner();
    const pilot = aPerson({ name: "Owen Fairley", userType: "pilot" });
    const plane = aListing({ ownerId: owner.id, name: "Cirrus SR22 G5" });
    server.me = aPerson({ id: owner.id, name: owner.name, userType: "owner" });
    const booking = aBooking({
      aircraftId: plane.id,
      pilotId: pilot.id,
      ownerId: owner.id,
      startDate: "2099-12-05T17:00:00.000Z",
      status: "requested",
      eligibility: { requirements: { landings: 3 }, verdicts: { "landings:3": "ok" } },
    });
    const message = {
      id: newId(),
      senderId: pilot.id,
      receiverId: owner.id,
      aircraftId: plane.id,
      bookingId: booking.id,
      content: "Booking request for Cirrus SR22 G5",
      createdAt: booking.createdAt,
      read: true,
      rev: 1,
    };
    const person = { id: pilot.id, name: pilot.name, userType: "pilot", avatarUrl: null, memberSince: 2023, rev: 1 };
    server.rows = { bookings: [booking], aircraft: [plane], messages: [message], people: [person] };
    const recipient = { id: pilot.id, name: pilot.name, userType: "pilot" as const };
    await openScreen(server, <ChatDialog request={{ name: "message", recipient }} onClose={() => undefined} />);
    const opener = await screen.findByRole("button", { name: "Minima 1 OK" });
    opener.focus();
    fireEvent.click(opener);
    const dialog = within(await screen.findByRole("dialog", { name: /^Request for Cirrus/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Write first" }));
    // The second press of a double press reaches the card.
    fireEvent.click(opener);
    const field = await screen.findByRole("textbox", { name: "Message to Owen Fairley" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole("dialog", { name: /^Request for Cirrus/ })).toBeNull();
    expect(screen.getByText("Requested")).toBeTruthy();
  });
});
