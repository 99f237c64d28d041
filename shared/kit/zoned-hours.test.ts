import { describe, expect, it } from "vitest";
import { readerHours, readerTime, zonedHours, zonedSpan, zoneName } from "./zoned-hours.ts";

const span = (startDate: string, hours: number) => ({
  startDate,
  endsAt: new Date(Date.parse(startDate) + hours * 3_600_000).toISOString(),
});
const [west, mountain, phoenix] = ["America/Los_Angeles", "America/Denver", "America/Phoenix"];

describe("the hours of a booking", () => {
  it("[S333] are on the clock of the aircraft's zone, with its name", () => {
    expect(zonedSpan(span("2026-12-05T17:00:00.000Z", 3), west)).toBe("Sat, Dec 5, 09:00–12:00 PST");
    expect(zonedHours(span("2026-07-05T16:00:00.000Z", 3), phoenix)).toBe("09:00–12:00 MST");
  });

  it("[S335] name the zone at both ends when the clock changes in between", () => {
    expect(zonedHours(span("2026-11-01T06:30:00.000Z", 3), west)).toBe("23:30 PDT–01:30 PST");
    expect(zonedHours(span("2026-03-08T08:00:00.000Z", 3), west)).toBe("00:00 PST–04:00 PDT");
  });

  it("[S1328] name the zone all through two years as a formatter of English does", () => {
    const usual = ["New_York", "Detroit", "Chicago", "Denver", "Boise", "Phoenix", "Los_Angeles", "Anchorage"];
    const others = ["Pacific/Honolulu", "America/Halifax", "Europe/Berlin", "Asia/Kolkata", "UTC"];
    for (const zone of [...usual.map((city) => `America/${city}`), ...others]) {
      const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" });
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 4 * 3_600_000) {
        const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")!.value;
        if (zoneName(new Date(at), zone) !== name)
          expect([zone, at, zoneName(new Date(at), zone)]).toEqual([zone, at, name]);
      }
    }
  });

  it("name the day of an end that is a day or more later", () => {
    expect(zonedHours(span("2026-12-05T17:00:00.000Z", 48), west)).toBe("09:00–Mon, Dec 7, 09:00 PST");
    expect(zonedHours(span("2026-12-06T06:00:00.000Z", 4), west)).toBe("22:00–02:00 PST");
  });

  it("[S334] are repeated on the reader's clock only where it shows something else", () => {
    const morning = span("2026-12-05T17:00:00.000Z", 3);
    expect(readerHours(morning, west, mountain)).toBe("10:00–13:00 your time");
    expect(readerHours(morning, west, west)).toBeNull();
    expect(readerHours(morning, west, "Asia/Tokyo")).toBe("Sun, Dec 6, 02:00–05:00 your time");
    expect(readerHours(span("2026-07-05T16:00:00.000Z", 3), west, phoenix)).toBeNull();
    expect(readerHours(morning, undefined, mountain)).toBeNull();
    expect(readerTime(morning.startDate, west, mountain)).toBe("10:00 your time");
    expect(readerTime(morning.startDate, west, "Asia/Tokyo")).toBe("Sun, Dec 6, 02:00 your time");
    expect(readerTime(morning.startDate, west, west)).toBeNull();
    expect(readerTime(morning.startDate, undefined, mountain)).toBeNull();
  });
});
