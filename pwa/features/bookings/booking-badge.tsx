import { CalendarCheck, CalendarClock, CalendarOff, CalendarX, CircleAlert, type LucideIcon } from "lucide-react";
import type { BookingStatus } from "../../../shared/domain/bookings-rules.ts";
import { Badge } from "../../ui/display/badge.tsx";
import { isUnsent, type BookingWithStatus } from "./booking-state.ts";

const statusBadges: Record<BookingStatus, { word: string; icon: LucideIcon; tone: "plain" | "ok" | "link" }> = {
  requested: { word: "Requested", icon: CalendarClock, tone: "link" },
  accepted: { word: "Accepted", icon: CalendarCheck, tone: "ok" },
  declined: { word: "Declined", icon: CalendarX, tone: "plain" },
  cancelled: { word: "Cancelled", icon: CalendarX, tone: "plain" },
  completed: { word: "Completed", icon: CalendarCheck, tone: "plain" },
  expired: { word: "Expired", icon: CalendarOff, tone: "plain" },
};

/** The state of a booking in a word. */
export function BookingBadge({ booking }: { booking: BookingWithStatus }) {
  if (isUnsent(booking) && booking.waiting === "attention")
    return (
      <Badge tone="fail" icon={CircleAlert}>
        Not sent
      </Badge>
    );
  const { word, icon, tone } = statusBadges[booking.status];
  return (
    <Badge tone={booking.waiting === "waiting" ? "wait" : tone} icon={icon}>
      {word}
    </Badge>
  );
}
