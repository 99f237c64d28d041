// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { aBooking } from "../../testing/booking.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { queue, useCurrentStore } from "../../client/sync/current-store.ts";
import { BookingCard } from "./booking-card.tsx";
import type { ReviewTarget } from "./booking-state.ts";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
let booking: Booking;
let reviewed: readonly ReviewTarget[] | null;
const owner = { ...anOwner(), name: "Marisol Vega" };
const pilot = aPerson({ name: "Owen Fairley" });
const plane = aListing({ ownerId: owner.id, name: "Cirrus SR22 G5 - Demo Data", location: "San Diego CA" });

beforeEach(() => {
  server = newServer();
  reviewed = null;
});
afterEach(closeScreen);

/** Renders a booking's card as the pilot or the owner sees it. */
async function open(side: "pilot" | "owner", status: BookingStatus, more: Partial<Booking> = {}) {
  booking = aBooking({
    aircraftId: plane.id,
    pilotId: pilot.id,
    ownerId: owner.id,
    startDate: "2099-12-05T17:00:00.000Z",
    ...{ hours: 4, totalPrice: 1518, totalCents: 151_800 },
    status,
    createdAt: "2026-11-21T10:00:00.000Z",
    ...more,
  });
  server.me = side === "pilot" ? pilot : aPerson({ id: owner.id, name: owner.name, userType: "owner" });
  server.rows = { bookings: [booking], aircraft: [plane] };
  const peer = side === "pilot" ? owner : pilot;
  const onReview = (_: string, targets: readonly ReviewTarget[]) => (reviewed = targets);
  await openScreen(server, <BookingCard bookingId={booking.id} me={server.me.id} peer={peer} onReview={onReview} />);
  return await screen.findByRole("region", { name: "Booking" });
}
/** Settles what earlier tests left in the outboxes of the same users too. */
const applied = () => ({ status: "applied" as const });
/** The hours on the screen. */
const seen = { startDate: "2099-12-05T17:00:00.000Z", hours: 4 };
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
/** Steps sent for this booking; the outboxes of the same users may still contain those of earlier tests. */
const stepsSent = () => sent().filter((input) => (input as { id: string }).id === booking.id);
const changesSent = (command: string) =>
  server.commands.filter(({ name }) => name === command).map(({ input }) => input as Record<string, unknown>);
const sent = () => server.commands.filter(({ name }) => name === "bookings.setStatus").map(({ input }) => input);

