import { z } from "zod";
import { offlineCommand } from "../kit/command.ts";
import { defineEntity, drop, put } from "../kit/entity.ts";
import { anyId, id, instant, nothing } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { listing } from "./aircraft.ts";

export const favorite = defineEntity({
  name: "favorites",
  key: "aircraftId",
  schema: z.object({ id, userId: id, aircraftId: id, createdAt: instant }),
});
export type Favorite = z.infer<typeof favorite.schema>;

const lane = ({ aircraftId }: { aircraftId: string }) => `favorite:${aircraftId}`;
/** The last of several taps wins. */
const squash = { "favorites.add": "replace", "favorites.remove": "replace" } as const;
const notFound = { aircraftId: "aircraft-not-found" } as const;

export const favoritesCommands = {
  "favorites.add": offlineCommand({
    route: "POST /api/favorites",
    access: "user",
    status: 201,
    input: z.object({ aircraftId: id }),
    result: favorite.schema,
    lane,
    creates: { table: "favorites", owner: "userId" },
    squash,
    optimistic: ({ aircraftId }, { id: favoriteId, me, at }) => [
      put(favorite, { id: favoriteId, userId: me, aircraftId, createdAt: at }),
    ],
  }),
  "favorites.remove": offlineCommand({
    route: "DELETE /api/favorites/:aircraftId",
    access: "user",
    status: 204,
    input: z.object({ aircraftId: id }),
    result: nothing,
    notFound,
    lane,
    squash,
    optimistic: ({ aircraftId }) => [drop(favorite, aircraftId)],
  }),
};

export const favoritesQueries = {
  "favorites.list": query({
    route: "GET /api/favorites",
    access: "user",
    input: z.object({ cursor: z.string().max(200).optional() }),
    result: z.array(listing),
  }),
  "favorites.check": query({
    route: "GET /api/favorites/check/:aircraftId",
    access: "user",
    input: z.object({ aircraftId: anyId }),
    result: z.object({ isFavorite: z.boolean() }),
  }),
};
