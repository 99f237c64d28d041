// The difference since a cursor: the keys of a person's scope it has not heard of, with their rows.
import type { Knex } from "knex";
import { createBatcher } from "../db/batcher.ts";
import { runPrepared } from "../db/prepared.ts";
import { newestMarker } from "../db/starts.ts";
import { userScope } from "../kit/command-handler.ts";
import { writeCursor, type Cursor, type PageEnd } from "./cursor.ts";
import { isUsable, readPositionColumns, safeSnapshot, type ReadPosition } from "./read-position.ts";
import { changesOf, type ChangesPage } from "./page.ts";
import { visibleRowText } from "./rows.ts";
import { snapshotText, type Snapshot } from "./snapshot.ts";

// One statement, so one snapshot, for any number of people. For each: $1 scope, $2 heard, $3 target or null, $4 $5 the last key of
// the page before, $6 person, $7 keys.
const changesStatement = {
  name: "changes",
  text: `with asked as materialized (
    select * from unnest($1::text[], $2::pg_snapshot[], $3::pg_snapshot[], $4::smallint[], $5::uuid[], $6::uuid[], $7::int[])
      with ordinality as a (scope, heard, target, "lastEntity", "lastId", "userId", keys, n)
  ), wanted as materialized (
    select a.n, a."userId", l.entity, l.id from asked a cross join lateral (
      select entity, id from change_log
      where scope = a.scope and xid >= pg_snapshot_xmin(a.heard) and not pg_visible_in_snapshot(xid, a.heard)
        and (a.target is null or pg_visible_in_snapshot(xid, a.target))
        and (entity, id) > (a."lastEntity", a."lastId")
      group by entity, id order by entity, id limit a.keys
    ) l
  )
  select a.n::int, ${readPositionColumns("select xid from change_log where scope = a.scope order by xid desc limit 1")},
    null::smallint as entity, null as id, null as row
  from asked a cross join sync_meta
  union all
  select w.n::int, null, null, null, null, null, null, w.entity, w.id::text, ${visibleRowText} from wanted w`,
};

type ChangesRow = ReadPosition & { n: number; entity: number | null; id: string | null; row: string | null };

type Asked = { userId: string; heard: Snapshot; target: Snapshot | null; last: PageEnd; keys: number };

/** What the log says of one person: the moment it was read, then a row for each key. */
type Answered = { moment: ReadPosition; found: ChangesRow[] };

async function askLog(db: Knex, asked: readonly Asked[]): Promise<Answered[]> {
  const rows = await runPrepared<ChangesRow>(db, changesStatement, [
    asked.map(({ userId }) => userScope(userId)),
    asked.map(({ heard }) => snapshotText(heard)),
    asked.map(({ target }) => target && snapshotText(target)),
    asked.map(({ last }) => last.entity),
    asked.map(({ last }) => last.after[0]),
    asked.map(({ userId }) => userId),
    asked.map(({ keys: most }) => most),
  ]);
  const answers = asked.map((): Partial<Answered> & { found: ChangesRow[] } => ({ found: [] }));
  for (const row of rows) {
    const answer = answers[row.n - 1];
    if (row.entity === null) answer!.moment = row;
    else answer!.found.push(row);
  }
  return answers.map(({ moment: read, found }) => {
    if (!read) throw new Error("sync_meta is empty: the server has not prepared this database");
    return { moment: read, found: found.sort(byKey) };
  });
}

function byKey(a: ChangesRow, b: ChangesRow): number {
  return a.entity! - b.entity! || (a.id! < b.id! ? -1 : 1);
}

const gathers = new WeakMap<object, (asked: Asked) => Promise<Answered>>();

/** People who ask at the same moment are answered by one statement. */
function askTogether(db: Knex, asked: Asked): Promise<Answered> {
  if (db.isTransaction) return askLog(db, [asked]).then(([answer]) => answer!);
  const owner = db.client as object;
  let ask = gathers.get(owner);
  if (!ask) {
    ask = createBatcher((items: readonly Asked[]) => askLog(db, items), { atOnce: 2, most: 100 });
    gathers.set(owner, ask);
  }
  return ask(asked);
}

const BEFORE_ALL: PageEnd = { entity: 0, after: ["00000000-0000-0000-0000-000000000000"] };

/** The difference since a cursor, or null when the cursor does not count here. */
export async function changesSince(
  db: Knex,
  key: Buffer,
  userId: string,
  cursor: Cursor & { heard: Snapshot },
  pageKeys: number,
): Promise<Omit<ChangesPage, "from"> | null> {
  const { heard, page } = cursor;
  const last = page?.end ?? BEFORE_ALL;
  const asked = { userId, heard, target: page?.target ?? null, last, keys: pageKeys + 1 };
  const { moment: read, found } = await askTogether(db, asked);
  if (!isUsable(cursor, userId, read)) return null;
  const named = found.slice(0, pageKeys);
  const hasMore = found.length > pageKeys;
  const target = page?.target ?? safeSnapshot(db, read);
  const end = named.at(-1);
  const start = page ? cursor.start : newestMarker(read.starts);
  const next: Cursor =
    hasMore && end
      ? { ...cursor, start, page: { target, end: { entity: end.entity ?? 0, after: [end.id ?? ""] } } }
      : { ...cursor, start, heard: target, page: null };
  const to = writeCursor(key, next);
  return { ...changesOf(named), to, isReset: false, hasMore, isLater: page !== null, target };
}