describe("the card of a booking", () => {
  it("[S343] shows the aircraft, the time at its location, the duration and the price", async () => {
    const card = await open("pilot", "accepted");
    await waitFor(() => expect(card.textContent).toContain("Cirrus SR22 G5 - Demo Data"));
    for (const words of ["Accepted", "Sat, Dec 5, 09:00–13:00 PST", "4 hours", "$1,518.00"])
      expect(card.textContent).toContain(words);
  });

  it.each([
    ["owner", "requested", ["Accept", "Other hours", "Decline"]],
    ["pilot", "requested", ["Change Request", "Cancel Request"]],
    ["owner", "accepted", ["Other hours", "Cancel Booking"]],
    ["pilot", "accepted", ["Other hours", "Cancel Booking"]],
    ["pilot", "declined", []],
    ["owner", "cancelled", []],
    ["owner", "expired", []],
    ["pilot", "completed", ["Write a review"]],
    ["owner", "completed", ["Write a review"]],
  ] as const)("offers the %s of a %s booking %j", async (side, status, offered) => {
    await open(side, status);
    await waitFor(() => expect(buttons()).toEqual(offered));
  });

  it("[S432] offers an accepted booking as a calendar file", async () => {
    const card = await open("pilot", "accepted");
    const link = within(card).getByRole("link", { name: "Add to calendar" });
    expect(link.getAttribute("href")).toBe(`/api/bookings/${card.dataset["booking"]}/calendar.ics`);
  });

  it("[S491] saves the calendar file of an accepted booking without a network", async () => {
    const card = await open("pilot", "accepted");
    await waitFor(() => expect(card.textContent).toContain("Cirrus SR22 G5"));
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:flight");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    fireEvent.click(within(card).getByRole("button", { name: "Add to calendar" }));
    const text = await (made.mock.calls[0]?.[0] as File).text();
    expect(text).toContain(`UID:${booking.id}@tailhour`);
    expect(text).toContain("DTSTART;TZID=America/Los_Angeles:20991205T090000");
    expect(text).toContain("SUMMARY:Cirrus SR22 G5 - Demo Data with Marisol Vega");
  });

  it("[S451] says after a flight that both reviews appear together", async () => {
    const card = await open("owner", "completed");
    expect(card.textContent).toMatch(/How was it\?\s*Both reviews appear together\./);
  });

  it("offers no step for a request whose start has passed", async () => {
    await open("owner", "requested", { startDate: "2020-12-05T17:00:00.000Z", endsAt: "2020-12-05T21:00:00.000Z" });
    expect(buttons()).toEqual([]);
  });

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

  it("opens the kept rental terms, but not by the second press of a button that made place for them", async () => {
    await open("owner", "requested", { terms: { fuel: "wet", deposit: 500 } });
    const terms = screen.getByText("Rental terms");
    expect(terms.closest("details")?.textContent).toContain("$500");
    // False for a click that was stopped.
    expect(fireEvent.click(terms)).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    expect(fireEvent.click(terms)).toBe(false);
  });

  it("[S690] shows the owner OK, low or missing for each minimum, and says what was not compared", async () => {
    const requirements = { certificate: "private", totalHours: 250, landings: 3, medical: "third" } as const;
    const verdicts = { "certificate:private": "ok", "totalHours:250": "low", "medical:third": "missing" } as const;
    await open("owner", "requested", { eligibility: { requirements, verdicts } });
    fireEvent.click(screen.getByText("Your minima: 1 OK, 1 low, 1 missing"));
    const rows = within(screen.getByRole("table", { name: "Your minima" })).getAllByRole("row");
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["Private pilot certificate", "OK"],
      ["250 hours total", "Low"],
      ["3 landings in 90 days", "Not compared"],
      ["Third class medical", "Missing"],
    ]);
  });

  it("shows no minima where the owner asks nothing, and none of a row from an earlier version", async () => {
    await open("owner", "requested", { eligibility: undefined as unknown as null });
    expect(screen.queryByText(/minima/)).toBeNull();
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
    await waitFor(() => expect(buttons()).toEqual(["Take 07:00–11:00", "Keep 09:00–13:00", "Cancel Booking"]));
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

  it("[S450] asks for the missing reviews", async () => {
    await open("pilot", "completed");
    await waitFor(() => {
      fireEvent.click(screen.getByRole("button", { name: "Write a review" }));
      expect(reviewed).toEqual([
        { targetType: "aircraft", targetId: plane.id, name: plane.name },
        { targetType: "user", targetId: owner.id, name: "Marisol Vega" },
      ]);
    });
    closeScreen();
    server = newServer();
    await open("pilot", "completed", { aircraftReviewed: true });
    fireEvent.click(screen.getByRole("button", { name: "Write a review" }));
    expect(reviewed).toEqual([{ targetType: "user", targetId: owner.id, name: "Marisol Vega" }]);
    closeScreen();
    server = newServer();
    await open("owner", "completed", { pilotReviewed: true });
    expect(buttons()).toEqual([]);
  });

  it("[S403] shows why the server refused a step, with retry and discard", async () => {
    server.outcome = () => ({ status: "refused", code: "hours-taken", message: "Those hours were just taken." });
    const card = await open("owner", "requested");
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    const alert = await within(card).findByRole("alert");
    await waitFor(() => expect(alert.textContent).toContain("Not saved. Those hours were just taken."));
    expect(card.textContent).toContain("Requested");
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline", "Try again", "Dismiss"]));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline"]));
  });

  it("[S345] offers a request that was refused for its price at the new one", async () => {
    const fields = { quotedTotalCents: { base: 37_180, theirs: 39_380, yours: 37_180 } };
    const message = "The rate is now $179. Send it at $393.80?";
    server.me = pilot;
    server.rows = { aircraft: [plane] };
    server.outcome = (name) =>
      name === "bookings.request" && changesSent(name).length === 1
        ? { status: "refused", code: "price-changed", message, fields }
        : { status: "applied" };
    const id = newId();
    const request = { id, messageId: newId(), aircraftId: plane.id, ownerId: owner.id, ...seen, hours: 2 };
    const content = "Please\nTotal: $371.80";
    await openScreen(server, <BookingCard bookingId={id} me={pilot.id} peer={owner} onReview={() => undefined} />);
    await queue("bookings.request", { ...request, quotedTotalCents: 37_180, content });
    const card = await screen.findByRole("region", { name: "Booking" });
    await waitFor(() => expect(card.textContent).toContain(message));
    expect(card.textContent).toContain("Not sent");
    expect(card.textContent).toContain("$371.80 $393.80");
    fireEvent.click(await screen.findByRole("button", { name: "Send at $393.80" }));
    await waitFor(() =>
      expect(changesSent("bookings.request").at(-1)).toMatchObject({
        quotedTotalCents: 39_380,
        content: "Please\nTotal: $393.80",
        hours: 2,
      }),
    );
  });
});
