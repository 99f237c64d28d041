import type { Knex } from "knex";
import type { SavedSearch, SearchChanges, searchesCommands } from "../../../shared/domain/searches.ts";
import { MOST_SEARCHES } from "../../../shared/domain/searches-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { mergeFields } from "../../kit/field-merge.ts";
import { candidateKeys, holdMatching, searchColumns } from "./rows.ts";

export const searchesHandlers: Handlers<typeof searchesCommands> = {
  async "searches.save"({ tx, me, id, changed }, { id: _, ...fields }) {
    // Saves of one user follow each other, so that the count is true.
    await lockUsers(tx, [me.id], "change");
    await requireRoom(tx, me.id);
    await holdMatching(tx);
    const [row]: SavedSearch[] = await tx("searches")
      .insert({ ...fields, ...candidateKeys(fields), id, userId: me.id })
      .onConflict("id")
      .ignore()
      .returning(searchColumns);
    if (!row) throw new DomainError("id-taken");
    changed("searches", id, [userScope(me.id)]);
    return row;
  },

  async "searches.edit"({ tx, me, base, changed }, { id, ...wanted }) {
    await holdMatching(tx);
    const stored: SavedSearch | undefined = await tx("searches")
      .first(...searchColumns)
      .where({ id, userId: me.id })
      .forUpdate();
    if (!stored) throw new DomainError("search-not-found");
    const changes = mergeFields(base, stored, wanted);
    if (Object.keys(changes).length === 0) return stored;
    const [row]: SavedSearch[] = await tx("searches")
      .where({ id })
      .update({
        ...changes,
        ...candidateKeys({ ...stored, ...changes }),
        ...(startsAnew(changes) && { since: tx.raw("pg_current_snapshot()") }),
        rev: tx.raw("rev + 1"),
      })
      .returning(searchColumns);
    changed("searches", id, [userScope(me.id)]);
    return row!;
  },

  /** Removing a search that is not there is fine. */
  async "searches.remove"({ tx, me, changed }, { id }) {
    await holdMatching(tx);
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

/** With other filters, or notifications on again, what matches at this moment is known and not announced. */
function startsAnew({ name: _, notify, ...filter }: Partial<SearchChanges>): boolean {
  return notify === true || Object.keys(filter).length > 0;
}
