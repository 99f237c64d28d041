// Shows a booking to one of its members: Owen Fairley, the pilot, or Marisol Vega, the owner.
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Booking } from "../../shared/domain/bookings.ts";
import type { BookingStatus } from "../../shared/domain/bookings-rules.ts";
import { aBooking } from "./booking.ts";
import { aListing, anOwner, aPerson, openScreen, type newServer } from "./screen.tsx";

export const owner = { ...anOwner(), name: "Marisol Vega" };
export const pilot = aPerson({ name: "Owen Fairley" });
export const plane = aListing({
  ownerId: owner.id,
  name: "Cirrus SR22 G5 - Demo Data",
  location: "San Diego CA",
});
/** The hours on the screen. */
export const seen = { startDate: "2099-12-05T17:00:00.000Z", hours: 4 };

type Side = "pilot" | "owner";
type Drawn = { bookingId: string; me: string; peer: { id: string; name: string } };

/** Renders a booking as one side sees it, and waits for its card. */
export async function openBooking(
  server: ReturnType<typeof newServer>,
  side: Side,
  fields: Partial<Booking> & { status: BookingStatus },
  draw: (props: Drawn) => ReactNode,
): Promise<{ booking: Booking; card: HTMLElement }> {
  const booking = aBooking({
    aircraftId: plane.id,
    pilotId: pilot.id,
    ownerId: owner.id,
    ...seen,
    ...{ totalPrice: 1518, totalCents: 151_800 },
    createdAt: "2026-11-21T10:00:00.000Z",
    ...fields,
  });
  server.me = side === "pilot" ? pilot : aPerson({ id: owner.id, name: owner.name, userType: "owner" });
  server.rows = { bookings: [booking], aircraft: [plane] };
  const peer = side === "pilot" ? owner : pilot;
  await openScreen(server, <>{draw({ bookingId: booking.id, me: server.me.id, peer })}</>);
  return { booking, card: await screen.findByRole("region", { name: "Booking" }) };
}
