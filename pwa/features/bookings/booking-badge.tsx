import type { Drawing } from "../../ui/icons/drawn.ts";
import {
  CalendarCheck,
  CalendarClock,
  CalendarOff,
  CalendarSync,
  CalendarX,
  CircleAlert,
  Clock,
  CloudRain,
} from "../../ui/icons/icons.ts";
import { Badge } from "../../ui/display/badge.tsx";
import type { BookingWithStatus } from "./booking-state.ts";
import { cardStateOf, type CardState } from "./card/card-state.ts";

type Look = { word: string; icon: Drawing; tone: "plain" | "ok" | "link" | "wait" | "fail" };

const looks: Record<CardState, Look> = {
  requested: { word: "Requested", icon: CalendarClock, tone: "link" },
  accepted: { word: "Accepted", icon: CalendarCheck, tone: "ok" },
  proposal: { word: "Other hours proposed", icon: CalendarSync, tone: "link" },
  declined: { word: "Declined", icon: CalendarX, tone: "plain" },
  taken: { word: "Taken", icon: CalendarX, tone: "plain" },
  cancelled: { word: "Cancelled", icon: CalendarX, tone: "plain" },
  weather: { word: "Cancelled, weather", icon: CloudRain, tone: "plain" },
  completed: { word: "Completed", icon: CalendarCheck, tone: "plain" },
  expired: { word: "Expired", icon: CalendarOff, tone: "plain" },
  waiting: { word: "Waiting for signal", icon: Clock, tone: "wait" },
  unverified: { word: "Waiting", icon: Clock, tone: "wait" },
  refused: { word: "Not sent", icon: CircleAlert, tone: "fail" },
};

/** The state of a booking in a word. */
export const badgeWord = (booking: BookingWithStatus): string => looks[cardStateOf(booking)].word;

export function BookingBadge({ booking }: { booking: BookingWithStatus }) {
  const { word, icon, tone } = looks[cardStateOf(booking)];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
