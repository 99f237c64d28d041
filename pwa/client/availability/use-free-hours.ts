// The free hours of an aircraft for a screen.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { InstantMode } from "../../../shared/domain/hours/availability-rules.ts";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { useRows, type RowWithStatus } from "../sync/rows.ts";
import { freeHoursOf, usualHours, type FreeHours } from "./free-hours.ts";
import { hoursOf, initialHours, readHours, watchHours, type ReadHours } from "./hours-source.ts";

export type FreeHoursView = {
  /** Null until the first answer. */
  hours: FreeHours | null;
  /**
   * `server`: the server's last answer. `device`: an earlier answer, which nobody has confirmed since. `usual`: none was
   * ever read here, so the hours are those of an owner who changed nothing.
   */
  source: "server" | "device" | "usual";
  /** ISO time of the answer; null for the usual hours. */
  asOf: string | null;
  /** Whose requests are accepted at once. */
  instant: InstantMode;
  /** Reads the hours up to a day that the calendar shows. */
  read: (until: number) => void;
};

/**
 * Reads again on focus, when the network is back, and when the server answered a booking of this user. `now` decides what the
 * owner's notice forbids.
 */
export function useFreeHours(plane: { id: string } & Placed, now: number): FreeHoursView {
  const { id } = plane;
  const zone = zoneOf(plane);
  const [until, setUntil] = useState(0);
  const known = useSyncExternalStore(watchHours, () => hoursOf(id), initialHours);
  useEffect(() => {
    const readAgain = () => void readHours(id, zonedMinute(Date.now(), zone).day, until);
    const onVisible = () => document.visibilityState === "visible" && readAgain();
    readAgain();
    window.addEventListener("focus", readAgain);
    window.addEventListener("online", readAgain);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      window.removeEventListener("focus", readAgain);
      window.removeEventListener("online", readAgain);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [id, zone, until]);
  useReadAfterBookings(id, zone, until);
  const read = useCallback((day: number) => setUntil((before) => Math.max(before, day)), []);
  const view = useMemo(() => viewOf(known, zone, now), [known, zone, now]);
  return useMemo(() => ({ ...view, read }), [view, read]);
}

/** Reads at once after the server accepted, changed or refused a booking of this aircraft. */
function useReadAfterBookings(aircraftId: string, zone: string, until: number): void {
  const bookings = useRows("bookings", { aircraftId });
  const answers = bookings?.flatMap(answerOf).sort().join();
  const seen = useRef(answers);
  const latest = useRef(until);
  useEffect(() => {
    latest.current = until;
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = answers;
    if (answers === undefined || before === answers) return;
    // A request may be refused before this user's rows are known here.
    if (before === undefined && !answers.includes(" true")) return;
    void readHours(aircraftId, zonedMinute(Date.now(), zone).day, latest.current, Date.now());
  }, [aircraftId, zone, answers]);
}

/** What the server answered last about a booking; nothing before its first answer. */
function answerOf({ id, rev, waiting }: RowWithStatus<"bookings">): string[] {
  const isRefused = waiting === "attention";
  return rev > 0 || isRefused ? [`${id} ${rev} ${isRefused}`] : [];
}

function viewOf({ windows, source }: ReadHours, zone: string, now: number): Omit<FreeHoursView, "read"> {
  const [first] = windows;
  if (first && (source === "server" || source === "device")) {
    const days = windows.flatMap((window) => window.days);
    const { asOf, plan } = first;
    return { hours: freeHoursOf(first.zone, plan, days, now), source, asOf, instant: plan.instant };
  }
  const hours = source === "none" ? usualHours(zone, now) : null;
  return { hours, source: "usual", asOf: null, instant: "off" };
}
