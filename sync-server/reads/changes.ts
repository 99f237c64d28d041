// Reads the changes that a user's device has not received: the difference since its cursor, else a full resync.
import type { EntityName } from "../../shared/entities.ts";
import { PAGE_KEYS, SCHEMA } from "../../shared/sync.ts";
import { renewGenerationAfter } from "../db/change-log.ts";
import type { RunPrepared } from "../db/prepared.ts";
import { readPositionColumns, safeSnapshot, type ReadPosition } from "../db/read-position.ts";
import { snapshotText, type Snapshot } from "../db/snapshot.ts";
import { newestMarker } from "../db/starts.ts";
import { userScope } from "../kit/command-handler.ts";
import type { ChangedRow, LogAnswer, LogQuestion, Services } from "../kit/services.ts";
import { isForeign, isUsable, validityOf } from "./cursor.ts";
import type { Cursor, PageEnd } from "../kit/cursors.ts";
import { entityOfNumber, readAllRows, visibleRowText } from "./rows.ts";

/** Rows as JSON texts, ready to be joined; drops as keys. */
export type Changes = { rows: Map<EntityName, string[]>; drops: Map<EntityName, string[]> };

/** One page of an answer. `target` is the snapshot of the whole answer. */
export type ChangesPage = Changes & {
  from: string | null;
  to: string;
  isReset: boolean;
  hasMore: boolean;
  /** This page follows an earlier page of the same answer. */
  isLater: boolean;
  target: Snapshot;
};

/** What both ways of reading return; `readChanges` adds where the page starts. */
type Page = Omit<ChangesPage, "from" | "isReset">;

/**
 * Reads a page of the changes after `token`; null is a first sync, and an unusable token a full resync.
 * Each page reads its rows in one snapshot. The answer ends at the first page's snapshot.
 */
export async function readChanges(
  services: Services,
  userId: string,
  token: string | null,
  { pageKeys = PAGE_KEYS }: { pageKeys?: number } = {},
): Promise<ChangesPage> {
  const cursor = token === null ? null : services.cursors.read(token);
  if (cursor?.userId === userId) {
    const page = await pageAfter(services, cursor, pageKeys);
    if (page) return { ...page, from: token, isReset: false };
    await detectRestoredCopy(services, cursor);
  }
  const page = await resync(services, userId, null, pageKeys);
  if (!page) throw new Error("a first page needs no cursor");
  return { ...page, from: null, isReset: token !== null };
}

function pageAfter(services: Services, cursor: Cursor, pageKeys: number): Promise<Page | null> {
  const { position } = cursor;
  return position
    ? difference(services, { ...cursor, position }, pageKeys)
    : resync(services, cursor.userId, cursor, pageKeys);
}

const beforeAllRows: PageEnd = { entity: 0, after: ["00000000-0000-0000-0000-000000000000"] };

/** Reads the difference since a cursor; null when the cursor is not usable here. */
async function difference(
  { readLog, durableMark, cursors }: Services,
  cursor: Cursor & { position: Snapshot },
  pageKeys: number,
): Promise<Page | null> {
  const { userId, position, page } = cursor;
  const last = page?.end ?? beforeAllRows;
  const question = { userId, since: position, target: page?.target ?? null, last, keys: pageKeys + 1 };
  const { readPosition, found } = await readLog(question);
  if (!isUsable(cursor, readPosition)) return null;
  const sent = found.slice(0, pageKeys);
  const hasMore = found.length > pageKeys;
  const target = page?.target ?? safeSnapshot(durableMark, readPosition);
  const start = page ? cursor.start : newestMarker(readPosition.starts);
  const end = sent.at(-1);
  const next: Cursor =
    hasMore && end
      ? { ...cursor, start, page: { target, end: { entity: end.entity, after: [end.id] } } }
      : { ...cursor, start, position: target, page: null };
  return { ...changesOf(sent), to: cursors.write(next), hasMore, isLater: page !== null, target };
}

/** Reads a page of everything the user may see, in a fixed order; null when the cursor is not usable here. */
async function resync(
  { runPrepared, durableMark, cursors }: Services,
  userId: string,
  cursor: Cursor | null,
  pageKeys: number,
): Promise<Page | null> {
  const { readPosition, rows, end } = await readAllRows(runPrepared, userId, cursor?.page?.end ?? null, pageKeys);
  if (cursor && !isUsable(cursor, readPosition)) return null;
  const target = cursor?.page?.target ?? safeSnapshot(durableMark, readPosition);
  const start = cursor ? cursor.start : newestMarker(readPosition.starts);
  const stable = { generation: readPosition.generation, start, schema: SCHEMA, userId };
  const next: Cursor = end
    ? { ...stable, position: null, page: { target, end } }
    : { ...stable, position: target, page: null };
  const to = cursors.write(next);
  return { rows, drops: new Map(), to, hasMore: end !== null, isLater: cursor !== null, target };
}

/**
 * Detects a restored copy by a cursor of unknown history, and starts a new generation: every client resyncs, the
 * catalogue included.
 */
async function detectRestoredCopy({ db }: Services, cursor: Cursor): Promise<void> {
  const { rows } = await db.raw<{ rows: (ReadPosition & { past: string })[] }>(
    `select ${readPositionColumns("select null")}, "pastGenerations" as past from sync_meta`,
  );
  const here = rows[0];
  if (here && (isForeign(cursor, here) || validityOf(cursor, here) === "lost"))
    await renewGenerationAfter(db, here.generation, cursor.generation);
}

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

/** Answers several users' questions to the change log with one statement. */
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

/** Puts existing rows, drops keys without a row, and skips lines of entities unknown to this version. */
export function changesOf(found: readonly ChangedRow[]): Changes {
  const changes: Changes = { rows: new Map(), drops: new Map() };
  for (const { entity, id, row } of found) {
    const name = entityOfNumber(entity);
    if (!name) continue;
    const [into, what] = row === null ? [changes.drops, id] : [changes.rows, row];
    const list = into.get(name);
    if (list) list.push(what);
    else into.set(name, [what]);
  }
  return changes;
}

/** Returns `{"rows":{…},"drops":{…}}` without the braces; rows are JSON already. */
export function changesText({ rows, drops }: Changes): string {
  const texts = [...rows].map(([name, list]) => `"${name}":[${list.join(",")}]`);
  return `"rows":{${texts.join(",")}},"drops":${JSON.stringify(Object.fromEntries(drops))}`;
}
