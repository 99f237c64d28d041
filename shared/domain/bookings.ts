import { z } from "zod";
import { defineEntity } from "../kit/entity.ts";
import { id, instant } from "../kit/fields.ts";

export const bookingStatuses = ["requested", "accepted", "declined", "cancelled", "completed", "expired"] as const;

/** A rental request and what became of it. `totalPrice` in whole dollars; `endsAt` = `startDate` + `hours`. */
export const booking = defineEntity({
  name: "bookings",
  key: "id",
  schema: z.object({
    id,
    aircraftId: id,
    pilotId: id,
    ownerId: id,
    startDate: instant,
    endsAt: instant,
    hours: z.int(),
    status: z.enum(bookingStatuses),
    totalPrice: z.int(),
    createdAt: instant,
    rev: z.int(),
  }),
});
