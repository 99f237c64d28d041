// The mirrored entities with their keys and indexes. Contains no schemas: reading rows needs no zod.
import type { entities, EntityName } from "../../../shared/entities.ts";

type Entities = typeof entities;
type Mirrors = { [Name in EntityName]: Pick<Entities[Name], "key" | "indexes"> };

const first = {
  me: { key: "id", indexes: [] },
  people: { key: "id", indexes: [] },
  favorites: { key: "aircraftId", indexes: [] },
  messages: { key: "id", indexes: ["senderId", "receiverId"] },
  bookings: { key: "id", indexes: ["aircraftId", "pilotId", "ownerId"] },
  aircraft: { key: "id", indexes: ["ownerId"] },
} as const;

const second = { ...first, searches: { key: "id", indexes: [] } } as const;

const third = {
  ...second,
  plans: { key: "aircraftId", indexes: [] },
  blocks: { key: "id", indexes: ["aircraftId"] },
} as const;

/** The same rows: this version added the summaries of conversations, which are made from the messages on the device. */
const fourth = third;

const fifth = {
  ...fourth,
  blockedPeople: { key: "blockedId", indexes: [] },
  hiddenOwners: { key: "ownerId", indexes: [] },
} as const;

const sixth = { ...fifth, reports: { key: "id", indexes: ["targetId"] } } as const;

/**
 * Every set of mirrors that devices ever had, oldest first: their number is the version of the store. Never change one; append the next.
 * An upgrade keeps the outbox with its pictures. Those to the third empty the mirrors; later ones keep them until the server has sent
 * all rows again.
 */
export const mirrorVersions = [first, second, third, fourth, fifth, sixth] as const;

/** The mirrors of this version. TypeScript compares each line with the contract. */
const mirrors = sixth satisfies Mirrors;

/** Key field of each mirrored entity. */
export const entityKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(mirrors).map(([name, { key }]) => [name, key]),
);

/** Indexed fields of each mirrored entity. */
export const entityIndexes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(mirrors).map(([name, { indexes }]) => [name, indexes]),
);
