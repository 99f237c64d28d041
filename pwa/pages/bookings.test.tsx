// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Booking } from "../../shared/domain/bookings.ts";
import { aBooking } from "../testing/booking.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  currentAddress,
  newServer,
  openScreen,
  shownDialog,
} from "../testing/screen.tsx";
import { BookingsPage } from "./bookings.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const HOUR_MS = 3_600_000;
const plane = aListing({ name: "Cirrus SR22 G5", location: "San Diego CA" });
const owner = anOwner({ name: "Marisol Vega" });

/** A booking of the signed-in user that starts in some hours. */
function flight(inHours: number, fields: Partial<Booking> = {}) {
  const start = Math.floor(Date.now() / HOUR_MS + inHours) * HOUR_MS;
  const startDate = new Date(start).toISOString();
  return aBooking({ aircraftId: plane.id, pilotId: server.me?.id ?? "", ownerId: owner.id, startDate, ...fields });
}
const open = (address = "/bookings") => openScreen(server, <BookingsPage />, { address });
const rows = (name: string) => within(screen.getByRole("region", { name })).getAllByRole("listitem");

describe("My Flights", () => {
  beforeEach(() => {
    server.me = aPerson();
  });

  it("[S405] shows the next flight, then what is upcoming, waiting and past", async () => {
    const bookings = [
      flight(-80, { status: "completed" }),
      flight(30),
      flight(200),
      flight(90, { status: "requested" }),
      flight(100, { status: "declined" }),
    ];
    server.rows = { bookings, aircraft: [plane], people: [owner] };
    await open();
    const next = await screen.findByRole("article");
    expect(next.textContent).toContain("Cirrus SR22 G5");
    expect(next.textContent).toContain("3 hours");
    expect(next.textContent).toContain("$1,138.50");
    expect(["Upcoming", "Waiting", "Past"].map((name) => rows(name).length)).toEqual([1, 1, 2]);
    expect(screen.queryByRole("tab")).toBeNull();
  });

  it("opens the conversation of a flight", async () => {
    server.rows = { bookings: [flight(90, { status: "requested" })], aircraft: [plane], people: [owner] };
    await open();
    fireEvent.click(
      await screen.findByRole("button", { name: /^Open conversation with Marisol Vega: Cirrus SR22 G5/ }),
    );
    expect(shownDialog()).toMatchObject({ name: "message", recipient: { id: owner.id, name: "Marisol Vega" } });
  });

  it("adds a dozen past flights for each press", async () => {
    const bookings = Array.from({ length: 30 }, (_, day) => flight(-30 - 24 * day, { status: "completed" }));
    server.rows = { bookings, aircraft: [plane], people: [owner] };
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Show 12 more" }));
    expect(rows("Past")).toHaveLength(24);
    fireEvent.click(screen.getByRole("button", { name: "Show 6 more" }));
    expect(rows("Past")).toHaveLength(30);
  });

  it("[S408] says so when there are none", async () => {
    await open();
    expect(await screen.findByRole("heading", { name: "No flights yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Aircraft" }).getAttribute("href")).toBe("/#aircraft-listings");
  });
});

describe("the calendar address", () => {
  const url = "https://tailhour.example/calendar/k7Qm2.ics";
  const openedAt = "2026-12-01T10:00:00.000Z";
  beforeEach(() => {
    server.me = aPerson();
    server.answers.set("/api/calendar/feed", { status: 200, body: { openedAt: null, url } });
  });

  it("[S435] is opened, shown and closed", async () => {
    await open();
    const button = await screen.findByRole("button", { name: "Open an address" });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    server.answers.set("/api/calendar/feed", { status: 200, body: { openedAt, url } });
    fireEvent.click(button);
    expect(await screen.findByDisplayValue(url)).toBeTruthy();
    const close = screen.getByRole("button", { name: "Close it" });
    await waitFor(() => expect(close).toHaveProperty("disabled", false));
    fireEvent.click(close);
    server.answers.set("/api/calendar/feed", { status: 200, body: { openedAt: null } });
    fireEvent.click(await screen.findByRole("button", { name: "Close Address" }));
    expect(await screen.findByRole("button", { name: "Open an address" })).toBeTruthy();
    expect(server.requests.filter(({ path }) => path === "/api/calendar/feed").map(({ method }) => method)).toEqual([
      ..."GET POST GET DELETE GET".split(" "),
    ]);
  });

  it("opened on another device can only be replaced or closed", async () => {
    server.answers.set("/api/calendar/feed", { status: 200, body: { openedAt } });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Open another" }));
    expect(await screen.findByText("Calendars that use the present address stop updating.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy address" })).toBeNull();
  });
});

it("[S409] asks a guest to log in", async () => {
  await open();
  await waitFor(() => expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" }));
  expect(screen.getByRole("heading", { name: "Log in to see your bookings" })).toBeTruthy();
});

it("[S412] has segments for an owner, which the address remembers", async () => {
  server.me = aPerson({ userType: "owner" });
  const pilot = anOwner({ name: "Beth Calloway" });
  const request = flight(50, { pilotId: pilot.id, ownerId: server.me.id, status: "requested" });
  server.rows = { bookings: [request], aircraft: [plane], people: [pilot] };
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Fleet");
  fireEvent.click(await screen.findByRole("button", { name: "Open conversation with Beth Calloway" }));
  expect(shownDialog()).toMatchObject({ name: "message", recipient: { id: pilot.id } });
  fireEvent.mouseDown(screen.getByRole("tab", { name: "My Flights" }), { button: 0 });
  expect(await screen.findByRole("heading", { name: "No flights yet" })).toBeTruthy();
  expect(currentAddress()).toBe("/bookings?view=flights");
});

describe("the requests of My Fleet", () => {
  const pilot = anOwner({ name: "Beth Calloway" });
  const requests = () => within(screen.getByRole("region", { name: /to answer$/ }));
  beforeEach(async () => {
    server.me = aPerson({ userType: "owner" });
    const ask = (inHours: number) =>
      flight(inHours, { pilotId: pilot.id, ownerId: server.me!.id, status: "requested", answerBy: null });
    server.rows = { bookings: [ask(60), ask(50)], aircraft: [plane], people: [pilot] };
    await open();
    await screen.findByRole("heading", { name: "2 requests to answer" });
  });

  it("[S413] accept the one with the soonest deadline, at the hours that are shown", async () => {
    const first = server.rows["bookings"]![1] as Booking;
    const accept = requests().getByRole("button", { name: /^Accept Beth Calloway/ });
    expect(requests().getAllByRole("button", { name: /^Answer/ })).toHaveLength(1);
    fireEvent.click(accept);
    // The second press of a double press reaches the request that takes the place of the first.
    const next = await waitFor(() => {
      const button = screen.getByRole("button", { name: /^Accept Beth Calloway/ });
      expect(button.isSameNode(accept)).toBe(false);
      return button;
    });
    fireEvent.click(next);
    await waitFor(() => expect(server.commands).toHaveLength(1));
    const { id, startDate, hours } = first;
    expect(server.commands[0]).toMatchObject({
      name: "bookings.setStatus",
      input: { id, status: "accepted", seen: { startDate, hours } },
    });
  });

  it("[S414] are one row on a phone, which opens them", () => {
    const fold = requests().getByRole("button", { name: /^2 requests to answer ?First by / });
    expect(fold.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(fold);
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    expect(document.getElementById(fold.getAttribute("aria-controls")!)?.querySelectorAll("li")).toHaveLength(2);
  });
});
