import { describe, expect, it } from "vitest";
import { dayNumber } from "../../kit/day-numbers.ts";
import { instantsAt } from "../../kit/zoned-days.ts";
import { freeSpansOf, openDaysOf } from "./open-days.ts";

const HOUR = 3_600_000;

describe("free hours by day", () => {
  it("[S341] begin and end on the half hour, and go on at midnight", () => {
    const zone = "America/Phoenix";
    const day = dayNumber("2026-12-05");
    const at = (minute: number) => instantsAt(day, minute, zone).first;
    const free = [
      { from: at(421), to: at(659) },
      { from: at(1_200), to: at(1_440) + HOUR },
    ];
    const open = openDaysOf(free, zone, day, 2);
    expect(open).toEqual([
      {
        day: "2026-12-05",
        open: [
          [450, 630],
          [1_200, 1_440],
        ],
      },
      { day: "2026-12-06", open: [[0, 60]] },
    ]);
    expect(freeSpansOf(open, zone)).toEqual([
      { from: at(450), to: at(630) },
      { from: at(1_200), to: at(1_440) + HOUR },
    ]);
  });
});
