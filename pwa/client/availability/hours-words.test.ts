import { expect, it } from "vitest";
import { clock } from "../../../shared/kit/dates.ts";
import { startName } from "./hours-words.ts";

const zone = "America/Los_Angeles";

/** The name of a start of two hours, for a reader in UTC as the tests are. */
function nameAt(date: string, reason: string | null = null) {
  const at = Date.parse(date);
  return startName({ at, time: clock(new Date(at), zone), zoneName: null, reason }, 2, zone).replace(
    /, [^,]* your time$/,
    "",
  );
}

it("[S492] a start's name has the zone at both ends where the clock changes in between", () => {
  expect(nameAt("2027-03-14T08:00:00Z")).toBe("00:00 Pacific Standard Time, ends 03:00 Pacific Daylight Time");
  expect(nameAt("2027-03-14T10:00:00Z")).toBe("03:00, ends 05:00 Pacific Daylight Time");
  expect(nameAt("2026-11-01T08:00:00Z")).toBe("01:00 Pacific Daylight Time, ends 02:00 Pacific Standard Time");
  expect(nameAt("2026-11-01T09:00:00Z")).toBe("01:00, ends 03:00 Pacific Standard Time");
});

it("a grey start's name is only its time", () => {
  expect(nameAt("2027-03-14T08:00:00Z", "Not free.")).toBe("00:00");
});
