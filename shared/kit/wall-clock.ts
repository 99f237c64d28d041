// What the clock of a time zone shows. Instants are milliseconds since 1970, a zone is an IANA name.

/** What is used of Temporal. */
type Clocks = {
  Instant: { fromEpochMilliseconds(at: number): { toZonedDateTimeISO(zone: string): { offsetNanoseconds: number } } };
  Now: { timeZoneId(): string };
};

// The first formatter of dates takes a slow phone 60 to 130 ms, and its page waits; Temporal takes 1 to 5. Some browsers and Node 20 have
// no Temporal.
const clocks = (globalThis as { Temporal?: Clocks }).Temporal;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
    formats.set(zone, format);
  }
  return format;
}

/** What a clock in the zone shows at a whole second, as if it were UTC, in milliseconds. @throws RangeError for an unknown zone */
export function wallClock(at: number, zone: string): number {
  if (clocks) return at + clocks.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  const value: Record<string, number> = {};
  for (const { type, value: text } of formatOf(zone).formatToParts(at)) value[type] = Number(text);
  return Date.UTC(value.year!, value.month! - 1, value.day, value.hour, value.minute, value.second);
}

/** The zone of this machine. */
export function ownZone(): string {
  return clocks ? clocks.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
