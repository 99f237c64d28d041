// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { openBooking, owner, pilot, plane, seen } from "../../testing/booking-screen.tsx";
import { aPerson, closeScreen, newServer, openScreen, pressesCount } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { queue } from "../../client/sync/current-store.ts";
import { chatPane, useChatPane } from "../../client/shell/chat-pane.ts";
import { BookingCard } from "./booking-card.tsx";
import type { ReviewTarget } from "./booking-state.ts";

configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
let booking: Booking;
let reviewed: readonly ReviewTarget[] | null;

beforeEach(() => {
  server = newServer();
  reviewed = null;
});
afterEach(closeScreen);

async function open(side: "pilot" | "owner", status: BookingStatus, more: Partial<Booking> = {}) {
  const onReview = (_: string, targets: readonly ReviewTarget[]) => (reviewed = targets);
  const opened = await openBooking(server, side, { status, ...more }, (props) => (
    <BookingCard {...props} onReview={onReview} />
  ));
  booking = opened.booking;
  return opened.card;
}
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const changesSent = (command: string) =>
  server.commands.filter(({ name }) => name === command).map(({ input }) => input as Record<string, unknown>);

describe("the card of a booking", () => {
  it("[S343] shows the aircraft, the time at its location, the duration and the price", async () => {
    const card = await open("pilot", "accepted");
    await waitFor(() => expect(card.textContent).toContain("Cirrus SR22 G5 - Demo Data"));
    for (const words of ["Accepted", "Sat, Dec 5, 09:00–13:00 PST", "4 hours", "$1,518.00"])
      expect(card.textContent).toContain(words);
  });

  it.each([
    ["owner", "requested", ["Accept", "Other hours", "Decline"]],
    ["pilot", "requested", ["Share papers", "Change Request", "Cancel Request"]],
    ["owner", "accepted", ["Other hours", "Cancel Booking"]],
    ["pilot", "accepted", ["Share papers", "Other hours", "Cancel Booking"]],
    ["pilot", "declined", []],
    ["owner", "cancelled", []],
    ["owner", "expired", []],
    ["pilot", "completed", ["Write a review"]],
    ["owner", "completed", ["Write a review"]],
  ] as const)("offers the %s of a %s booking %j", async (side, status, offered) => {
    await open(side, status);
    await waitFor(() => expect(buttons()).toEqual(offered));
  });

  it.each([
    ["owner", "requested", true],
    ["pilot", "requested", false],
    ["owner", "accepted", false],
  ] as const)(
    "[S814] has for the %s of a %s booking the time to answer among its facts: %s",
    async (side, status, isFact) => {
      const card = await open(side, status);
      const names = within(card)
        .getAllByRole("term")
        .map(({ textContent }) => textContent);
      expect(names.includes("Answer by")).toBe(isFact);
    },
  );

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

  it("[S733] says without a network that a request waits for the email of its pilot", async () => {
    const me = aPerson({ isEmailVerified: false });
    server.me = me;
    server.rows = { aircraft: [plane] };
    const id = newId();
    await openScreen(server, <BookingCard bookingId={id} me={me.id} peer={owner} onReview={() => undefined} />);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    const request = { id, messageId: newId(), aircraftId: plane.id, ownerId: owner.id, ...seen, content: "Hello" };
    await act(() => queue("bookings.request", request));
    const card = await screen.findByRole("region", { name: "Booking" });
    expect(card.textContent).toContain("Your request waits until your email is verified. Then it goes by itself.");
    expect(card.textContent).not.toContain("signal");
  });

  it("offers no step for a request whose start has passed", async () => {
    await open("owner", "requested", { startDate: "2020-12-05T17:00:00.000Z", endsAt: "2020-12-05T21:00:00.000Z" });
    expect(buttons()).toEqual([]);
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

  it("[S885] has one row for the owner's minima and the kept terms, which a second press does not open", async () => {
    const eligibility = { requirements: { landings: 3 }, verdicts: {} };
    await open("owner", "requested", { terms: { fuel: "wet", deposit: 500 }, eligibility });
    expect(screen.queryByText("Rental terms")).toBeNull();
    await pressesCount();
    fireEvent.click(screen.getByRole("button", { name: "Minima" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("region", { name: "Rental terms" }).textContent).toContain("$500");
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    fireEvent.click(screen.getByRole("button", { name: "Minima" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[S886] puts the owner's other hours apart from the answers beside the list of conversations", async () => {
    await open("owner", "requested");
    await waitFor(() => expect(buttons()).toEqual(["Accept", "Other hours", "Decline"]));
    act(() => void chatPane(document.createElement("div")));
    expect(buttons()).toEqual(["Accept", "Decline", "Other hours"]);
    act(() => useChatPane.setState({ pane: null }));
  });

  it("[S690] shows the owner OK, low or missing for each minimum, and says what was not compared", async () => {
    const requirements = { certificate: "private", totalHours: 250, landings: 3, medical: "third" } as const;
    const verdicts = { "certificate:private": "ok", "totalHours:250": "low", "medical:third": "missing" } as const;
    await open("owner", "requested", { eligibility: { requirements, verdicts } });
    await pressesCount();
    const row = screen.getByRole("button", { name: /^Minima/ });
    expect(row.textContent).toBe("Minima 1 OK, 1 low, 1 missing");
    fireEvent.click(row);
    const rows = within(await screen.findByRole("table", { name: "Your minima" })).getAllByRole("row");
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
    expect(screen.queryByText(/minima/i)).toBeNull();
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
