// Pure rules about notices, free of zod: the service worker and the first bundle load this file.

/** Kinds of notice in the order of the settings page. */
export const noticeKinds = ["messages", "bookingRequests", "bookingChanges", "reviews", "savedSearches"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeChannels = ["push", "email"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const kindNames: Record<NoticeKind, string> = {
  messages: "Messages",
  bookingRequests: "Booking requests",
  bookingChanges: "Booking changes",
  reviews: "Reviews",
  savedSearches: "Saved searches",
};

/** Quiet hours: from `HH:MM` to `HH:MM` in `timeZone` (an IANA name) the server delays pushes. */
export type QuietHours = { on: boolean; from: string; until: string; timeZone: string };

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** `HH:MM` in milliseconds since midnight. */
function clockMs(clock: string): number {
  return (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * MINUTE_MS;
}

/** Offset of a zone from UTC at an instant, in milliseconds. */
function aheadIn(timeZone: string): (at: number) => number {
  const two = "2-digit";
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
    const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return shown - Math.floor(at / 1000) * 1000;
  };
}

/** The first whole minute after `before` and up to `after` with another UTC offset than `before`. */
function changeBetween(before: number, after: number, ahead: (at: number) => number): number {
  const old = ahead(before);
  let [low, high] = [before, after];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (ahead(middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * End of the quiet hours that contain `now`, or null outside of them. The end is a local time, also when clocks change in the
 * night: if that time is skipped, the change ends the quiet hours; if it occurs twice, each occurrence does.
 */
export function quietEnd(now: Date, { on, from, until, timeZone }: QuietHours): Date | null {
  if (!on || from === until) return null;
  const at = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const ahead = aheadIn(timeZone);
  const shown = at + ahead(at);
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS;
  const [time, start, end] = [shown - midnight, clockMs(from), clockMs(until)];
  const isQuiet = start < end ? time >= start && time < end : time >= start || time < end;
  if (!isQuiet) return null;
  const shownEnd = midnight + (time < end ? end : end + DAY_MS);
  const byClockOfNow = shownEnd - ahead(at);
  const byClockThen = shownEnd - ahead(byClockOfNow);
  if (shownEnd - ahead(byClockThen) === byClockThen) return new Date(byClockThen);
  return new Date(changeBetween(at, byClockOfNow, ahead));
}

const SNIPPET = 120;

/** The first 120 characters of a message, on one line. */
export function snippetOf(content: string): string {
  const line = content.replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= SNIPPET
    ? line
    : `${letters
        .slice(0, SNIPPET - 1)
        .join("")
        .trimEnd()}…`;
}

/** Payload of a push. Names are short: push services accept 4,096 bytes, and this project uses at most 2,048. */
export type PushPayload = {
  kind: NoticeKind | "test";
  /** Keyed hash of the recipient's id. */
  person: string;
  /** A notice replaces an earlier one with the same tag; each conversation has one tag. */
  tag: string;
  /** The path a tap opens; see `isNoticePath`. */
  path: string;
  /** Number of unread messages of the recipient. */
  unread: number;
  /** Id of the newest message it announces: once that is read, the device closes the notification. */
  latest?: string;
  /** Sender's name and the start of the message; absent if the recipient hides texts. */
  name?: string;
  text?: string;
};

/** Largest payload before encryption, in bytes. */
export const MAX_PAYLOAD_BYTES = 2048;

/** Path and tag of a notice about a conversation. */
export function conversationPath(peerId: string): string {
  return `/messages?with=${peerId}`;
}

export function conversationTag(peerId: string): string {
  return `conversation:${peerId}`;
}

/** The path of an aircraft, which a notice about a match opens. */
export function aircraftPath(aircraftId: string): string {
  return `/aircraft/${aircraftId}`;
}

export function searchTag(searchId: string): string {
  return `search:${searchId}`;
}

const plainWords: Record<PushPayload["kind"], string> = {
  messages: "New message",
  bookingRequests: "New booking request",
  bookingChanges: "A booking has changed",
  reviews: "New review",
  savedSearches: "New match for a saved search",
  test: "This is a test. Alerts work here.",
};

/** Title and body of a notification. With hidden text they state what happened but name no user. */
export function noticeWords({ kind, name, text }: Pick<PushPayload, "kind" | "name" | "text">): {
  title: string;
  body: string;
} {
  if (name === undefined) return { title: "Tailhour", body: plainWords[kind] };
  return { title: name, body: text ?? plainWords[kind] };
}

/** The notification shown when a push is for another user than the signed-in one. */
export const neutralWords = { title: "Tailhour", body: "There is something new. Open Tailhour to see it." };

export type DeviceKind = "phone" | "tablet" | "computer";

const systems: [test: RegExp, name: string, kind: DeviceKind, unless?: RegExp][] = [
  [/iPad/, "iPad", "tablet"],
  [/iPhone|iPod/, "iPhone", "phone"],
  [/Android/, "Android tablet", "tablet", /Mobile/],
  [/Android/, "Android", "phone"],
  [/CrOS/, "Chromebook", "computer"],
  [/Windows/, "Windows", "computer"],
  [/Macintosh|Mac OS X/, "Mac", "computer"],
  [/Linux|X11/, "Linux", "computer"],
];

const browsers: [test: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/(Headless)?Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** A device's name from its user agent: «Chrome on Android». */
export function deviceOf(userAgent: string): { name: string; kind: DeviceKind } {
  const system = systems.find(([test, , , unless]) => test.test(userAgent) && !unless?.test(userAgent));
  const browser = browsers.find(([test]) => test.test(userAgent))?.[1];
  if (!system && !browser) return { name: "Another app", kind: "computer" };
  const name = [browser, system?.[1]].filter(Boolean).join(" on ");
  return { name, kind: system?.[2] ?? "computer" };
}
