import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { favoritesQueries } from "../../../shared/domain/favorites.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { aircraftColumns, isPublic } from "../aircraft/rows.ts";
import { isNotHiddenFrom } from "../safety/pairs.ts";
import { newestPositionText, readNewestPosition } from "../list-position.ts";

const ROWS_A_PAGE = 1000;

/** A listing with the position of its favorite in the list. */
type Saved = Aircraft & { savedAt: string; heartId: string };

export const favoritesResolvers: Resolvers<typeof favoritesQueries> = {
  /** Lists saved aircraft that are public, latest saved first; an inactive one stays saved. */
  async "favorites.list"({ db, me, nextPage }, { cursor }) {
    const after = readNewestPosition(cursor);
    const rows: Saved[] = await db("favorites")
      .join("aircraft", "aircraft.id", "favorites.aircraftId")
      .select(...aircraftColumns, "favorites.createdAt as savedAt", "favorites.id as heartId")
      .where("favorites.userId", me.id)
      .whereRaw(isPublic)
      .whereRaw(isNotHiddenFrom("?"), [me.id])
      .modify((query) => {
        if (after) void query.whereRaw(`(favorites."createdAt", favorites.id) < (?, ?)`, [after.createdAt, after.id]);
      })
      .orderBy("favorites.createdAt", "desc")
      .orderBy("favorites.id", "desc")
      .limit(ROWS_A_PAGE + 1);
    const page = rows.slice(0, ROWS_A_PAGE);
    const last = page.at(-1);
    if (rows.length > page.length && last)
      nextPage({ cursor: newestPositionText({ createdAt: last.savedAt, id: last.heartId }) });
    return page;
  },

  async "favorites.check"({ db, me }, { aircraftId }) {
    const found = isId(aircraftId) && (await db("favorites").where({ userId: me.id, aircraftId }).first("id"));
    return { isFavorite: Boolean(found) };
  },
};
