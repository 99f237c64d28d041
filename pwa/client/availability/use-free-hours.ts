// The free hours of an aircraft for a screen.
import { useMemo } from "react";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { usualHours, type FreeHours } from "./free-hours.ts";

export type FreeHoursView = {
  /** Null until the first answer. */
  hours: FreeHours | null;
  /**
   * `server`: read in this session. `device`: the copy of an earlier read. `usual`: none was ever read here, so the hours are those of an
   * owner who changed nothing.
   */
  source: "server" | "device" | "usual";
  /** ISO time of the answer; null for the usual hours. */
  asOf: string | null;
  /** Whose requests are accepted at once. */
  instant: "off" | "returning" | "verified";
  /** Reads the hours up to a day that the calendar shows. */
  read: (until: number) => void;
};

const readNothing = () => undefined;

/** `now` decides what the owner's notice forbids. */
export function useFreeHours({ location }: { id: string; location: string }, now: number): FreeHoursView {
  const hours = useMemo(() => usualHours(zoneOf(location), now), [location, now]);
  return { hours, source: "usual", asOf: null, instant: "off", read: readNothing };
}
