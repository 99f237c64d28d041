// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import { zonedTime } from "../../shared/kit/dates.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { PageData } from "../../shared/sync.ts";
import { useDeletedListings } from "../client/listings/deleted-listings.ts";
import { closeDialog } from "../client/shell/dialogs.ts";
import { storeUnsentBooking, unsentBooking } from "../client/bookings/unsent-booking.ts";
import { answerFreeHours } from "../testing/free-hours.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownDialog,
  shownToast,
} from "../testing/screen.tsx";
import { AircraftDetailPage } from "./aircraft-detail.tsx";

let server: ReturnType<typeof newServer>;
let plane: Aircraft;
let owner: ReturnType<typeof anOwner>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  owner = anOwner();
  plane = aListing({ ownerId: owner.id, hourlyRate: 345 });
});
afterEach(closeScreen);

const review = { id: newId(), userName: "Priya Nair", userAvatar: null, rating: 5, comment: "Flies as it looks." };
function openReady(element?: ReactElement) {
  const reviews = [{ ...review, date: "2026-11-20T09:00:00.000Z" }];
  const data: PageData = { page: "aircraft", aircraft: plane, owner, reviews, asOf: new Date().toISOString() };
  return open(data, element);
}
const open = (data: PageData | null, element = <AircraftDetailPage />) =>
  openScreen(server, element, { address: `/aircraft/${plane.id}`, path: "/aircraft/:id", data });
/** Gives the browser these features. */
function browserWith(abilities: object) {
  const values = Object.entries(abilities).map(([name, value]) => [name, { value: value as unknown }]);
  vi.stubGlobal("navigator", Object.create(navigator, Object.fromEntries(values) as PropertyDescriptorMap));
}
const gone = { status: 404, body: { error: "Aircraft not found", code: "aircraft-not-found" } };

/** Answers what the page asks. Without an answer the app takes the server for silent, and a form no longer waits for the outcome. */
function answerPage() {
  answerFreeHours(server, plane);
  server.answers.set(`/api/aircraft/${plane.id}/with-owner`, { status: 200, body: { aircraft: plane, owner } });
  server.answers.set(`/api/aircraft/${plane.id}/reviews`, { status: 200, body: [] });
  server.answers.set("/api/airfields/KAPA", { status: 404, body: { error: "Not found", code: "not-found" } });
}

