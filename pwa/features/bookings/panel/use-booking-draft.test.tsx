// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useHomeFilters } from "../../../client/catalogue/home-filters.ts";
import { storeUnsentBooking, unsentBooking } from "../../../client/bookings/unsent-booking.ts";
import { adoptGuestBookings, type FormUser } from "../../../client/bookings/stored-bookings.ts";
import { useBookingDraft } from "./use-booking-draft.ts";

const plane = { id: "plane", minHours: 2, location: "San Diego CA", airport: null };
const [ana, ben] = ["person-ana", "person-ben"];
const typed = { date: "2099-12-05", start: "2099-12-05T17:00:00.000Z", hours: 4 };
const nothing = { date: undefined, start: undefined, hours: 2 };

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(reader: FormUser) {
  const hook = renderHook((who: FormUser) => useBookingDraft(plane, who), { initialProps: reader });
  return {
    becomes: (next: FormUser) => hook.rerender(next),
    fill() {
      act(() => hook.result.current.change({ date: typed.date }));
      act(() => hook.result.current.change({ start: typed.start }));
      act(() => hook.result.current.change({ hours: typed.hours }));
    },
    shown() {
      const { date, start, hours } = hook.result.current;
      return { date, start, hours };
    },
  };
}

it("keeps a guest's entries through log-in, on the page and after reopening it", () => {
  const page = open(null);
  page.fill();
  adoptGuestBookings(ana);
  page.becomes(ana);
  expect(page.shown()).toEqual(typed);
  cleanup();
  expect(open(ana).shown()).toEqual(typed);
});

it("[R13] hides a user's entries from the next user, and restores them for the first", () => {
  const page = open(ana);
  page.fill();
  page.becomes(null);
  expect(page.shown()).toEqual(nothing);
  page.becomes(ben);
  expect(page.shown()).toEqual(nothing);
  page.becomes(ana);
  expect(page.shown()).toEqual(typed);
  expect(unsentBooking(ben, plane.id, "2026-11-21")).toBeNull();
});

it("starts with the day that Home was searched for, unless it is over", () => {
  useHomeFilters.setState({ filters: { date: "2099-12-24" } });
  expect(open(ana).shown()).toEqual({ ...nothing, date: "2099-12-24" });
  storeUnsentBooking(ana, plane.id, typed);
  expect(open(ana).shown()).toEqual(typed);
  useHomeFilters.setState({ filters: { date: "2020-12-24" } });
  expect(open(ben).shown()).toEqual(nothing);
  useHomeFilters.setState({ filters: null });
});

it("shows another user their own entries", () => {
  storeUnsentBooking(ben, plane.id, { date: "2099-12-24", hours: 3 });
  const page = open(ana);
  page.fill();
  page.becomes(ben);
  expect(page.shown()).toEqual({ date: "2099-12-24", start: undefined, hours: 3 });
});
