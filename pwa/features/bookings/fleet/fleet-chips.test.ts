import { describe, expect, it } from "vitest";
import { aBooking } from "../../../testing/booking.ts";
import { chipsOf, freeSlot } from "./fleet-chips.ts";
import type { FleetDay, FleetItem } from "./fleet-layout.ts";

const item = (id: string, from: number): FleetItem => ({
  ...{ id, from, to: from + 60, barEnd: from + 60, buffer: 0, kind: "accepted", booking: aBooking({ id }) },
  ...{ starts: { day: 0, minute: from }, ends: { day: 0, minute: from + 60 } },
});
const day = (...items: FleetItem[]): FleetDay => ({
  ...{ number: 0, day: "2026-12-06", isToday: false, isPast: false, isClosed: false, open: null, now: null },
  items,
});
const places = (days: readonly FleetDay[]) =>
  chipsOf(days).map(({ item: { id }, column, span, slot }) => `${id} ${column}+${span} ${slot}`);

describe("the chips of a week", () => {
  it("have one for each item, across its days", () => {
    expect(places([day(item("a", 600)), day(item("a", 0)), day(item("a", 0))])).toEqual(["a 0+3 0"]);
  });

  it("[S419] leave the slot of a long chip free on all its days", () => {
    const days = [
      day(item("early", 60), item("long", 600)),
      day(item("long", 0), item("late", 900)),
      day(item("c", 0)),
    ];
    expect(places(days)).toEqual(["long 0+2 0", "early 0+1 1", "late 1+1 1", "c 2+1 0"]);
  });

  it("have the block button below them", () => {
    const days = [day(item("a", 0), item("b", 60)), day()];
    expect([0, 1].map((column) => freeSlot(chipsOf(days), column))).toEqual([2, 0]);
  });
});
