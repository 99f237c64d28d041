// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { NextLine, type NextStep } from "./next-line.tsx";

afterEach(cleanup);
const now = Date.parse("2026-12-02T20:00:00Z");
const textOf = (step: NextStep) => {
  cleanup();
  return render(<NextLine step={step} owner="Marisol" now={now} />).container.textContent;
};

it("says who answers by when on the aircraft's clock, and on the reader's where it differs", () => {
  const start = Date.parse("2026-12-12T17:00:00Z");
  expect(textOf({ kind: "answer", start, zone: "America/Los_Angeles" })).toContain(
    "Marisol answers by Fri, Dec 4, 12:00 PST",
  );
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(textOf({ kind: "answer", start, zone: own })).toMatch(/Nothing is charged here$/);
  // Fourteen hours ahead of UTC, so the reader's clock shows another time everywhere else.
  expect(textOf({ kind: "answer", start, zone: "Pacific/Kiritimati" })).toMatch(
    /\d\d:\d\d your time · nothing is charged here$/,
  );
});

it("says what a request without signal, with an unverified email, or to an instant owner means", () => {
  expect(textOf({ kind: "offline" })).toBe("Marisol answers after it is sentNothing is charged here");
  expect(textOf({ kind: "unverified" })).toBe(
    "Your request waits until your email is verified.Then it goes by itself. The hours are not held until Marisol accepts.",
  );
  expect(textOf({ kind: "instant", why: "returning" })).toMatch(/^Accepted at once\. You have flown with Marisol/);
});
