import { describe, expect, it } from "vitest";
import { isNoticePath } from "../pages.ts";
import { deviceOf, noticeWords, quietEnd, snippetOf } from "./notices-rules.ts";

describe("quiet hours", () => {
  const night = { on: true, from: "22:00", until: "07:00", timeZone: "America/Denver" };
  const end = (now: string, hours = night) => quietEnd(new Date(now), hours)?.toISOString() ?? null;

  it("end at the user's local time, before and after midnight", () => {
    expect(end("2026-11-21T05:00:00Z")).toBe("2026-11-21T14:00:00.000Z");
    expect(end("2026-11-21T08:12:34Z")).toBe("2026-11-21T14:00:00.000Z");
  });
  it("include their first minute and exclude their last", () => {
    expect(end("2026-11-21T14:00:00Z")).toBeNull();
    expect(end("2026-11-21T04:59:59Z")).toBeNull();
  });
  it("may lie within one day", () => {
    const noon = { ...night, from: "12:00", until: "13:30" };
    expect(end("2026-11-21T19:15:00Z", noon)).toBe("2026-11-21T20:30:00.000Z");
    expect(end("2026-11-21T20:30:00Z", noon)).toBeNull();
  });
  it("end at the local time of the morning after clocks moved forward in the night", () => {
    expect(end("2026-03-08T06:00:00Z")).toBe("2026-03-08T13:00:00.000Z");
    expect(end("2026-03-08T08:59:59Z")).toBe("2026-03-08T13:00:00.000Z");
    expect(end("2026-03-08T09:00:00Z")).toBe("2026-03-08T13:00:00.000Z");
    expect(end("2026-03-08T13:00:00Z")).toBeNull();
  });
  it("end at the local time of the morning after clocks moved back in the night", () => {
    expect(end("2026-11-01T05:00:00Z")).toBe("2026-11-01T14:00:00.000Z");
    // 01:30 occurs twice; both count.
    expect(end("2026-11-01T07:30:00Z")).toBe("2026-11-01T14:00:00.000Z");
    expect(end("2026-11-01T08:30:00Z")).toBe("2026-11-01T14:00:00.000Z");
    expect(end("2026-11-01T14:00:00Z")).toBeNull();
  });
  it("end with a skipped hour, and at the first of a repeated hour", () => {
    const short = { ...night, until: "02:30" };
    expect(end("2026-03-08T06:00:00Z", short)).toBe("2026-03-08T09:00:00.000Z");
    expect(end("2026-03-08T09:00:00Z", short)).toBeNull();
    expect(end("2026-11-01T05:00:00Z", { ...night, until: "01:30" })).toBe("2026-11-01T07:30:00.000Z");
    expect(end("2026-11-01T08:10:00Z", { ...night, until: "01:30" })).toBe("2026-11-01T08:30:00.000Z");
  });
  it.each([
    ["Asia/Kolkata", "2026-03-08T18:00:00Z", "2026-03-09T01:30:00.000Z"],
    ["Asia/Kathmandu", "2026-03-08T18:00:00Z", "2026-03-09T01:15:00.000Z"],
    ["Australia/Adelaide", "2026-10-03T14:00:00Z", "2026-10-03T20:30:00.000Z"],
    ["Australia/Adelaide", "2026-04-04T14:00:00Z", "2026-04-04T21:30:00.000Z"],
    // Clocks move by half an hour.
    ["Australia/Lord_Howe", "2026-10-03T13:00:00Z", "2026-10-03T20:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-04T20:30:00.000Z"],
    ["America/St_Johns", "2026-03-08T02:00:00Z", "2026-03-08T09:30:00.000Z"],
    ["Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T05:00:00.000Z"],
  ])("end at seven in %s, asked at %s", (timeZone, now, seven) => {
    expect(end(now, { ...night, timeZone })).toBe(seven);
  });
  it("never apply when they are off or empty", () => {
    expect(end("2026-11-21T05:00:00Z", { ...night, on: false })).toBeNull();
    expect(end("2026-11-21T05:00:00Z", { ...night, until: "22:00" })).toBeNull();
  });
});

describe("a notice", () => {
  it("shows at most 120 characters on one line, and cuts no character in half", () => {
    expect(snippetOf(" Keys at\n 07:30 ")).toBe("Keys at 07:30");
    const long = snippetOf("✈️é".repeat(100));
    expect([...long]).toHaveLength(120);
    expect(long.endsWith("…")).toBe(true);
  });
  it("opens allowed paths only", () => {
    expect(isNoticePath("/messages?with=0190aaaa-0000-7000-8000-000000000002")).toBe(true);
    expect(["/messages", "/settings", "/profile"].every(isNoticePath)).toBe(true);
    const foreign = ["//evil.example", "https://evil.example", "/admin", "/messages?with=1", "/messages/../admin", ""];
    expect(foreign.some(isNoticePath)).toBe(false);
  });
  it("names the event but no user when text is hidden", () => {
    expect(noticeWords({ kind: "bookingRequests" })).toEqual({ title: "Tailhour", body: "New booking request" });
    expect(noticeWords({ kind: "messages", name: "Walt", text: "Hi" })).toEqual({ title: "Walt", body: "Hi" });
  });
});

describe("a device", () => {
  it.each([
    [
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
      "phone",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
      "phone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
      "Safari on Mac",
      "computer",
    ],
    ["Mozilla/5.0 (Android 14; Tablet; rv:131.0) Gecko/131.0 Firefox/131.0", "Firefox on Android tablet", "tablet"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
      "Edge on Windows",
      "computer",
    ],
    ["curl/8.0", "Another app", "computer"],
  ])("gets its name from its user agent: %s", (agent, name, kind) => {
    expect(deviceOf(agent)).toEqual({ name, kind });
  });
});
