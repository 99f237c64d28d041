import { shortDay } from "../../../shared/kit/dates.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { daysToBook, nextFreeDay, type CardDays } from "../../../shared/domain/hours/card-days.ts";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";
import { useHydrated } from "../../client/shell/hydrated.ts";

/** The next free day of an aircraft that is closed or full before it: `Next free: Sat, Dec 5`. Nothing where today or tomorrow is free. */
export function NextFree({ plane }: { plane: CardDays & Placed }) {
  // Only the browser knows the day.
  const isHydrated = useHydrated();
  if (!isHydrated || (!plane.closedDays && !plane.fullDays)) return null;
  const now = Date.now();
  const next = nextFreeDay(plane, now);
  if (next !== null && next <= daysToBook(zoneOf(plane), now, { noticeHours: 24 }).first) return null;
  return <span>{next === null ? "No free days" : `Next free: ${shortDay(dayOf(next))}`}</span>;
}
