// The mirrored entities with their keys and indexes. Contains no schemas, which the service worker does not need.
// TypeScript compares each line with the contract.
import type { entities, EntityName } from "../../../shared/entities.ts";

type Entities = typeof entities;

export const mirrors = {
  me: { key: "id", indexes: [] },
  people: { key: "id", indexes: [] },
  favorites: { key: "aircraftId", indexes: [] },
  messages: { key: "id", indexes: ["senderId", "receiverId"] },
  bookings: { key: "id", indexes: ["aircraftId", "pilotId", "ownerId"] },
  aircraft: { key: "id", indexes: ["ownerId"] },
  searches: { key: "id", indexes: [] },
} as const satisfies { [Name in EntityName]: Pick<Entities[Name], "key" | "indexes"> };

/** Key field of each mirrored entity. */
export const entityKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(mirrors).map(([name, { key }]) => [name, key]),
);

/** Indexed fields of each mirrored entity. */
export const entityIndexes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(mirrors).map(([name, { indexes }]) => [name, indexes]),
);
