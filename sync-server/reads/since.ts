// Reads the difference since a cursor: a user's unseen keys, with their rows.
import type { RunPrepared } from "../db/prepared.ts";
import { readPositionColumns, safeSnapshot, type ReadPosition } from "../db/read-position.ts";
import { snapshotText, type Snapshot } from "../db/snapshot.ts";
import { newestMarker } from "../db/starts.ts";
import { userScope } from "../kit/command-handler.ts";
import type { ChangedRow, LogAnswer, LogQuestion, Services } from "../kit/services.ts";
import { writeCursor, type Cursor, type PageEnd } from "./cursor.ts";
import { isUsable } from "./cursor-worth.ts";
import { changesOf, type ChangesPage } from "./page.ts";
import { visibleRowText } from "./rows.ts";

// One statement and one snapshot for any number of users.
// Parameters per user: $1 scope, $2 since, $3 target or null, $4 $5 last key of the previous page, $6 user, $7 keys.
const changesStatement = {
  name: "changes",
  text: `with asked as materialized (
    select * from unnest($1::text[], $2::pg_snapshot[], $3::pg_snapshot[], $4::smallint[], $5::uuid[], $6::uuid[], $7::int[])
      with ordinality as a (scope, since, target, "lastEntity", "lastId", "userId", keys, n)
  ), wanted as materialized (
    select a.n, a."userId", l.entity, l.id from asked a cross join lateral (
      select entity, id from change_log
      where scope = a.scope and xid >= pg_snapshot_xmin(a.since) and not pg_visible_in_snapshot(xid, a.since)
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

type LogRow = ReadPosition & { n: number; entity: number | null; id: string | null; row: string | null };

/** Answers several users' questions with one statement. */
export async function readLog(runPrepared: RunPrepared, questions: readonly LogQuestion[]): Promise<LogAnswer[]> {
  const rows = await runPrepared<LogRow>(changesStatement, [
    questions.map(({ userId }) => userScope(userId)),
    questions.map(({ since }) => snapshotText(since)),
    questions.map(({ target }) => target && snapshotText(target)),
    questions.map(({ last }) => last.entity),
    questions.map(({ last }) => last.after[0]),
    questions.map(({ userId }) => userId),
    questions.map(({ keys }) => keys),
  ]);
  const positions = new Map<number, ReadPosition>();
  const found = questions.map((): ChangedRow[] => []);
  for (const { n, entity, id, row, ...readPosition } of rows) {
    if (entity === null || id === null) positions.set(n, readPosition);
    else found[n - 1]!.push({ entity, id, row });
  }
  return found.map((changed, index) => {
    const readPosition = positions.get(index + 1);
    if (!readPosition) throw new Error("sync_meta is empty: the server has not prepared this database");
    return { readPosition, found: changed.sort(byKey) };
  });
}

function byKey(a: ChangedRow, b: ChangedRow): number {
  return a.entity - b.entity || (a.id < b.id ? -1 : 1);
}

const beforeAllRows: PageEnd = { entity: 0, after: ["00000000-0000-0000-0000-000000000000"] };

/** Reads the difference since a cursor; null when the cursor is not usable here. */
export async function changesSince(
  services: Pick<Services, "readLog" | "durableMark" | "installationKey">,
  userId: string,
  cursor: Cursor & { position: Snapshot },
  pageKeys: number,
): Promise<Omit<ChangesPage, "from"> | null> {
  const { position, page } = cursor;
  const last = page?.end ?? beforeAllRows;
  const question = { userId, since: position, target: page?.target ?? null, last, keys: pageKeys + 1 };
  const { readPosition, found } = await services.readLog(question);
  if (!isUsable(cursor, userId, readPosition)) return null;
  const named = found.slice(0, pageKeys);
  const hasMore = found.length > pageKeys;
  const target = page?.target ?? safeSnapshot(services.durableMark, readPosition);
  const end = named.at(-1);
  const start = page ? cursor.start : newestMarker(readPosition.starts);
  const next: Cursor =
    hasMore && end
      ? { ...cursor, start, page: { target, end: { entity: end.entity, after: [end.id] } } }
      : { ...cursor, start, position: target, page: null };
  const to = writeCursor(services.installationKey, next);
  return { ...changesOf(named), to, isReset: false, hasMore, isLater: page !== null, target };
}
