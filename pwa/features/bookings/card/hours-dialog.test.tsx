// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { aBooking } from "../../../testing/booking.ts";
import { answerFreeHours } from "../../../testing/free-hours.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { BookingCard } from "../booking-card.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
let booking: Booking;
// Free hours outlive a test in memory, and outboxes outlive it on the device: each test has its own.
let plane = aListing();
const owner = anOwner();

beforeEach(() => {
  server = newServer();
  plane = aListing({ ownerId: owner.id, hourlyRate: 165, location: "San Diego CA" });
});
afterEach(closeScreen);

describe("the dialog of other hours", () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const at = (hour: number) => new Date(Date.parse(`${soon}T08:00:00.000Z`) + hour * 3_600_000).toISOString();
  /** Renders a booking's card as the pilot or the owner sees it. */
  const open = async (side: "pilot" | "owner", status: Booking["status"], more: Partial<Booking>) => {
    const pilot = aPerson();
    const me = side === "pilot" ? pilot : aPerson({ id: owner.id, name: owner.name, userType: "owner" });
    booking = aBooking({ ...more, status, aircraftId: plane.id, pilotId: pilot.id, ownerId: owner.id });
    server.me = me;
    server.rows = { bookings: [booking], aircraft: [plane] };
    const peer = side === "pilot" ? owner : pilot;
    const card = <BookingCard bookingId={booking.id} me={me.id} peer={peer} onReview={() => undefined} />;
    await openScreen(server, card);
    return await screen.findByRole("region", { name: "Booking" });
  };
  const sent = (command: string) =>
    server.commands.filter(({ name }) => name === command).map(({ input }) => input as Record<string, unknown>);
  /** A booking at 10:00 PST for three hours. */
  const hours = { startDate: at(10), endsAt: at(13), hours: 3, totalCents: 113_850 };
  const holding = { ...hours, holdsUntil: new Date(Date.parse(at(13)) + 30 * 60_000).toISOString() };
  const openDialog = async (button: string, title: string) => {
    fireEvent.click(await screen.findByRole("button", { name: button }));
    return within(await screen.findByRole("dialog", { name: title }));
  };
  const start = (time: string) => screen.findByRole("radio", { name: new RegExp(`^${time}`) });

  it("[S481] changes a request among the free hours of the aircraft", async () => {
    server.outcome = () => ({ status: "applied" });
    answerFreeHours(server, plane, { open: { [soon]: [[420, 960]] } });
    await open("pilot", "requested", hours);
    const dialog = await openDialog("Change Request", "Change your request");
    await start("09:00");
    fireEvent.click(dialog.getByRole("button", { name: "Change Request" }));
    expect(dialog.getByRole("alert").textContent).toBe("These are the present hours. Choose others.");
    const late = await start("15:00");
    fireEvent.click(late);
    expect([late.getAttribute("aria-disabled"), late.getAttribute("aria-checked")]).toEqual(["true", "false"]);
    expect(dialog.getByText("15:00: free until 16:00, and 3 hours end at 18:00.")).toBeTruthy();
    fireEvent.click(await start("08:00"));
    fireEvent.click(dialog.getByRole("button", { name: "One hour less" }));
    expect(dialog.getByText("Total").parentElement?.textContent).toContain("$363.00");
    fireEvent.click(dialog.getByRole("button", { name: "Change Request" }));
    const wanted = { startDate: at(8), hours: 2, quotedTotalCents: 36_300 };
    await waitFor(() => expect(sent("bookings.edit")).toEqual([{ id: booking.id, peerId: owner.id, ...wanted }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[S482] proposes hours that overlap the booking's own, with some words", async () => {
    server.outcome = () => ({ status: "applied" });
    answerFreeHours(server, plane, {
      open: {
        [soon]: [
          [420, 570],
          [810, 1_260],
        ],
      },
    });
    await open("owner", "accepted", holding);
    const dialog = await openDialog("Other hours", "Propose other hours");
    fireEvent.click(await start("09:30"));
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: " Marine layer by noon " } });
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    await waitFor(() =>
      expect(sent("bookings.propose")).toMatchObject([{ startDate: at(9.5), hours: 3, note: "Marine layer by noon" }]),
    );
  });

  it("shows a refusal beside the start, and keeps nothing of it", async () => {
    const message = "13:00–16:00 was just taken. 3 hours still fit from 09:30 or 17:00.";
    server.outcome = () => ({ status: "refused", code: "hours-taken", message });
    answerFreeHours(server, plane, {
      open: {
        [soon]: [
          [420, 570],
          [810, 1_260],
        ],
      },
    });
    const card = await open("pilot", "accepted", holding);
    const dialog = await openDialog("Other hours", "Propose other hours");
    fireEvent.click(await start("14:00"));
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByText("Choose another start")).toBeTruthy();
    await waitFor(() => expect(card.textContent).not.toContain("Not saved."));
    fireEvent.click(await start("15:00"));
    expect(dialog.queryByText(message)).toBeNull();
  });

  it("asks again at the new price of a changed request", async () => {
    const message = "The rate is now $179. Send it at $590.70?";
    const fields = { quotedTotalCents: { base: 54_450, theirs: 59_070, yours: 54_450 } };
    server.outcome = () => ({ status: "refused", code: "price-changed", message, fields });
    answerFreeHours(server, plane);
    await open("pilot", "requested", hours);
    const dialog = await openDialog("Change Request", "Change your request");
    fireEvent.click(await start("08:00"));
    fireEvent.click(dialog.getByRole("button", { name: "Change Request" }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByText("$179 × 3 hours")).toBeTruthy();
    server.outcome = () => ({ status: "applied" });
    fireEvent.click(await dialog.findByRole("button", { name: "Send at $590.70" }));
    await waitFor(() => expect(sent("bookings.edit").at(-1)).toMatchObject({ quotedTotalCents: 59_070 }));
  });
});
