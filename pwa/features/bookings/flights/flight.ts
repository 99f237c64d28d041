// A booking with everything that its strip shows. Pure.
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { dollarsAndCents } from "../../../../shared/kit/money.ts";
import { readerHours, zonedHours, zonedSpan } from "../../../../shared/kit/zoned-hours.ts";
import type { KnownAircraft } from "../../../client/catalogue/known-aircraft.ts";
import type { KnownPeer } from "../../../client/messages/known-peer.ts";
import { openDialog } from "../../../client/shell/dialogs.ts";
import type { BookingWithStatus } from "../booking-state.ts";

/** Who and what the bookings on this device are about. */
export type Directory = {
  /** Null when this device does not have the aircraft. */
  plane: (id: string) => KnownAircraft | null;
  peer: (id: string) => KnownPeer;
};

export type Flight = {
  booking: BookingWithStatus;
  plane: KnownAircraft | null;
  peer: KnownPeer;
  /** The aircraft's zone; the reader's when the aircraft is unknown. */
  zone: string | undefined;
  /** `09:00–12:00 PST` */
  hours: string;
  /** `Sat, Dec 12, 09:00–12:00 PST` */
  when: string;
  /** `10:00–13:00 your time`, or null where the clocks agree. */
  yours: string | null;
  /** `3 hours` */
  duration: string;
  /** Null when neither the request nor the server named it. */
  total: string | null;
};

export function flightOf(booking: BookingWithStatus, me: string, directory: Directory): Flight {
  const plane = directory.plane(booking.aircraftId);
  const zone = plane ? zoneOf(plane) : undefined;
  return {
    booking,
    plane,
    peer: directory.peer(booking.pilotId === me ? booking.ownerId : booking.pilotId),
    zone,
    hours: zonedHours(booking, zone),
    when: zonedSpan(booking, zone),
    yours: readerHours(booking, zone),
    duration: hoursLabel(booking.hours),
    total: booking.totalCents > 0 ? dollarsAndCents(booking.totalCents / 100) : null,
  };
}

/** Opens the conversation, where the booking's card has its actions. */
export function openConversation({ peer: { id, name, userType } }: Flight): void {
  openDialog({ name: "message", recipient: { id, name, ...(userType && { userType }) } });
}
