// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToasts } from "../../client/shell/toasts.ts";
import { BookingPanel } from "./booking-panel.tsx";
import type { BookingDetails } from "./booking-request.ts";
import { BuyBar } from "./buy-bar.tsx";
import { useBook } from "./use-book.ts";
import type { BookingDraft } from "./use-booking-draft.ts";

const plane = { hourlyRate: 345, minHours: 2 };
const nothingSet = {
  date: undefined,
  hours: 2,
  today: "2026-11-21",
  setDate: () => undefined,
  setHours: () => undefined,
};
let booked: BookingDetails[] = [];
let tellView: (isInView: boolean) => void;

beforeEach(() => {
  booked = [];
  useToasts.setState({ shown: null, deferred: null });
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
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ draft }: { draft: BookingDraft }) {
  const panel = useRef<HTMLElement>(null);
  const booking = useBook(draft, (details) => booked.push(details));
  const common = { plane, draft, booking };
  return (
    <>
      <BookingPanel {...common} ref={panel} price="$345 / hour" />
      <section aria-label="Bar">
        <BuyBar {...common} panel={panel} price="$345" />
      </section>
    </>
  );
}
const inBar = () => within(screen.getByRole("region", { name: "Bar" })).queryByRole("button", { name: "Book Now" });
/** Focuses and clicks, as a tap does. */
function tap(button: HTMLElement | null) {
  button?.focus();
  fireEvent.click(button as HTMLElement);
}

it("[S094] says that a date is missing and keeps the focus on its field, also after the bar hides", () => {
  render(<Page draft={nothingSet} />);
  tap(inBar());
  expect(booked).toEqual([]);
  expect(useToasts.getState().shown).toMatchObject({
    title: "Date required",
    description: "Please select a date for your flight.",
  });
  act(() => tellView(true));
  expect(inBar()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Date/ }));
});

it("reports complete details", () => {
  render(<Page draft={{ ...nothingSet, date: "2099-12-05", hours: 4 }} />);
  tap(inBar());
  expect(booked).toEqual([{ date: "2099-12-05", hours: 4 }]);
});
