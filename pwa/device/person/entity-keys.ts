// Every kind of mirrored row with its key field, without the schemas: the service worker has no use for those.
import type { EntityName } from "../../../shared/entities.ts";

const keyFields: Record<EntityName, string> = {
  me: "id",
  people: "id",
  favorites: "aircraftId",
  messages: "id",
  bookings: "id",
  aircraft: "id",
};

export const entityKeys: ReadonlyMap<string, string> = new Map(Object.entries(keyFields));
