// The mirrored entities with their keys and indexes. Contains no schemas: reading rows needs no zod.
import type { entities, EntityName } from "../../../shared/entities.ts";

type Entities = typeof entities;
type Mirrors = { [Name in EntityName]: Pick<Entities[Name], "key" | "indexes"> };

/** TypeScript compares each line with the contract. */
const mirrors = {
  me: { key: "id", indexes: [] },
  people: { key: "id", indexes: [] },
  favorites: { key: "aircraftId", indexes: [] },
  messages: { key: "id", indexes: ["senderId", "receiverId"] },
  bookings: { key: "id", indexes: ["aircraftId", "pilotId", "ownerId"] },
  aircraft: { key: "id", indexes: ["ownerId"] },
  searches: { key: "id", indexes: [] },
  plans: { key: "aircraftId", indexes: [] },
  blocks: { key: "id", indexes: ["aircraftId"] },
  blockedPeople: { key: "blockedId", indexes: [] },
  hiddenOwners: { key: "ownerId", indexes: [] },
  reports: { key: "id", indexes: ["targetId"] },
} as const satisfies Mirrors;

/**
 * The version of the store. `store/person-store.test.ts` has the mirrors of each: another entity or index is a new version.
 * An upgrade keeps the outbox with its pictures. Those to the third empty the mirrors; later ones keep them until the server has sent
 * all rows again. Never drop an index: code of an earlier version, in another tab, would make it again.
 */
export const STORE_VERSION = 6;

/** Key field of each mirrored entity. */
export const entityKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(mirrors).map(([name, { key }]) => [name, key]),
);

/** Indexed fields of each mirrored entity. */
export const entityIndexes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(mirrors).map(([name, { indexes }]) => [name, indexes]),
);
