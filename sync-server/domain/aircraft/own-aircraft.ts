import type { Knex } from "knex";
import type { Placed } from "../../../shared/domain/locations.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { SignedInContext } from "../../kit/command-handler.ts";
import { whereVisible } from "./rows.ts";

export type OwnAircraft = { id: string; ownerId: string; name: string } & Placed;

/**
 * Locks the caller's own aircraft until the commit: edits of it, of its plan and its notes, requests and acceptances run in order.
 * @throws DomainError aircraft-not-found, not-your-aircraft
 */
export async function lockOwnAircraft(tx: Knex, id: string, me: SignedInContext["me"]): Promise<OwnAircraft> {
  const plane: OwnAircraft | undefined = await tx("aircraft")
    .where("aircraft.id", id)
    .modify(whereVisible, me)
    .forNoKeyUpdate("aircraft")
    .first("aircraft.id", "aircraft.ownerId", "aircraft.name", "aircraft.location", "aircraft.airport");
  if (!plane) throw new DomainError("aircraft-not-found");
  if (plane.ownerId !== me.id) throw new DomainError("not-your-aircraft");
  return plane;
}
