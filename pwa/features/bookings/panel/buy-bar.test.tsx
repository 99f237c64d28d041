// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../../../../shared/kit/ids.ts";
import { storeUnsentBooking } from "../../../client/bookings/unsent-booking.ts";
import { hoursOf } from "../../../client/availability/hours-source.ts";
import { useToasts } from "../../../client/shell/toasts.ts";
import { answerFreeHours } from "../../../testing/free-hours.ts";
import { closeScreen, newServer, openScreen } from "../../../testing/screen.tsx";
import type { BookingDetails } from "./booking-request.ts";
import { BookingSheet, type SheetStep } from "./booking-sheet.tsx";
import { BuyBar } from "./buy-bar.tsx";
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
let server: ReturnType<typeof newServer>;
let booked: BookingDetails[] = [];
let tellView: (isInView: boolean) => void;

beforeEach(() => {
  server = newServer();
  plane = { ...plane, id: newId() };
  answerFreeHours(server, plane);
  booked = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        tellView = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(closeScreen);

function Page() {
  const panel = useRef<HTMLElement>(null);
  const choice = useBookingChoice(plane, { name: "Marisol Vega" }, null);
  const [step, setStep] = useState<SheetStep | null>(null);
  const common = { plane, choice, onBook: (details: BookingDetails) => booked.push(details) };
  return (
    <>
      <section ref={panel} />
      <BuyBar {...common} panel={panel} price="$345" onSheet={setStep} />
      {step && (
        <BookingSheet onSent={() => undefined} {...common} step={step} onStep={setStep} ownerId="owner" price="$345" />
      )}
    </>
  );
}
const bookNow = () => screen.getByRole("button", { name: "Book Now" });
/** Focuses and clicks, as a tap does. */
function tap(button: HTMLElement) {
  button.focus();
  fireEvent.click(button);
}
const days = async () =>
  (await screen.findAllByRole("gridcell")).flatMap((cell) => [...cell.querySelectorAll("button")]);
const free = async () => (await days()).filter((day) => day.getAttribute("aria-disabled") === null);

it("[S094] says that a date is missing and opens the calendar on the first free day", async () => {
  await openScreen(server, <Page />);
  await waitFor(() => expect(hoursOf(plane.id).source).toBe("server"));
  tap(bookNow());
  expect(booked).toEqual([]);
  expect(useToasts.getState().shown).toMatchObject({
    title: "Date required",
    description: "Please select a date for your flight.",
  });
  expect(screen.getByRole("dialog", { name: "Choose a date" })).toBeTruthy();
  expect(document.activeElement).toBe((await free())[0]);
});

it("takes date and start in the sheet, keeps them when it closes, and then books", async () => {
  await openScreen(server, <Page />);
  tap(screen.getByRole("button", { name: /Select a date/ }));
  await free();
  // On the last day of a month its hours may have passed.
  tap(screen.getByRole("button", { name: "Later month" }));
  const day = (await free()).at(-1) as HTMLElement;
  tap(day);
  expect(screen.getByRole("dialog", { name: "Choose your hours" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Date/ }));
  tap(screen.getByRole("radio", { name: /^09:00/ }));
  fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText(/, 09:00 P[SD]T · 2 hours · \$759\.00$/)).toBeTruthy();
  tap(bookNow());
  expect(booked).toMatchObject([{ hours: 2 }]);
});

it("hides while the panel is in view", async () => {
  await openScreen(server, <Page />);
  act(() => tellView(true));
  expect(screen.queryByRole("button", { name: "Book Now" })).toBeNull();
});

it("reports complete details", async () => {
  const details = { date: soon, start: `${soon}T18:00:00.000Z`, hours: 4 };
  storeUnsentBooking(null, plane.id, details);
  await openScreen(server, <Page />);
  await screen.findByText(/\$1,518\.00$/);
  tap(bookNow());
  expect(booked).toEqual([details]);
});