describe("an aircraft's page", () => {
  it("[S087] links back to home", async () => {
    await openReady();
    expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/");
  });

  it("[S088] shows Loading... until the aircraft is loaded", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    await open(null);
    expect(screen.getByRole("status").textContent).toBe("Loading...");
  });

  it("[S089] shows that the aircraft does not exist", async () => {
    server.answers.set(`/api/aircraft/${plane.id}/with-owner`, gone);
    server.answers.set(`/api/aircraft/${plane.id}/reviews`, gone);
    await open(null);
    expect(await screen.findByRole("heading", { level: 1, name: "Aircraft not found" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
  });

  it("[S015] shows the reviews, newest first", async () => {
    const days = ["2026-11-20", "2026-11-12", "2026-10-02"];
    const reviews = days.map((day) => ({ ...review, id: newId(), comment: day, date: `${day}T09:00:00.000Z` }));
    await open({ page: "aircraft", aircraft: plane, owner, reviews, asOf: new Date().toISOString() });
    const list = screen.getByRole("heading", { name: "Reviews" }).closest("section");
    expect(list?.textContent.match(/2026-\d\d-\d\d/g)).toEqual(days);
  });

  it("[S090] offers to edit and delete to the owner and admins only", async () => {
    const offered = async (me: typeof server.me) => {
      closeScreen();
      server = newServer();
      server.me = me;
      await openReady();
      const offers = [`Edit ${plane.name}`, `Delete ${plane.name}`].map((name) =>
        screen.queryByRole("button", { name }),
      );
      expect(offers[0] === null).toBe(offers[1] === null);
      return offers[0] !== null;
    };
    expect(await offered(null)).toBe(false);
    expect(await offered(aPerson())).toBe(false);
    expect(await offered(aPerson({ userType: "owner" }))).toBe(false);
    expect(await offered(aPerson({ id: owner.id, userType: "owner" }))).toBe(true);
    expect(await offered(aPerson({ isAdmin: true }))).toBe(true);
  });

  it("[S106] stays open while the server deletes the aircraft, and when the server refuses", async () => {
    const message = "There is an accepted booking ahead.";
    server.me = aPerson({ id: owner.id, userType: "owner" });
    server.rows = { aircraft: [plane] };
    answerPage();
    server.outcome = () => ({ status: "refused", code: "booked", message });
    let answer: (() => void) | undefined;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      const isAsked = typeof init.body === "string" && init.body.includes("aircraft.delete");
      if (isAsked) await new Promise<void>((resolve) => (answer = resolve));
      return server.fetch(path, init);
    });
    const Deleted = () => <output>{[...useDeletedListings().waiting]}</output>;
    await openReady(
      <>
        <AircraftDetailPage />
        <Deleted />
      </>,
    );
    fireEvent.click(screen.getByRole("button", { name: `Delete ${plane.name}` }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete Aircraft" }));
    // From here on no other list shows the aircraft.
    await waitFor(() => expect(screen.getByText(plane.id)).toBeTruthy());
    await waitFor(() => expect(answer).toBeDefined());
    expect(screen.queryByText("Aircraft not found")).toBeNull();
    expect(screen.getByRole("alertdialog", { name: `Delete ${plane.name}?` })).toBeTruthy();
    answer?.();
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: message, kind: "bad" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(plane.name);
  });

  it("[S091] shows a favorite button to signed-in users only", async () => {
    await openReady();
    expect(screen.queryByRole("button", { name: /favorites/ })).toBeNull();
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await openReady();
    expect(screen.getByRole("button", { name: `Save, add ${plane.name} to favorites` })).toBeTruthy();
  });

  it("[S092] shares the page, or copies its address and says so", async () => {
    const url = expect.stringMatching(new RegExp(`/aircraft/${plane.id}$`)) as string;
    const share = vi.fn(async () => undefined);
    browserWith({ share });
    await openReady();
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(share).toHaveBeenCalledWith({ title: plane.name, url });
    expect(shownToast().title).toBeUndefined();

    const writeText = vi.fn(async () => undefined);
    browserWith({ share: undefined, clipboard: { writeText } });
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    await waitFor(() => expect(shownToast().title).toBe("Link copied"));
    expect(writeText).toHaveBeenCalledWith(url);
  });
});

describe("an aircraft whose card is known", () => {
  /** Opens the page with its card; the details arrive when `answer` is called. */
  async function openCard() {
    let answer: () => void = () => undefined;
    const after = new Promise<void>((resolve) => (answer = resolve));
    const { images, ...card } = plane;
    const details = { aircraft: { ...plane, verifiedAt: null }, owner, pictures: [] };
    server.answers.set(`/api/aircraft/${plane.id}/with-owner`, { status: 200, body: details, after });
    server.answers.set(`/api/aircraft/${plane.id}/reviews`, { status: 200, body: [], after });
    const counts = { total: 1, priceRange: { min: 1, max: 2 }, typeCounts: {} as never, locations: [] };
    const cards = [{ ...card, photos: images.length }];
    await open({ page: "home", cards, ...counts, asOf: new Date().toISOString() });
    return answer;
  }
  const parts = () => ({
    heading: screen.getByRole("heading", { level: 1, name: new RegExp(plane.name) }),
    picture: screen.getByRole("img", { name: plane.name }),
    panel: screen.getByRole("complementary", { name: "Booking" }),
    price: screen.getByRole("complementary", { name: "Booking" }).querySelector("[data-price]"),
  });
  const placesOfThumbs = () => screen.getByRole("group", { name: "Pictures" }).lastElementChild?.childElementCount;

  it("shows name, picture, places of all photos and the panel at once, and they stay the same elements", async () => {
    plane = { ...plane, imageUrl: "/objects/one", images: ["/objects/one", "/objects/two", "/objects/three"] };
    const answer = await openCard();
    const before = parts();
    before.heading.tabIndex = -1;
    before.heading.focus();
    expect(placesOfThumbs()).toBe(3);
    expect(screen.queryByRole("button", { name: /picture 2 of 3/ })).toBeNull();
    answer();
    expect(await screen.findByRole("button", { name: /picture 2 of 3/ })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Specifications" })).toBeTruthy();
    expect(Object.entries(parts()).every(([part, element]) => before[part as keyof typeof before] === element)).toBe(
      true,
    );
    expect(document.activeElement).toBe(before.heading);
    expect(placesOfThumbs()).toBe(3);
  });

  it("sends a request made before the owner is known, once the owner is", async () => {
    server.me = aPerson();
    answerFreeHours(server, plane);
    storeUnsentBooking(server.me.id, plane.id, filledIn);
    const answer = await openCard();
    await screen.findByText("You won't be charged yet");
    fireEvent.click(screen.getAllByRole("button", { name: "Book Now" })[0] as HTMLElement);
    expect(shownDialog()).toBeNull();
    answer();
    const recipient = { id: owner.id, name: "Marisol Vega" };
    await waitFor(() => expect(shownDialog()).toMatchObject({ name: "message", recipient, initialMessage: {} }));
  });
});

const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
// The clock at the aircraft, in Denver, shows 10:00 or 11:00.
const filledIn = { date: soon, start: `${soon}T17:00:00.000Z`, hours: 4 };

describe("booking", () => {
  // Without an answer the page would count as offline.
  beforeEach(() => void answerFreeHours(server, plane));
  const bookNow = async () => {
    await screen.findByText("You won't be charged yet");
    fireEvent.click(screen.getAllByRole("button", { name: "Book Now" })[0] as HTMLElement);
  };

  it("[S095] opens the message dialog with the booking request", async () => {
    server.me = aPerson();
    storeUnsentBooking(server.me.id, plane.id, filledIn);
    await openReady();
    await bookNow();
    const recipient = { id: owner.id, name: "Marisol Vega" };
    expect(shownDialog()).toMatchObject({ name: "message", recipient, aircraftId: plane.id });
    const words = JSON.stringify(shownDialog());
    for (const part of [plane.name, zonedTime(filledIn.start, "America/Denver"), "4 hours", "$1,518.00"])
      expect(words).toContain(part);
    expect(shownDialog()).toMatchObject({
      initialMessage: {
        booking: { aircraftId: plane.id, startDate: filledIn.start, hours: 4, quotedTotalCents: 151_800 },
      },
    });
  });

  it("sends one request for two quick clicks, and for a click before and after a reload", async () => {
    server.me = aPerson();
    storeUnsentBooking(server.me.id, plane.id, filledIn);
    await openReady();
    await bookNow();
    const first = shownDialog();
    await bookNow();
    expect(shownDialog()).toBe(first);
    closeDialog();
    await bookNow();
    expect(shownDialog()).toEqual(first);
  });

  it("[S096] asks a guest to log in and keeps the filled-in booking", async () => {
    storeUnsentBooking(null, plane.id, filledIn);
    await openReady();
    await bookNow();
    expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" });
    expect(unsentBooking(null, plane.id, "2026-11-21")).toEqual(filledIn);
  });

  it("lets a guest contact the owner after log-in, and lets no owner book their own aircraft", async () => {
    await openReady();
    fireEvent.click(screen.getByRole("button", { name: "Contact Owner" }));
    const recipient = { id: owner.id, name: owner.name, userType: "owner" };
    expect(shownDialog()).toMatchObject({
      name: "auth",
      tab: "login",
      next: { name: "message", recipient, aircraftId: plane.id },
    });
    closeScreen();
    server = newServer();
    server.me = aPerson({ id: owner.id, userType: "owner" });
    await openReady();
    expect(screen.queryByRole("button", { name: "Book Now" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Contact Owner" })).toBeNull();
  });

  it("offers the owner Edit instead of booking, in the panel and in the phone bar", async () => {
    server.me = aPerson({ id: owner.id, userType: "owner" });
    await openReady();
    const [inPanel, inBar, ...others] = screen.getAllByRole("button", { name: "Edit Aircraft" });
    const panel = screen.getByRole("complementary", { name: "Booking" });
    expect([panel.contains(inPanel ?? null), panel.contains(inBar ?? null), others]).toEqual([true, false, []]);
    expect(inBar?.parentElement?.textContent).toBe("$345 / hour per hourYour listingEdit Aircraft");
    expect(within(panel).getByRole("link", { name: "See Requests" }).getAttribute("href")).toBe("/messages");
    fireEvent.click(inBar as HTMLElement);
    expect(shownDialog()).toMatchObject({ name: "listing", plane: { id: plane.id } });
  });

  it("shows the owner's actions to nobody else", async () => {
    server.me = aPerson({ isAdmin: true });
    await openReady();
    expect(screen.queryByRole("button", { name: "Edit Aircraft" })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Book Now" })).toHaveLength(2);
  });
});
