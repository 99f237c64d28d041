import { useMemo } from "react";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { instantsAt, zonedMinute } from "../../../../shared/kit/zoned-days.ts";
import { fits } from "../../../client/availability/free-hours.ts";
import { misfitOf, type Misfit } from "../../../client/availability/start-choices.ts";
import { useFreeHours, type FreeHoursView } from "../../../client/availability/use-free-hours.ts";
import { useRefusedPrice, type RefusedPrice } from "../../../client/bookings/refused-price.ts";
import type { FormUser } from "../../../client/bookings/stored-bookings.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import type { BookingDetails } from "./booking-request.ts";
import { useBookingDraft, type BookingDraft } from "./use-booking-draft.ts";

export type BookedPlane = { id: string; name: string; hourlyRate: number; minHours: number } & Placed;

export type BookingChoice = {
  /** A day `YYYY-MM-DD` at the aircraft's location. */
  date: string | undefined;
  /** Milliseconds since 1970, only while the hours are free. */
  start: number | undefined;
  hours: number;
  /** The first bookable day. */
  today: string;
  /** The name that reasons use. */
  owner: string;
  now: number;
  free: FreeHoursView;
  /** Why the chosen hours do not fit. */
  misfit: Misfit | null;
  /** What Book Now sends, once it is complete and fits. */
  details: BookingDetails | null;
  setDate: (date: string) => void;
  setStart: (start: number) => void;
  setHours: (hours: number) => void;
};

export type PanelChoice = BookingChoice & {
  /** The chosen request, when the server refused it for its price. */
  refused: RefusedPrice | null;
};

/** The reader's date, start and duration, checked against the free hours of the aircraft. */
export function useBookingChoice(plane: BookedPlane, owner: { name: string }, reader: FormUser): PanelChoice {
  const refused = useRefusedPrice(plane.id);
  const draft = useBookingDraft(plane, reader, refused);
  const free = useFreeHours(plane, useNow().getTime());
  const choice = useHoursChoice(plane, owner.name, draft, free);
  const isChosen = refused && choice.start === Date.parse(refused.start) && choice.hours === refused.hours;
  return { ...choice, refused: isChosen ? refused : null };
}

/** Entries for a booking, checked against free hours. `refusal` is the server's, for these entries. */
export function useHoursChoice(
  plane: Placed,
  ownerName: string,
  { date, start: stored, hours, today, change }: BookingDraft,
  free: FreeHoursView,
  refusal: Misfit | null = null,
): BookingChoice {
  const now = useNow().getTime();
  const zone = zoneOf(plane);
  const owner = ownerName.split(" ", 1)[0] ?? ownerName;
  const wanted = stored === undefined ? undefined : Date.parse(stored);

  const unfit = useMemo(
    () =>
      date === undefined || free.hours === null
        ? null
        : misfitOf(free.hours, { day: dayNumber(date), start: wanted, duration: hours }, owner),
    [date, wanted, hours, free.hours, owner],
  );
  const misfit = unfit ?? refusal;
  const start = free.hours === null || misfit ? undefined : wanted;
  const setStart = (at: number) => change({ start: new Date(at).toISOString() });
  return {
    ...{ date, start, hours, today, owner, now, free, misfit, setStart },
    details: date === undefined || start === undefined ? null : { date, start: new Date(start).toISOString(), hours },
    setDate: (next) => {
      // The time of day stays if it is free on the new day.
      const at = start === undefined ? null : instantsAt(dayNumber(next), zonedMinute(start, zone).minute, zone).first;
      const isFree = at !== null && free.hours !== null && fits(free.hours, at, hours);
      change({ date: next, start: isFree ? new Date(at).toISOString() : undefined });
    },
    setHours: (next) => change({ hours: next }),
  };
}
