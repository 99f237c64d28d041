// What the browser knows and the server's markup cannot: while hydrating both have to draw the same.
import { useSyncExternalStore } from "react";
import { dayIn } from "../../../shared/kit/dates.ts";

const never = () => () => undefined;

/** False on the server and while hydrating, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Today as `YYYY-MM-DD` in a zone, the reader's own without one; a day long past on the server and while hydrating. */
export function useToday(zone?: string): string {
  return useSyncExternalStore(
    never,
    () => dayIn(new Date(), zone),
    () => "2000-01-01",
  );
}
