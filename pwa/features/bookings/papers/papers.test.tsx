// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { openWallet, removeWallet } from "../../../device/store/wallet-store.ts";
import { aBooking } from "../../../testing/booking.ts";
import { chooseOption } from "../../../testing/choose-option.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  pressesCount,
} from "../../../testing/screen.tsx";
import { BookingCard } from "../booking-card.tsx";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
const owner = { ...anOwner(), name: "Marisol Vega" };
const pilot = aPerson({ name: "Owen Fairley", userType: "pilot" });
const plane = aListing({ ownerId: owner.id, name: "Cirrus SR22 G5 - Demo Data", location: "San Diego CA" });
const certificate = { level: "private", number: "3921748" } as const;
const medical = { class: "third", until: "2098-05-31" } as const;
const eligibility = {
  requirements: { certificate: "private", totalHours: 250, medical: "third" },
  verdicts: { "certificate:private": "ok", "totalHours:250": "low" },
} as const;

beforeEach(() => {
  server = newServer();
});
afterEach(async () => {
  closeScreen();
  await removeWallet(pilot.id);
});

async function open(side: "pilot" | "owner", more: Partial<Booking> = {}) {
  const booking = aBooking({
    aircraftId: plane.id,
    pilotId: pilot.id,
    ownerId: owner.id,
    startDate: "2099-12-05T17:00:00.000Z",
    status: "requested",
    ...more,
  });
  server.me = side === "pilot" ? pilot : aPerson({ id: owner.id, name: owner.name, userType: "owner" });
  server.rows = { bookings: [booking], aircraft: [plane] };
  const peer = side === "pilot" ? owner : pilot;
  await openScreen(
    server,
    <BookingCard bookingId={booking.id} me={server.me.id} peer={peer} onReview={() => undefined} />,
  );
  await pressesCount();
  return { booking, card: within(await screen.findByRole("region", { name: "Booking" })) };
}
const sent = (command: string, id: string) =>
  server.commands.flatMap(({ name, input }) =>
    name === command && (input as { id: string }).id === id ? [input] : [],
  );

describe("papers of the pilot", () => {
  it("[S751] are shared one by one, and nothing by itself", async () => {
    const wallet = openWallet(pilot.id);
    await wallet.put({ certificate, medical });
    wallet.close();
    server.outcome = () => ({ status: "applied" });
    const { booking, card } = await open("pilot");
    fireEvent.click(card.getByRole("button", { name: "Share papers" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Share papers" }));
    const boxes = await dialog.findAllByRole("checkbox");
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
    expect(dialog.getByText("Private, no. 3921748")).toBeTruthy();
    fireEvent.click(boxes[1]!);
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent("wallet.share", booking.id)).toEqual([
        { id: booking.id, shared: ["medical"], papers: { medical }, scans: [] },
      ]),
    );
  });

  it("[S752] that wait for signal do not hold back the steps of the booking", async () => {
    server.outcome = (name) =>
      name === "wallet.share" ? { status: "retry", retryAfterMs: 60_000 } : { status: "applied" };
    const { booking, card } = await open("pilot", { sharedPapers: ["insurance"] });
    fireEvent.click(card.getByRole("button", { name: "1 paper shared" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Share papers" }));
    expect(await dialog.findByText(/Not in the wallet of this/)).toBeTruthy();
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await card.findByText("Waiting for signal")).toBeTruthy();
    expect(await card.findByRole("button", { name: "No papers shared Waiting for signal" })).toBeTruthy();
    expect(card.getByText("Requested")).toBeTruthy();
    fireEvent.click(card.getByRole("button", { name: "Cancel Request" }));
    const question = within(await screen.findByRole("alertdialog"));
    fireEvent.click(question.getByRole("button", { name: "Cancel Request" }));
    await waitFor(() => expect(sent("bookings.setStatus", booking.id)).toMatchObject([{ status: "cancelled" }]));
    expect(sent("wallet.share", booking.id)).toEqual([{ id: booking.id, shared: [], papers: {}, scans: [] }]);
  });

  it("are not offered for a booking that is over", async () => {
    const { card } = await open("pilot", { status: "declined" });
    expect(card.queryByRole("button", { name: "Share papers" })).toBeNull();
  });
});

describe("the request of a pilot, for its owner", () => {
  it("[S753] shows outcomes and shared papers, which the device reads for the dialog alone", async () => {
    const { booking, card } = await open("owner", { eligibility, sharedPapers: ["certificate", "medical"] });
    const path = `/api/bookings/${booking.id}/papers`;
    server.answers.set(path, { status: 200, body: { papers: { certificate } } });
    fireEvent.click(card.getByRole("button", { name: /^Minima and 2 papers/ }));
    expect(server.requests.filter((one) => one.path === path)).toEqual([]);
    const dialog = within(await screen.findByRole("dialog", { name: /^Request for Cirrus SR22 G5/ }));
    expect(dialog.getByText("1 OK")).toBeTruthy();
    expect(dialog.getByText("of the 3 minima you set. You decide.")).toBeTruthy();
    expect(dialog.getByText("Not compared")).toBeTruthy();
    const opening = await dialog.findByRole("button", { name: "Open pilot certificate" });
    expect(dialog.queryByText("3921748")).toBeNull();
    fireEvent.click(opening);
    expect(dialog.getByText("3921748")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Close pilot certificate", expanded: true })).toBe(opening);
    expect(dialog.getByText("Medical certificate").parentElement?.textContent).toContain("Cannot be opened right now.");
    expect(dialog.queryByRole("button", { name: /medical/ })).toBeNull();
    expect(dialog.getByText(/Results come from the pilot's own figures/)).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain("3921748");
  });

  it("says without a network that papers open with a connection", async () => {
    const { card } = await open("owner", { sharedPapers: ["medical"] });
    fireEvent.click(card.getByRole("button", { name: "1 paper" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Request for/ }));
    expect(await dialog.findByText(/Opens with a connection/)).toBeTruthy();
    expect(dialog.queryByText("Your minima")).toBeNull();
    expect(dialog.queryByText(/Results come from/)).toBeNull();
  });

  it("[S759] is declined there, with the minimum that was the reason", async () => {
    server.outcome = () => ({ status: "applied" });
    const { booking, card } = await open("owner", { eligibility });
    fireEvent.click(card.getByRole("button", { name: /^Minima/ }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Request for/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
    const decline = within(await screen.findByRole("dialog", { name: "Decline this request?" }));
    await chooseOption(decline.getByLabelText("Because of a minimum (optional)"), "250 hours total");
    fireEvent.change(decline.getByRole("textbox"), { target: { value: "Come back in spring." } });
    fireEvent.click(decline.getByRole("button", { name: "Decline" }));
    const note = "Minimum: 250 hours total. Come back in spring.";
    await waitFor(() =>
      expect(sent("bookings.setStatus", booking.id)).toEqual([
        { id: booking.id, status: "declined", peerId: pilot.id, note },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[S754] is accepted there", async () => {
    server.outcome = () => ({ status: "applied" });
    const { booking, card } = await open("owner", { eligibility });
    fireEvent.click(card.getByRole("button", { name: /^Minima/ }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Request for/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Accept" }));
    await waitFor(() =>
      expect(sent("bookings.setStatus", booking.id)).toMatchObject([{ status: "accepted", peerId: pilot.id }]),
    );
  });
});
