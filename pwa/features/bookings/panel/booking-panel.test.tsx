// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../../shared/kit/ids.ts";
import { storeUnsentBooking, unsentBooking } from "../../../client/bookings/unsent-booking.ts";
import { useToasts } from "../../../client/shell/toasts.ts";
import { aBooking } from "../../../testing/booking.ts";
import { answerFreeHours } from "../../../testing/free-hours.ts";
import { aPerson, closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import { BookingPanel } from "./booking-panel.tsx";
import type { BookingDetails } from "./booking-request.ts";
import { useBookingChoice } from "./use-booking-choice.ts";

// Free hours outlive a test in memory, so each has its own aircraft.
let plane = {
  id: "plane",
  name: "Cirrus SR22 G5",
  hourlyRate: 345,
  minHours: 2,
  location: "San Diego CA",
  airport: null,
};
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const start = `${soon}T18:00:00.000Z`;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
let server: ReturnType<typeof newServer>;
let booked: BookingDetails[] = [];

function Panel({ mayBook }: { mayBook: boolean }) {
  const choice = useBookingChoice(plane, { name: "Marisol Vega" }, null);
  const onBook = mayBook ? (details: BookingDetails) => booked.push(details) : null;
  const common = { plane, choice, onBook, ownerId: "owner", onSheet: () => undefined, onSent: () => undefined };
  return <BookingPanel {...common} price="$345 / hour" />;
}
const open = (mayBook = true) => openScreen(server, <Panel mayBook={mayBook} />);

beforeEach(() => {
  server = newServer();
  plane = { ...plane, id: newId() };
  answerFreeHours(server, plane);
  booked = [];
});
afterEach(closeScreen);

const bookNow = () => screen.getByRole("button", { name: "Book Now" });
const startAt = async (time: string) => await screen.findByRole("radio", { name: new RegExp(`^${time}`) });
const starts = () => within(screen.getByRole("radiogroup", { name: "Start" })).getAllByRole("radio");

describe("booking panel", () => {
  it("[S093] without a date only asks for one", async () => {
    await open();
    expect(screen.getByText("Please select a date to continue")).toBeTruthy();
    expect(screen.getByText("Select a date first")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([]);
    expect(useToasts.getState().shown).toMatchObject({
      title: "Date required",
      description: "Please select a date for your flight.",
    });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Date/ }));
  });

  it("[S084] starts at the minimum and computes with two decimals", async () => {
    await open();
    expect(screen.getByText("2 hour minimum")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "One hour more" }));
    fireEvent.click(screen.getByRole("button", { name: "One hour more" }));
    expect(screen.getByText("$345 × 4 hours").parentElement?.textContent).toContain("$1,380.00");
    expect(screen.getByText("Taxes and fees (10%)").parentElement?.textContent).toContain("$138.00");
    expect(screen.getByText("Total").parentElement?.textContent).toContain("$1,518.00");
  });

  it("[S086] fills in the draft, says who answers by when, and reports it", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, start, hours: 4 });
    await open();
    expect(await screen.findByText("You won't be charged yet")).toBeTruthy();
    expect(screen.getByText(/^Marisol answers by/)).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([{ date: soon, start, hours: 4 }]);
  });

  it("[S192] changes its button from outline to primary once there is a date", async () => {
    await open();
    expect(bookNow().className).not.toContain("primary");
    cleanup();
    storeUnsentBooking(null, plane.id, { date: soon, hours: 2 });
    await open();
    expect(bookNow().className).toContain("primary");
    expect(screen.queryByText("Please select a date to continue")).toBeNull();
  });

  it("drops a stored date that has passed", async () => {
    storeUnsentBooking(null, plane.id, { date: "2020-01-01", start: "2020-01-01T18:00:00.000Z", hours: 3 });
    await open();
    expect(screen.getByText("Select a date")).toBeTruthy();
    expect(screen.getByRole("spinbutton").getAttribute("aria-valuetext")).toBe("3 hours");
  });

  it("only computes the price for a reader who cannot book", async () => {
    await open(false);
    expect(screen.queryByRole("button", { name: "Book Now" })).toBeNull();
    expect(screen.getByText("Total")).toBeTruthy();
  });
});

describe("a request that is accepted at once", () => {
  const opened = async (instant: "returning" | "verified", me: Parameters<typeof aPerson>[0], hasFlown: boolean) => {
    answerFreeHours(server, plane, { plan: { instant } });
    server.me = aPerson(me);
    const flight = { pilotId: server.me.id, ownerId: "owner", aircraftId: plane.id, status: "completed" } as const;
    server.rows = { bookings: hasFlown ? [aBooking(flight)] : [] };
    storeUnsentBooking(null, plane.id, { date: soon, start, hours: 4 });
    await open();
  };

  it("[S731] is promised to a pilot with the mark Verified", async () => {
    await opened("verified", { verified: true }, false);
    expect((await screen.findByText("Accepted at once.")).parentElement?.textContent).toContain("a verified pilot");
  });

  it("is not promised for a verified email, nor for a flight where the mark counts", async () => {
    await opened("verified", { verified: false }, true);
    expect(await screen.findByText(/^Marisol answers by/)).toBeTruthy();
    expect(screen.queryByText("Accepted at once.")).toBeNull();
  });

  it("[S732] is promised to a pilot who has flown with the owner, without the mark", async () => {
    await opened("returning", { verified: false }, true);
    expect((await screen.findByText("Accepted at once.")).parentElement?.textContent).toContain("flown with Marisol");
  });
});

