import { CalendarPlus } from "../../ui/icons/icons.ts";
import { calendarBooking } from "../../../shared/domain/hours/calendar-text.ts";
import { useOnline } from "../../client/api/online.ts";
import { bookingCalendarPath, opensCalendarFiles, saveCalendarFile } from "../../client/bookings/calendar.ts";
import type { KnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { Button, ButtonLink } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import type { BookingWithStatus } from "./booking-state.ts";

type AddToCalendarProps = {
  booking: BookingWithStatus;
  me: string;
  /** Null when this device does not have the aircraft. */
  plane: KnownAircraft | null;
  peer: { name: string };
  /** Id of the element that names the booking. */
  about?: string;
  className?: string | undefined;
};

/** Saves a booking as a calendar file. The server writes it; without a network this device does. */
export function AddToCalendar({ booking, me, plane, peer, about, className }: AddToCalendarProps) {
  const isOnline = useOnline();
  const words = (
    <>
      <Icon of={CalendarPlus} size="s" />
      Add to calendar
    </>
  );
  if (!isOnline)
    return (
      <Button
        size="sm"
        className={className}
        disabled={!plane}
        title={plane ? undefined : "Needs a connection"}
        aria-describedby={about}
        onClick={() => plane && void saveCalendarFile(calendarBooking(booking, me, plane, peer.name))}
      >
        {words}
      </Button>
    );
  return (
    <ButtonLink
      size="sm"
      className={className}
      to={bookingCalendarPath(booking.id)}
      reloadDocument
      download={opensCalendarFiles() ? undefined : "flight.ics"}
      aria-describedby={about}
    >
      {words}
    </ButtonLink>
  );
}
