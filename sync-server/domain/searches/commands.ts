import type { Knex } from "knex";
import type { SavedSearch, SearchChanges, searchesCommands } from "../../../shared/domain/searches.ts";
import { MOST_SEARCHES } from "../../../shared/domain/searches-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { candidateKeys, blockMatching, searchColumns } from "./rows.ts";

export const searchesHandlers: Handlers<typeof searchesCommands> = {
  async "searches.save"({ tx, me, id, changed }, { id: _, ...fields }) {
    // The lock runs a user's saves one after another, so that the count is exact.
    await lockUsers(tx, [me.id], "change");
    await requireRoom(tx, me.id);
    await blockMatching(tx);
    const [row]: SavedSearch[] = await tx("searches")
      .insert({ ...fields, ...candidateKeys(fields), id, userId: me.id })
      .onConflict("id")
      .ignore()
      .returning(searchColumns);
    if (!row) throw new DomainError("id-taken");
    changed("searches", id, [userScope(me.id)]);
    return row;
  },

  async "searches.edit"({ tx, me, merge, changed }, { id, ...wanted }) {
    await blockMatching(tx);
    const stored: SavedSearch | undefined = await tx("searches")
      .first(...searchColumns)
      .where({ id, userId: me.id })
      .forUpdate();
    if (!stored) throw new DomainError("search-not-found");
    const changes = merge(stored, wanted);
    if (Object.keys(changes).length === 0) return stored;
    const [row]: SavedSearch[] = await tx("searches")
      .where({ id })
      .update({
        ...changes,
        ...candidateKeys({ ...stored, ...changes }),
        ...(resetsMatches(changes) && { since: tx.raw("pg_current_snapshot()") }),
        rev: tx.raw("rev + 1"),
      })
      .returning(searchColumns);
    changed("searches", id, [userScope(me.id)]);
    return row!;
  },

  /** Removing a missing search succeeds. */
  async "searches.remove"({ tx, me, changed }, { id }) {
    await blockMatching(tx);
    const removed = await tx("searches").where({ id, userId: me.id }).delete();
    if (removed > 0) changed("searches", id, [userScope(me.id)]);
    return undefined;
  },
};

/** @throws DomainError too-many-searches */
async function requireRoom(tx: Knex, userId: string): Promise<void> {
  const saved = await tx("searches").where({ userId }).count({ count: "*" }).first();
  if (Number(saved?.count) >= MOST_SEARCHES) throw new DomainError("too-many-searches");
}

/** After a filter change or when notifications turn on, present matches are known and not announced. */
function resetsMatches({ name: _, notify, ...filter }: Partial<SearchChanges>): boolean {
  return notify === true || Object.keys(filter).length > 0;
}
