import type { favoritesQueries } from "../../../shared/domain/favorites.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../reads/handler.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { aircraftColumns, isPublic } from "../aircraft/rows.ts";

export const favoritesResolvers: Resolvers<typeof favoritesQueries> = {
  /** Saved aircraft that are public now, latest saved first; an inactive one stays saved and comes back with its owner. */
  async "favorites.list"({ db, me }) {
    const rows: Aircraft[] = await db("favorites")
      .join("aircraft", "aircraft.id", "favorites.aircraftId")
      .select(...aircraftColumns)
      .where("favorites.userId", me.id)
      .whereRaw(isPublic)
      .orderBy("favorites.createdAt", "desc")
      .orderBy("favorites.id", "desc");
    return rows;
  },

  async "favorites.check"({ db, me }, { aircraftId }) {
    const found = isId(aircraftId) && (await db("favorites").where({ userId: me.id, aircraftId }).first("id"));
    return { isFavorite: Boolean(found) };
  },
};
