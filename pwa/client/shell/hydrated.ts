// Values that the browser knows and the server does not. While hydrating both must render the same.
import { useSyncExternalStore } from "react";
import { dayIn } from "../../../shared/kit/dates.ts";

const never = () => () => undefined;

/** False on the server and while hydrating, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Today as `YYYY-MM-DD` in a zone, the reader's own without one; a fixed past day on the server and while hydrating.
 */
export function useToday(zone?: string): string {
  return useSyncExternalStore(
    never,
    () => dayIn(new Date(), zone),
    () => "2000-01-01",
  );
}