describe("the start", () => {
  it("is asked for beside its field, and reported once it is chosen", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 3 });
    await open();
    const nine = await startAt("09:00");
    expect(screen.getByText("Choose a start")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([]);
    expect(screen.getByText("Please select a start.")).toBeTruthy();
    expect(starts()).toContain(document.activeElement);
    fireEvent.click(nine);
    expect(nine.getAttribute("aria-checked")).toBe("true");
    expect(screen.getByText(/^09:00–12:00 P[SD]T/)).toBeTruthy();
    expect(unsentBooking(null, plane.id, "2026-11-21")?.start).toBeDefined();
    fireEvent.click(bookNow());
    expect(booked).toMatchObject([{ date: soon, hours: 3 }]);
  });

  it("[S381] is one stop whose arrows reach all half hours, also those that say why they are not free", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 3 });
    await open();
    await startAt("07:00");
    expect(starts()).toHaveLength(28);
    expect(starts().filter((radio) => radio.tabIndex === 0)).toEqual([starts()[0]]);
    starts()[0]?.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    press("ArrowRight");
    expect(document.activeElement).toBe(starts()[1]);
    press("End");
    const late = starts().at(-1) as HTMLElement;
    expect(document.activeElement).toBe(late);
    const reason = "20:30: free until 21:00, and 3 hours end at 23:30.";
    expect(screen.getByText(reason)).toBeTruthy();
    expect(document.getElementById(late.getAttribute("aria-describedby") ?? "")?.textContent).toBe(reason);
    // Its description says it: a status would say it twice.
    expect(screen.getByText(reason).closest("[role=status]")).toBeNull();
    fireEvent.click(late);
    expect([late.getAttribute("aria-checked"), late.getAttribute("aria-disabled")]).toEqual(["false", "true"]);
    expect(unsentBooking(null, plane.id, "2026-11-21")?.start).toBeUndefined();
  });

  it("[S383] stays with a duration that still fits, and says why with one that does not", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 2 });
    await open();
    fireEvent.click(await startAt("18:00"));
    const more = screen.getByRole("button", { name: "One hour more" });
    fireEvent.click(more);
    expect(screen.getByText(/^18:00–21:00/)).toBeTruthy();
    fireEvent.click(more);
    expect(screen.getByText("Choose another start")).toBeTruthy();
    expect(screen.getByText("18:00: free until 21:00, and 4 hours end at 22:00.")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([]);
  });

  it("offers no half hours when the duration fits on no start of the day", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 15 });
    await open();
    expect(await screen.findByText("No start fits")).toBeTruthy();
    expect(screen.getByText(/^15 hours do not fit on .*\. The longest that fits is 14 hours\.$/)).toBeTruthy();
    expect(screen.getByText("Choose fewer hours or another date")).toBeTruthy();
    expect(screen.queryByRole("radiogroup")).toBeNull();
  });
});

describe("the free hours", () => {
  const parted: [number, number][] = [
    [420, 810],
    [1_050, 1_260],
  ];

  it("are those that the server answers: a bar, grey half hours with their reason", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 3 });
    answerFreeHours(server, plane, { open: { [soon]: parted } });
    await open();
    const two = await startAt("14:00");
    expect(screen.getByRole("img", { name: "Free 07:00 to 13:30 and 17:30 to 21:00" })).toBeTruthy();
    act(() => two.focus());
    expect(screen.getByText("Not free. Free again from 17:30.")).toBeTruthy();
    expect(two.getAttribute("aria-disabled")).toBe("true");
  });

  it("[S384] that were taken meanwhile clear the start and name others", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, start, hours: 3 });
    answerFreeHours(server, plane, { open: { [soon]: [[1_050, 1_260]] } });
    await open();
    expect(
      await screen.findByText(/^1\d:00–1\d:00 was just taken\. 3 hours still fit from 17:30 or 18:00\.$/),
    ).toBeTruthy();
    expect(screen.getByText("Choose another start")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([]);
  });

  it("offer the next day on which the duration fits", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, hours: 7 });
    answerFreeHours(server, plane, { open: { [soon]: parted } });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: /^Next day for 7 hours: / }));
    expect(await startAt("07:00")).toBeTruthy();
    expect(unsentBooking(null, plane.id, "2026-11-21")?.date).not.toBe(soon);
  });

  it("[S385] without signal are the ones kept here, with their time, and the server checks them", async () => {
    storeUnsentBooking(null, plane.id, { date: soon, start, hours: 3 });
    await open();
    expect(await screen.findByText("You won't be charged yet")).toBeTruthy();
    expect(screen.queryByText(/^Free hours as of/)).toBeNull();
    server.answers.clear();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    // The word of the booking's card, which the request becomes.
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5)");
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(
      await screen.findByText(/^Free hours as of today, \d\d:\d\d\. The server checks them when you have signal\.$/),
    ).toBeTruthy();
    expect(screen.getByText("Saved on this phone until you have signal")).toBeTruthy();
    expect(screen.getByText("Marisol answers after it is sent")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([{ date: soon, start, hours: 3 }]);
  });
});
