// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { openBooking, owner, pilot, seen } from "../../testing/booking-screen.tsx";
import { closeScreen, newServer, shownToast } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { queue, useCurrentStore } from "../../client/sync/current-store.ts";
import { BookingCard } from "./booking-card.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
let booking: Booking;

beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

async function open(side: "pilot" | "owner", status: BookingStatus, more: Partial<Booking> = {}) {
  const opened = await openBooking(server, side, { status, ...more }, (props) => (
    <BookingCard {...props} onReview={() => undefined} />
  ));
  booking = opened.booking;
  return opened.card;
}
/** Settles what earlier tests left in the outboxes of the same users too. */
const applied = () => ({ status: "applied" as const });
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const sent = () => server.commands.filter(({ name }) => name === "bookings.setStatus").map(({ input }) => input);
/** Steps sent for this booking; the outboxes of the same users may still contain those of earlier tests. */
const stepsSent = () => sent().filter((input) => (input as { id: string }).id === booking.id);

describe("a step on the card of a booking", () => {
  it("[S006] accepts with one press: shown at once as waiting, and sent to the server", async () => {
    const card = await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(card.textContent).toContain("Your acceptance is saved on this device."));
    expect(card.textContent).toContain("Waiting for signal");
    // Screen readers get the result alone, and nothing else of the card.
    expect([card.getAttribute("aria-live"), card.querySelector(".vh[role=status]")?.textContent]).toEqual(["off", ""]);
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
    await waitFor(() => expect(sent()).toEqual([{ id: booking.id, status: "accepted", peerId: pilot.id, seen }]));
  });

  it("[S804] shows proposed hours that wait for signal, beside those of the booking", async () => {
    const card = await open("owner", "accepted");
    const hours = { startDate: "2099-12-06T17:00:00.000Z", hours: 4 };
    await act(() => queue("bookings.propose", { id: newId(), bookingId: booking.id, ...hours, peerId: pilot.id }));
    await waitFor(() => expect(card.textContent).toContain("Your proposal is saved on this device."));
    const facts = within(card)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(facts.slice(0, 2)).toEqual([
      ["Booked", expect.stringContaining("Dec 5")],
      ["You proposed", expect.stringContaining("Dec 6")],
    ]);
  });

  it.each(["Accept", "Decline"])("takes one step however often %s is clicked", async (name) => {
    server.outcome = () => ({ status: "applied" });
    await open("owner", "requested");
    let button = screen.getByRole("button", { name });
    if (name === "Decline") {
      fireEvent.click(button);
      const dialog = await screen.findByRole("dialog", { name: "Decline this request?" });
      button = within(dialog).getByRole("button", { name });
    }
    // The first click removes the buttons before anything is stored.
    fireEvent.click(button);
    expect(buttons()).toEqual([]);
    fireEvent.click(button);
    fireEvent.click(button);
    const status = name === "Accept" ? "accepted" : "declined";
    const step = { id: booking.id, status, peerId: pilot.id };
    await waitFor(() => expect(stepsSent()).toEqual([status === "accepted" ? { ...step, seen } : step]));
    const waiting = async () =>
      (await useCurrentStore.getState().person?.engine.outbox())?.map(({ input }) => input["id"]);
    await waitFor(async () => expect(await waiting()).not.toContain(booking.id));
    expect(stepsSent()).toHaveLength(1);
  });

  it("retries or discards a refused step once, however often the button is clicked", async () => {
    server.outcome = () => ({ status: "refused", code: "hours-taken", message: `Refusal ${stepsSent().length}.` });
    const card = await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    for (let press = 0; press < 3; press++) fireEvent.click(again);
    await waitFor(() => expect(card.textContent).toContain("Refusal 2."));
    const dismiss = await screen.findByRole("button", { name: "Dismiss" });
    fireEvent.click(dismiss);
    fireEvent.click(dismiss);
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline"]));
    expect(stepsSent()).toHaveLength(2);
    expect(shownToast().title).toBeUndefined();
  });

  it("[S400] asks why before it cancels a booking", async () => {
    server.outcome = applied;
    await open("pilot", "accepted");
    fireEvent.click(screen.getByRole("button", { name: "Cancel Booking" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel this booking?" });
    expect(dialog.textContent).toContain("Marisol Vega gets a message with your reason.");
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel Booking" }));
    expect(within(dialog).getByRole("alert").textContent).toBe("Please choose a reason.");
    fireEvent.click(within(dialog).getByRole("button", { name: "Keep It" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Cancel Booking" }));
    const again = await screen.findByRole("dialog");
    fireEvent.click(within(again).getByRole("radio", { name: /^Weather/ }));
    fireEvent.change(within(again).getByRole("textbox"), { target: { value: " Gusts of 35 " } });
    fireEvent.click(within(again).getByRole("button", { name: "Cancel Booking" }));
    const step = { id: booking.id, status: "cancelled", peerId: owner.id, reason: "weather", note: "Gusts of 35" };
    await waitFor(() => expect(stepsSent()).toEqual([step]));
  });

  it("asks before it cancels a request", async () => {
    server.outcome = applied;
    await open("pilot", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Cancel Request" }));
    const confirmation = await screen.findByRole("alertdialog", { name: "Cancel this request?" });
    fireEvent.click(within(confirmation).getByRole("button", { name: "Cancel Request" }));
    await waitFor(() => expect(stepsSent()).toEqual([{ id: booking.id, status: "cancelled", peerId: owner.id }]));
  });

  it("[S399] takes proposed hours, or keeps the present ones", async () => {
    server.outcome = applied;
    const proposal = { id: newId(), by: owner.id, startDate: "2099-12-05T15:00:00.000Z", hours: 4 };
    const card = await open("pilot", "accepted", { proposal });
    await waitFor(() =>
      expect(buttons()).toEqual(["Share papers", "Take 07:00–11:00", "Keep 09:00–13:00", "Cancel Booking"]),
    );
    expect(card.textContent).toContain("Proposed by Marisol");
    expect(card.textContent).toContain("The booking stands at 09:00–13:00 until you answer.");
    fireEvent.click(screen.getByRole("button", { name: "Take 07:00–11:00" }));
    await waitFor(() =>
      expect(
        server.commands.filter(({ name }) => name === "bookings.answerProposal").map(({ input }) => input),
      ).toEqual([
        {
          bookingId: booking.id,
          id: proposal.id,
          answer: "accept",
          peerId: owner.id,
          startDate: proposal.startDate,
          hours: 4,
        },
      ]),
    );
    closeScreen();
    server = newServer();
    await open("owner", "accepted", { proposal });
    await waitFor(() => expect(buttons()).toEqual(["Withdraw", "Cancel Booking"]));
  });

  it("[S404] declines with some words for the pilot", async () => {
    server.outcome = applied;
    await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Decline this request?" }));
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "She is in for her annual, sorry." } });
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    const step = { id: booking.id, status: "declined", peerId: pilot.id, note: "She is in for her annual, sorry." };
    await waitFor(() => expect(stepsSent()).toEqual([step]));
  });

  it("[S801] offers no retry of a step that would be refused again", async () => {
    server.outcome = () => ({
      status: "refused",
      code: "wrong-step",
      message: "This booking is no longer at that step.",
    });
    const card = await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await within(card).findByText(/This booking is no longer at that step/);
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline", "Dismiss"]));
  });

  it("[S403] shows why the server refused a step, with retry and discard", async () => {
    server.outcome = () => ({ status: "refused", code: "hours-taken", message: "Those hours were just taken." });
    const card = await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    const alert = await within(card).findByRole("alert");
    await waitFor(() => expect(alert.textContent).toContain("Not saved. Those hours were just taken."));
    await waitFor(() => expect(card.textContent).toContain("Requested"));
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline", "Try again", "Dismiss"]));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline"]));
  });
});
