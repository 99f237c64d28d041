import { describe, expect, it } from "vitest";
import { replyTimeFrom, type Replies } from "./reply-time.ts";

const HOUR_MS = 3_600_000;
const at = (time: string) => Date.parse(time);

/** Three equal inquiries: the median is the wait of each. */
const minutes = (asked: string, answered: string, quiet: Replies["quiet"] = null) =>
  replyTimeFrom({ quiet, inquiries: Array.from({ length: 3 }, () => [at(asked), at(answered)]) }).replyMinutes;

/** Inquiries answered after so many minutes; null for none. */
const waits = (...all: (number | null)[]) =>
  replyTimeFrom({ quiet: null, inquiries: all.map((wait) => [0, wait === null ? null : wait * 60_000]) });

const night = (timeZone: string) => ({ from: "22:00", until: "07:00", timeZone });

describe("the reply time", () => {
  it("[S438] is unknown until three answers", () => {
    expect([waits(), waits(1, 2), waits(1, 2, null, null)]).toEqual(
      Array.from({ length: 3 }, () => ({ replyMinutes: null, replyRate: null })),
    );
    expect(replyTimeFrom({ quiet: null, inquiries: null }).replyMinutes).toBeNull();
    expect(waits(1, 2, 3)).toEqual({ replyMinutes: 2, replyRate: 1 });
  });

  it("[S439] is the median of the answers, with the share of answered inquiries", () => {
    expect(waits(600, 5, 1, 7)).toEqual({ replyMinutes: 6, replyRate: 1 });
    expect(waits(null, 600, 5, 1, null, 7, 9)).toEqual({ replyMinutes: 7, replyRate: 0.71 });
    expect(waits(...Array.from({ length: 19 }, () => 40), null)).toEqual({ replyMinutes: 40, replyRate: 0.95 });
  });

  it("leaves out quiet hours on the owner's clock", () => {
    // 21:30 to 08:15 in Phoenix.
    const [asked, answered] = ["2026-05-02T04:30:00Z", "2026-05-02T15:15:00Z"];
    expect(minutes(asked, answered)).toBe(645);
    expect(minutes(asked, answered, night("America/Phoenix"))).toBe(105);
    expect(minutes(asked, answered, { from: "12:00", until: "12:00", timeZone: "America/Phoenix" })).toBe(645);
    expect(minutes(asked, answered, { from: "23:00", until: "23:30", timeZone: "America/Phoenix" })).toBe(615);
    expect(minutes("2026-05-02T06:00:00Z", "2026-05-02T07:00:00Z", night("America/Phoenix"))).toBe(0);
  });

  it("leaves out each night of a long wait", () => {
    const days = minutes("2026-05-01T19:00:00Z", "2026-05-04T19:00:00Z", night("America/Phoenix"));
    expect(days).toBe(3 * (24 - 9) * 60);
  });

  it.each([
    ["America/Chicago", "2026-03-08T02:00:00Z", 8],
    ["America/Chicago", "2026-11-01T01:00:00Z", 10],
    ["America/Chicago", "2026-05-01T01:00:00Z", 9],
    ["Australia/Lord_Howe", "2026-04-04T09:00:00Z", 9.5],
    ["Asia/Beirut", "2026-03-28T18:00:00Z", 8],
  ])("counts the real length of a night with a clock change: %s from %s", (zone, asked, hours) => {
    const answered = new Date(at(asked) + 24 * HOUR_MS).toISOString();
    expect(minutes(asked, answered, night(zone))).toBe((24 - hours) * 60);
  });
});
