import { expect, it } from "vitest";
import { zoneChanges, zoneOffset } from "./zone-changes.ts";

const changes = (zone: string) =>
  zoneChanges(zone, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)).map(
    ({ at, before, after }) => `${new Date(at).toISOString().slice(0, 16)} ${before} ${after}`,
  );

it("finds the clock changes of a year, to the minute", () => {
  expect(changes("America/Chicago")).toEqual(["2026-03-08T08:00 -360 -300", "2026-11-01T07:00 -300 -360"]);
  expect(changes("America/Phoenix")).toEqual([]);
  expect(changes("Australia/Lord_Howe")).toEqual(["2026-04-04T15:00 660 630", "2026-10-03T15:30 630 660"]);
  expect(changes("Asia/Beirut")).toEqual(["2026-03-28T22:00 120 180", "2026-10-24T21:00 180 120"]);
});

it("knows the offset of an instant", () => {
  expect(zoneOffset(Date.UTC(2026, 11, 5), "America/Los_Angeles")).toBe(-480);
});
