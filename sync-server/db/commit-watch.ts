// Tells whether anything was committed since an earlier look: polls of a quiet database then cost next to nothing.
import type { Knex } from "knex";

export type CommitWatch = {
  /** The database's snapshot as text, which every commit that wrote changes. Looks at the same time share one statement. */
  look(): Promise<string>;
};

export function createCommitWatch(db: Knex): CommitWatch {
  let looking: Promise<string> | null = null;
  return {
    look() {
      looking ??= readSnapshot(db).finally(() => (looking = null));
      return looking;
    },
  };
}

async function readSnapshot(db: Knex): Promise<string> {
  const { rows } = await db.raw("select pg_current_snapshot()::text as snapshot");
  return (rows[0] as { snapshot: string }).snapshot;
}
