// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useToasts } from "../../client/shell/toasts.ts";
import { BookingPanel } from "./booking-panel.tsx";
import type { BookingDetails } from "./booking-request.ts";
import { storeUnsentBooking } from "../../client/bookings/unsent-booking.ts";
import { useBook } from "./use-book.ts";
import { useBookingDraft } from "./use-booking-draft.ts";

const plane = { id: "plane", hourlyRate: 345, minHours: 2, location: "San Diego CA" };
const date = "2099-12-05";
let booked: BookingDetails[] = [];

function Panel({ mayBook = true }: { mayBook?: boolean }) {
  const draft = useBookingDraft(plane, null);
  const onBook = mayBook ? (details: BookingDetails) => booked.push(details) : null;
  const booking = useBook(draft, onBook);
  return <BookingPanel plane={plane} draft={draft} booking={booking} price="$345 / hour" />;
}

beforeEach(() => {
  localStorage.clear();
  booked = [];
  useToasts.setState({ shown: null, deferred: null });
});
afterEach(cleanup);

const bookNow = () => screen.getByRole("button", { name: "Book Now" });

describe("booking panel", () => {
  it("[S093] without a date only asks for one", () => {
    render(<Panel />);
    expect(screen.getByText("Please select a date to continue")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([]);
    expect(useToasts.getState().shown).toMatchObject({
      title: "Date required",
      description: "Please select a date for your flight.",
    });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Date/ }));
  });

  it("[S084] starts at the minimum and computes with two decimals", () => {
    render(<Panel />);
    expect(screen.getByText("2 hour minimum")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "One hour more" }));
    fireEvent.click(screen.getByRole("button", { name: "One hour more" }));
    expect(screen.getByText("$345 × 4 hours").parentElement?.textContent).toContain("$1,380.00");
    expect(screen.getByText("Taxes and fees (10%)").parentElement?.textContent).toContain("$138.00");
    expect(screen.getByText("Total").parentElement?.textContent).toContain("$1,518.00");
  });

  it("[S086] fills in the draft and reports it", () => {
    storeUnsentBooking(null, plane.id, { date, hours: 4 });
    render(<Panel />);
    expect(screen.getByText("Saturday, December 5, 2099")).toBeTruthy();
    expect(screen.getByText("You won't be charged yet")).toBeTruthy();
    fireEvent.click(bookNow());
    expect(booked).toEqual([{ date, hours: 4 }]);
  });

  it("[S192] changes its button from outline to primary once there is a date", () => {
    render(<Panel />);
    const outline = bookNow().className;
    cleanup();
    storeUnsentBooking(null, plane.id, { date, hours: 2 });
    render(<Panel />);
    expect(bookNow().className).toContain("primary");
    expect(outline).not.toContain("primary");
    expect(screen.queryByText("Please select a date to continue")).toBeNull();
  });

  it("drops a stored date that has passed", () => {
    storeUnsentBooking(null, plane.id, { date: "2020-01-01", hours: 3 });
    render(<Panel />);
    expect(screen.getByText("Select a date")).toBeTruthy();
    expect(screen.getByRole("spinbutton").getAttribute("aria-valuetext")).toBe("3 hours");
  });

  it("only computes the price for a reader who cannot book", () => {
    render(<Panel mayBook={false} />);
    expect(screen.queryByRole("button", { name: "Book Now" })).toBeNull();
    expect(screen.getByText("Total")).toBeTruthy();
  });
});
