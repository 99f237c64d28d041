// The position of this device, asked for only when the user presses for it, and kept for this tab alone.
import type { Position } from "../../../shared/domain/airfields/distance.ts";
import { isObject, tabStorage } from "../storage/browser-storage.ts";

/** What a user reads where the position is refused or unknown. */
export const POSITION_OFF = "Position is off for this site. Type an airfield instead.";

const KEY = "position";
const PATIENCE_MS = 15_000;
/** Milliseconds for which an earlier fix is good enough: an aircraft rental needs no newer one. */
const MAX_AGE_MS = 5 * 60_000;

/** Null until the position was asked for in this tab. */
export function keptPosition(): Position | null {
  return tabStorage.json(KEY, isPosition);
}

/** Asks the device, rounds to about half a nautical mile, and keeps the answer. Null when it is refused or unknown. */
export function askPosition(): Promise<Position | null> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const position = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        tabStorage.setJson(KEY, position);
        resolve(position);
      },
      () => resolve(null),
      { timeout: PATIENCE_MS, maximumAge: MAX_AGE_MS },
    );
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function isPosition(value: unknown): value is Position {
  return isObject(value) && Number.isFinite(value["latitude"]) && Number.isFinite(value["longitude"]);
}
