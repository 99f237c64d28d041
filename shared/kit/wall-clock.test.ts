import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Offsets in hours; a stand-in for the browsers' Temporal, which Node 20 lacks. */
const stubTemporal = (offset: number) =>
  vi.stubGlobal("Temporal", {
    Instant: {
      fromEpochMilliseconds: () => ({ toZonedDateTimeISO: () => ({ offsetNanoseconds: offset * 3_600_000_000_000 }) }),
    },
    Now: { timeZoneId: () => "Pacific/Honolulu" },
  });

it("reads a zone's clock with Temporal where there is one, else with a formatter", async () => {
  const at = Date.UTC(2026, 11, 5, 17);
  vi.stubGlobal("Temporal", undefined);
  const plain = await import("./wall-clock.ts");
  expect(plain.wallClock(at, "America/Los_Angeles")).toBe(Date.UTC(2026, 11, 5, 9));
  expect(plain.wallClock(at, "Asia/Kolkata")).toBe(Date.UTC(2026, 11, 5, 22, 30));
  expect(plain.ownZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(() => plain.wallClock(at, "Mars/Base")).toThrow(RangeError);
  stubTemporal(-3);
  vi.resetModules();
  const modern = await import("./wall-clock.ts");
  expect(modern.wallClock(at, "America/Los_Angeles")).toBe(Date.UTC(2026, 11, 5, 14));
  expect(modern.ownZone()).toBe("Pacific/Honolulu");
});
