import { useSavedAircraft } from "../client/saved-aircraft.ts";

/** Draws nothing: keeps what the person saved or booked ready for a place without a network. */
export function SavedAircraftKeeper() {
  useSavedAircraft();
  return null;
}
