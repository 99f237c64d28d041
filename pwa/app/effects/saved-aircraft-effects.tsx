import { usePinSavedDetails } from "../../client/catalogue/saved-aircraft.ts";

/** Downloads the user's favorite and booked aircraft for offline use. Renders nothing. */
export function SavedAircraftEffects() {
  usePinSavedDetails();
  return null;
}
