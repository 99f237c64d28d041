// The two members of a booking.
import type { Knex } from "knex";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { DomainError } from "../../../shared/kit/errors.ts";

/** @throws DomainError receiver-gone */
export async function requireActive(tx: Knex, id: string): Promise<void> {
  if (!(await tx("users").where({ id, isActive: true }).first("id"))) throw new DomainError("receiver-gone");
}

/** The other member; undefined for a stranger. */
export function otherMember({ pilotId, ownerId }: Booking, id: string): string | undefined {
  if (id === ownerId) return pilotId;
  return id === pilotId ? ownerId : undefined;
}
