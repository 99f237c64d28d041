// What the row of a pack shows: words, look and its one action. Pure.
import { counted } from "../../../shared/kit/counted.ts";
import { asOfLabel, dayIn } from "../../../shared/kit/dates.ts";
import type { Pack, PackProgress } from "../../client/packs/pack-list.ts";
import type { StoragePromise } from "../../client/packs/storage-promise.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A pack is stale after this time, and when a booking starts within a day of it. */
const STALE_MS = 7 * DAY_MS;

export type PackKind =
  "none" | "keeping" | "kept" | "renewing" | "stale" | "waiting" | "unprotected" | "full" | "cleared";

export type PackView = {
  kind: PackKind;
  title: string;
  line: string;
  action: "keep" | "stop" | "remove" | "protect" | "make room" | "keep again";
};

export type PackFacts = {
  pack: Pack | null;
  progress: PackProgress | null;
  isRenewing: boolean;
  isOnline: boolean;
  promise: StoragePromise;
  now: Date;
  /** ISO time of the next accepted flight. */
  nextStart: string | null;
  /** Expected bytes of a pack that was not asked for. */
  expected: number;
};

export function packViewOf(facts: PackFacts): PackView {
  const { pack, progress, isOnline, now, expected } = facts;
  if (!pack) {
    return { kind: "none", title: "Keep on this device", line: `About ${megabytes(expected)}`, action: "keep" };
  }
  const { state, at, bytes, free = 0 } = pack;
  switch (state) {
    case "waiting":
      if (!isOnline && !progress) {
        const line = "Is kept when you have signal.";
        return { kind: "waiting", title: "Waiting for signal", line, action: "stop" };
      }
      return { kind: "keeping", title: "Keeping", line: partOf(progress ?? { part: 0, total: bytes }), action: "stop" };
    case "full": {
      const needs = `Needs ${megabytes(bytes)}`;
      const full = { kind: "full", title: "Not kept" } as const;
      // Some browsers say more than they give, so the number would be wrong.
      if (free >= bytes) return { ...full, line: `${needs}, which the browser refused.`, action: "keep again" };
      return { ...full, line: `${needs}, ${megabytes(free)} is free.`, action: "make room" };
    }
    case "cleared": {
      const line = `Found ${asOfLabel(at ?? "", now)}.`;
      return { kind: "cleared", title: "Cleared by the browser", line, action: "keep again" };
    }
    case "kept":
      return keptView(pack, facts);
  }
}

function keptView({ at, bytes }: Pack, { isRenewing, promise, now, nextStart }: PackFacts): PackView {
  const time = at ?? "";
  const title = `Kept as of ${asOfLabel(time, now)}`;
  if (isRenewing) return { kind: "renewing", title: "Renewing", line: title, action: "remove" };
  if (isStale(time, now, nextStart)) {
    const line = `${ageOf(time, now)}. Renews when you have signal.`;
    return { kind: "stale", title: `Kept as of ${staleDay(time, now)}`, line, action: "remove" };
  }
  if (promise === "none") {
    return { kind: "unprotected", title: "Kept, may be cleared", line: "The browser may clear it.", action: "protect" };
  }
  if (promise === "refused") {
    const line = "This browser gave no promise to keep packs.";
    return { kind: "unprotected", title: "Kept, may be cleared", line, action: "remove" };
  }
  return { kind: "kept", title, line: `${megabytes(bytes)}, opens offline`, action: "remove" };
}

/** Older than seven days, or not renewed since the day before a flight began. */
export function isStale(at: string, now: Date, nextStart: string | null): boolean {
  const age = now.getTime() - Date.parse(at);
  if (age >= STALE_MS) return true;
  if (nextStart === null) return false;
  const dayBefore = Date.parse(nextStart) - DAY_MS;
  return now.getTime() >= dayBefore && Date.parse(at) < dayBefore;
}

/** `10 days old` */
export function ageOf(at: string, now: Date): string {
  const age = now.getTime() - Date.parse(at);
  const [count, unit] =
    age >= DAY_MS ? [Math.floor(age / DAY_MS), "day"] : [Math.max(1, Math.floor(age / HOUR_MS)), "hour"];
  return `${counted(count, unit)} old`;
}

/** `Nov 12`, or with the time when that tells more. */
export function staleDay(at: string, now: Date): string {
  const label = asOfLabel(at, now);
  const isRecent = dayIn(new Date(at)) === dayIn(now) || label.startsWith("yesterday");
  return isRecent ? label : label.split(", ", 1)[0]!;
}

const MEGABYTE = 1_048_576;
const GIGABYTE = 1024 * MEGABYTE;

/** `6.4 MB`, `18.4 GB`; never less than 0.1 MB for something. */
export function megabytes(bytes: number): string {
  if (bytes >= GIGABYTE) return `${(bytes / GIGABYTE).toFixed(1)} GB`;
  return `${inMegabytes(bytes)} MB`;
}

/** `3.1 of 6.4 MB` */
export function partOf({ part, total }: PackProgress): string {
  return `${inMegabytes(part)} of ${megabytes(total)}`;
}

export function inMegabytes(bytes: number): string {
  return (bytes > 0 ? Math.max(0.1, bytes / MEGABYTE) : 0).toFixed(1);
}

/** Quarters of a pack that are stored, in percent: what a screen reader says. */
export function announcedPercent({ part, total }: PackProgress): number {
  return Math.floor((total > 0 ? part / total : 0) * 4) * 25;
}
