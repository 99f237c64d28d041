import { describe, expect, it } from "vitest";
import type { Block, StoredPlan } from "../../../../shared/domain/availability.ts";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { planDefaults } from "../../../../shared/domain/hours/availability-rules.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { aBooking } from "../../../testing/booking.ts";
import { barPlace, dayWindow, fleetRows, weekStart, type FleetData } from "./fleet-layout.ts";

// Wednesday, 10:38 in San Diego.
const now = new Date("2026-12-09T18:38:00.000Z");
const sunday = dayNumber("2026-12-06");
const plane = { id: "plane", name: "Cessna 172S", location: "San Diego CA", airport: null, picture: "" };

function flight(startDate: string, hours: number, fields: Partial<Booking> = {}) {
  return aBooking({ aircraftId: "plane", startDate: `2026-12-${startDate}:00.000Z`, hours, ...fields });
}
function block(from: string, to: string): Block {
  const times = { from: `2026-12-${from}:00.000Z`, to: `2026-12-${to}:00.000Z`, createdAt: now.toISOString() };
  return { id: "block", aircraftId: "plane", ownerId: "me", reason: "maintenance", note: null, rev: 1, ...times };
}
function week(data: Partial<FleetData>) {
  const whole = { aircraft: [plane], plans: [], bookings: [], blocks: [], ...data };
  const rows = fleetRows(whole, sunday, 7, now);
  return { rows, days: rows[0]?.days ?? [], window: dayWindow(whole, rows) };
}
const shown = (items: readonly { kind: string; from: number; to: number; buffer: number }[]) =>
  items.map(({ kind, from, to, buffer }) => [kind, from / 60, to / 60, buffer].join(" "));

describe("a day of My Fleet", () => {
  it("[S417] has its flights and requests in order, on the aircraft's clock, with the time kept free", () => {
    const bookings = [
      flight("10T21:00", 3, { holdsUntil: "2026-12-11T00:30:00.000Z" }),
      flight("10T16:00", 2, { status: "requested" }),
      flight("10T16:00", 2, { status: "declined" }),
      flight("10T16:00", 2, { aircraftId: "another" }),
    ];
    expect(shown(week({ bookings }).days[4]!.items)).toEqual(["request 8 10 0", "accepted 13 16 30"]);
  });

  it("[S420] shows what is over as past and leaves out requests without an answer", () => {
    const bookings = [
      flight("06T16:00", 3, { status: "completed" }),
      flight("09T15:00", 2),
      flight("09T22:00", 2, { status: "requested", answerBy: "2026-12-09T18:00:00.000Z" }),
    ];
    const { days } = week({ bookings });
    expect(shown(days[0]!.items)).toEqual(["past 8 11 0"]);
    expect(shown(days[3]!.items)).toEqual(["past 7 9 0"]);
    expect(days.map(({ isPast, isToday, now: minute }) => [isPast, isToday, minute])[3]).toEqual([false, true, 638]);
  });

  it("[S421] shows a cancelled flight up to today, and no request that was cancelled", () => {
    const cancelled = { status: "cancelled", holdsUntil: "2026-12-12T00:30:00.000Z" } as const;
    const bookings = [
      flight("08T16:00", 3, cancelled),
      flight("08T20:00", 2, { ...cancelled, holdsUntil: null }),
      flight("10T16:00", 3, cancelled),
    ];
    expect(week({ bookings }).days.map(({ items }) => shown(items).join())).toEqual([
      ...["", "", "cancelled 8 11 0", "", "", "", ""],
    ]);
  });

  it("knows today also where another week is shown", () => {
    const data = { aircraft: [plane], plans: [], blocks: [], bookings: [flight("09T17:00", 3)] };
    const [row] = fleetRows(data, sunday + 28, 7, now);
    expect(shown(row!.today.items)).toEqual(["accepted 9 12 0"]);
    expect(row!.days.flatMap(({ items }) => items)).toEqual([]);
  });

  it("has a part of a flight or block that goes on over midnight", () => {
    const { days } = week({
      bookings: [flight("12T06:00", 4, { holdsUntil: "2026-12-12T10:30:00.000Z" })],
      blocks: [block("08T15:00", "11T05:00")],
    });
    expect(days.map(({ items }) => shown(items).join())).toEqual([
      "",
      "",
      "block 7 24 0",
      "block 0 24 0",
      "block 0 21 0",
      "accepted 22 24 0",
      "accepted 0 2 30",
    ]);
  });

  it("is closed where the plan has no hours", () => {
    const plan: StoredPlan = {
      ...planDefaults,
      aircraftId: "plane",
      rev: 1,
      weekly: { ...planDefaults.weekly, mon: [] },
    };
    expect(week({ plans: [plan] }).days.map(({ isClosed }) => isClosed)).toEqual([
      ...[false, true, false, false, false, false, false],
    ]);
  });

  it("keeps its hours over both clock changes", () => {
    const at = (startDate: string) => {
      const data = {
        aircraft: [plane],
        plans: [],
        blocks: [],
        bookings: [aBooking({ aircraftId: "plane", startDate })],
      };
      return shown(fleetRows(data, dayNumber(startDate.slice(0, 10)), 1, now)[0]!.days[0]!.items);
    };
    // Three hours over the hour that is skipped end at 04:00, and over the one that is repeated at 02:00.
    expect(at("2027-03-14T08:00:00.000Z")).toEqual(["accepted 0 4 0"]);
    expect(at("2027-11-07T07:00:00.000Z")).toEqual(["accepted 0 2 0"]);
  });

  it("[S640] has a bar of an hour for a flight within the hour that the clock repeats", () => {
    const kept = { holdsUntil: "2026-11-01T10:00:00.000Z" };
    const flown = aBooking({ aircraftId: "plane", startDate: "2026-11-01T08:30:00.000Z", hours: 1, ...kept });
    const times = { from: "2026-11-01T08:30:00.000Z", to: "2026-11-01T09:00:00.000Z" };
    const rows = (data: Partial<FleetData>) => {
      const whole = { aircraft: [plane], plans: [], bookings: [], blocks: [], ...data };
      const days = fleetRows(whole, dayNumber("2026-11-01"), 1, new Date("2026-10-30T18:00:00.000Z"))[0]!.days;
      return days[0]!.items.map(({ from, to, barEnd, buffer }) => [from, to, barEnd, buffer]);
    };
    // From 01:30 PDT to 01:30 PST, and from 01:30 PDT to 01:00 PST.
    expect(rows({ bookings: [flown] })).toEqual([[90, 90, 150, 30]]);
    expect(rows({ blocks: [{ ...block("01T08:30", "01T09:00"), ...times }] })).toEqual([[90, 60, 120, 0]]);
  });
});

describe("the day bars", () => {
  it("span the plans in full hours, and flights outside of them", () => {
    expect(week({}).window).toEqual({ from: 420, to: 1260 });
    expect(week({ bookings: [flight("10T13:30", 2)] }).window).toEqual({ from: 300, to: 1260 });
    expect(barPlace({ from: 0, to: 840 }, { from: 420, to: 1260 })).toEqual({ left: "0.00%", width: "50.00%" });
  });

  it("begin a week on Sunday", () => {
    expect(["2026-12-06", "2026-12-09", "2026-12-12"].map((day) => weekStart(dayNumber(day)))).toEqual([
      ...[sunday, sunday, sunday],
    ]);
  });
});
