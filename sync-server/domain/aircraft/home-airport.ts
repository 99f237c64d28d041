import { mainAirportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import { POSITION_STEPS } from "../../../shared/domain/airfields/index-file.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { AirfieldFacts } from "../../kit/services.ts";

/**
 * The wanted airport with the server's own facts, whatever the device sent beside the identifier. Null for the main one of the location.
 * @throws DomainError invalid for an unknown identifier
 */
export async function knownAirport(
  airfields: AirfieldFacts,
  location: string,
  wanted: Pick<HomeAirport, "id"> | null,
): Promise<HomeAirport | null> {
  if (wanted === null) return null;
  const found = await airfields.find(wanted.id);
  if (!found) throw new DomainError("invalid", { fields: { airport: `No airfield is called ${wanted.id}.` } });
  const { id, name, latitude, longitude, zone } = found;
  if (id === mainAirportOf(location)?.id) return null;
  return { id, name, latitude: inSteps(latitude), longitude: inSteps(longitude), zone };
}

/** As exact as the index, so that device and server have equal values. */
function inSteps(degrees: number): number {
  return Math.round(degrees * POSITION_STEPS) / POSITION_STEPS;
}
