import type { SavedSearch, searchesQueries } from "../../../shared/domain/searches.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { searchColumns } from "./rows.ts";

export const searchesResolvers: Resolvers<typeof searchesQueries> = {
  /** The user's searches, newest first. */
  async "searches.list"({ db, me }): Promise<SavedSearch[]> {
    return db("searches")
      .where({ userId: me.id })
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .select(searchColumns);
  },
};
