import { useSavedAircraft } from "../../client/catalogue/saved-aircraft.ts";

/** Draws nothing: keeps what the person saved or booked ready for a place without a network. */
export function SavedAircraftEffects() {
  useSavedAircraft();
  return null;
}
