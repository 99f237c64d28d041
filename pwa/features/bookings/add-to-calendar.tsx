import { CalendarPlus } from "lucide-react";
import { useOnline } from "../../client/api/online.ts";
import { bookingCalendarPath } from "../../client/bookings/calendar.ts";
import { Button, ButtonLink } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";

/** iOS opens a calendar file only where it is no download. */
const opensFiles = () => /iP(hone|ad|od)/.test(navigator.userAgent);

type AddToCalendarProps = { bookingId: string; about?: string; className?: string | undefined };

/** Saves a booking as a calendar file, which the server writes. `about` is the id of the element that names the booking. */
export function AddToCalendar({ bookingId, about, className }: AddToCalendarProps) {
  const isOnline = useOnline();
  const words = (
    <>
      <Icon of={CalendarPlus} size="s" />
      Add to calendar
    </>
  );
  if (!isOnline)
    return (
      <Button size="sm" className={className} disabled title="Needs a connection" aria-describedby={about}>
        {words}
      </Button>
    );
  return (
    <ButtonLink
      size="sm"
      className={className}
      to={bookingCalendarPath(bookingId)}
      reloadDocument
      download={opensFiles() ? undefined : "flight.ics"}
      aria-describedby={about}
    >
      {words}
    </ButtonLink>
  );
}
