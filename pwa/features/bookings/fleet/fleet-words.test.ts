import { describe, expect, it } from "vitest";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { aBooking } from "../../../testing/booking.ts";
import { fleetRows } from "./fleet-layout.ts";
import { briefHours, briefName, chipWords, hoursOf, itemName, presentWords } from "./fleet-words.ts";

const plane = { id: "plane", name: "Cessna 172S", location: "San Diego CA", airport: null, picture: "" };
const flight = (startDate: string, hours: number, fields: Partial<Booking> = {}) =>
  aBooking({ aircraftId: "plane", startDate: `2026-12-${startDate}:00.000Z`, hours, ...fields });
const nameOf = () => "Luca Ferrante";

function row(bookings: Booking[], { at = "09T18:38", blocks = [] as { from: string; to: string }[] } = {}) {
  const now = new Date(`2026-12-${at}:00.000Z`);
  const blocked = blocks.map(({ from, to }) => ({
    ...{ id: from, aircraftId: "plane", ownerId: "me", reason: "maintenance" as const, note: null, rev: 1 },
    ...{ from: `2026-12-${from}:00.000Z`, to: `2026-12-${to}:00.000Z`, createdAt: now.toISOString() },
  }));
  const data = { aircraft: [plane], plans: [], bookings, blocks: blocked };
  return fleetRows(data, dayNumber("2026-12-06"), 7, now)[0]!;
}

describe("the words under an aircraft's name", () => {
  it.each([
    ["Free today", row([])],
    ["Out until 12:00", row([flight("09T17:00", 3)])],
    ["Out until Thu 02:00", row([flight("09T18:00", 16)])],
    ["Free until 13:00", row([flight("09T21:00", 3)])],
    ["Free today", row([flight("09T21:00", 3, { status: "requested" })])],
    ["Free today", row([], { at: "10T04:59" })],
    ["Closed for today", row([], { at: "10T05:00" })],
    ["Maintenance", row([], { blocks: [{ from: "08T15:00", to: "11T05:00" }] })],
  ])("[S423] say %s", (words, one) => {
    expect(presentWords(one)).toBe(words);
  });
});

describe("a chip", () => {
  const item = (booking: Booking) => row([booking]).days.flatMap(({ items }) => items)[0]!;

  it("says the hours of one day, and both days of a flight over midnight", () => {
    const [short, long] = [item(flight("10T17:00", 3)), item(flight("11T06:00", 4))];
    expect([hoursOf(short), hoursOf(long)]).toEqual(["09:00–12:00", "Thu 22:00 – Fri 02:00"]);
    expect(chipWords(short, nameOf)).toBe("Luca Ferrante, 09:00 to 12:00");
    expect(chipWords(long, nameOf)).toBe("Luca Ferrante, Thu, Dec 10, 22:00 to Fri, Dec 11, 02:00");
    expect(hoursOf(item(flight("11T05:00", 3)))).toBe("21:00–24:00");
  });

  it("[S422] says why a flight was cancelled", () => {
    const cancelled = { status: "cancelled", holdsUntil: "2026-12-09T01:00:00.000Z" } as const;
    const weather = item(flight("08T23:00", 2, { ...cancelled, reason: "weather" }));
    expect(itemName(weather, nameOf)).toBe("Luca, weather");
    expect(chipWords(weather, nameOf)).toBe("cancelled, weather, Luca Ferrante, 15:00 to 17:00");
    expect(itemName(item(flight("08T23:00", 2, cancelled)), nameOf)).toBe("Luca, cancelled");
  });

  it("is brief on a phone", () => {
    expect([briefHours({ from: 780, to: 960 }), briefHours({ from: 510, to: 660 })]).toEqual(["13–16", "08:30–11"]);
    expect([briefName("Luca Ferrante"), briefName("Cher"), briefName("Ana de la Cruz")]).toEqual([
      ..."Luca F.,Cher,Ana C.".split(","),
    ]);
  });
});
