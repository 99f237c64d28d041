import type { Knex } from "knex";

const keys = new WeakMap<object, Promise<Buffer>>();

/** The key all servers of this database sign cursors with. */
export function cursorKey(db: Knex): Promise<Buffer> {
  const owner = db.client as object;
  let key = keys.get(owner);
  if (!key) {
    key = db("sync_meta")
      .first("cursorKey")
      .then((row: { cursorKey: Buffer } | undefined) => {
        if (!row) throw new Error("sync_meta is empty: the server has not prepared this database");
        return row.cursorKey;
      });
    key.catch(() => keys.delete(owner));
    keys.set(owner, key);
  }
  return key;
}
