import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { calendarText, type CalendarBooking } from "./calendar-text.ts";

const origin = "https://tailhour.example";
const HOUR_MS = 3_600_000;

function booking(startDate: string, location: string, fields: Partial<CalendarBooking> = {}): CalendarBooking {
  const hours = fields.hours ?? 3;
  return {
    id: `b-${startDate}-${location}`,
    status: "accepted",
    startDate,
    endsAt: new Date(Date.parse(startDate) + hours * HOUR_MS).toISOString(),
    hours,
    rev: 4,
    changedAt: "2026-11-20T10:00:00.000Z",
    aircraft: "Cirrus SR22 G5",
    location,
    airport: null,
    peerId: "019a0000-0000-7000-8000-000000000001",
    peerName: "Marisol Vega",
    ...fields,
  };
}

/** In UTF-8, where each byte outside of ASCII is one escape. */
const bytesOf = (text: string) => encodeURIComponent(text).replaceAll(/%../g, "x").length;

/** The events as another program reads them: with the zones of the file alone. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const zones = new Map(
    calendar.getAllSubcomponents("vtimezone").map((one) => [one.getFirstPropertyValue("tzid"), new ICAL.Timezone(one)]),
  );
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const at = (name: string) => {
      const property = one.getFirstProperty(name);
      const time = property?.getFirstValue() as ICAL.Time;
      const zone = zones.get(property?.getFirstParameter("tzid") ?? "");
      if (!zone) throw new Error("The file lacks the event's zone");
      time.zone = zone;
      return time.toJSDate().toISOString();
    };
    return { event: new ICAL.Event(one), one, start: at("dtstart"), end: at("dtend") };
  });
}

describe("a booking in a calendar program", () => {
  it.each([
    ["in winter", "2026-12-05T17:00:00.000Z", "San Diego CA"],
    ["in summer", "2026-07-05T16:30:00.000Z", "Chicago IL"],
    ["without clock changes", "2026-07-05T16:30:00.000Z", "Phoenix AZ"],
    ["over the night that gains an hour", "2026-11-01T06:30:00.000Z", "Atlanta GA"],
    ["over the night that loses an hour", "2027-03-14T09:00:00.000Z", "Denver CO"],
    ["years ahead", "2031-05-01T12:00:00.000Z", "Seattle WA"],
  ])("has the same instants, %s", (_, startDate, location) => {
    const made = booking(startDate, location, { hours: 4 });
    const [read] = eventsOf(calendarText([made], origin));
    expect([read?.start, read?.end]).toEqual([made.startDate, made.endsAt]);
  });

  it("[S436] keeps one zone for each aircraft of a feed", () => {
    const made = [booking("2026-12-05T17:00:00.000Z", "Denver CO"), booking("2026-12-06T17:00:00.000Z", "Miami FL")];
    const text = calendarText(made, origin);
    expect(text.match(/^TZID:.*$/gm)).toHaveLength(2);
    expect(eventsOf(text).map(({ start }) => start)).toEqual(made.map(({ startDate }) => startDate));
  });

  it.each([
    ["requested", "TENTATIVE"],
    ["accepted", "CONFIRMED"],
    ["completed", "CONFIRMED"],
    ["declined", "CANCELLED"],
    ["cancelled", "CANCELLED"],
    ["expired", "CANCELLED"],
  ] as const)("[S437] is %s as %s, with a stable id and its revision", (status, expected) => {
    const made = booking("2026-12-05T17:00:00.000Z", "Denver CO", { status });
    const [read] = eventsOf(calendarText([made], origin));
    expect(read?.one.getFirstPropertyValue("status")).toBe(expected);
    expect(read?.event.uid).toBe(`${made.id}@tailhour`);
    expect(read?.event.sequence).toBe(4);
    expect(read?.one.getFirstProperty("dtstamp")?.toICALString()).toBe("DTSTAMP:20261120T100000Z");
  });

  it("names aircraft, place and the other member, and links to the conversation", () => {
    const made = booking("2026-12-05T17:00:00.000Z", "Denver CO", { peerName: "Ann; B\nSUMMARY:x", aircraft: "A, B" });
    const [read] = eventsOf(calendarText([made], origin));
    expect(read?.event.summary).toBe("A, B with Ann; B\nSUMMARY:x");
    expect(read?.event.location).toBe("Denver CO");
    expect(read?.one.getFirstPropertyValue("url")).toBe(`${origin}/messages?with=${made.peerId}`);
  });

  it("is a valid file without bookings, with lines of at most 75 bytes and CRLF", () => {
    expect(eventsOf(calendarText([], origin))).toEqual([]);
    const long = booking("2026-12-05T17:00:00.000Z", "Denver CO", { aircraft: "Überlanges Flugzeug ".repeat(9) });
    const lines = calendarText([long], origin).split("\r\n");
    expect(lines.filter((line) => bytesOf(line) > 75 || line.includes("\n"))).toEqual([]);
  });
});
