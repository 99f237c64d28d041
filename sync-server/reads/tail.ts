// Reads the end of the change log once for all connected users of this process.
import { readPositionColumns, safeSnapshot, type ReadPosition } from "../db/read-position.ts";
import { snapshotText, type Snapshot } from "../db/snapshot.ts";
import { userScope } from "../kit/command-handler.ts";
import type { Services } from "../kit/services.ts";
import { visibleRowText } from "./rows.ts";

/** Most lines per read; with more, every client must exchange. */
export const MOST_LINES = 20_000;
/** Most keys sent over a line at once; with more, the client must exchange. */
export const MOST_KEYS = 500;
/** With more lines than this their rows are read apart. */
export const FEW_LINES = 16;
/** With more users than this, reading every line and joining the users costs less than one look for each user. */
const MOST_NAMED = 300;

/** Scope of lines about ended sessions; their id is the user's. */
export const SESSIONS_SCOPE = "sessions";

export type Key = { entity: number; id: string };
export type LogLine = Key & { scope: string; xid: number };
/** A key, and the transactions that changed it. */
export type ChangedKey = Key & { xids: number[] };

export type Tail = {
  readPosition: ReadPosition;
  /** Position after this read. */
  position: Snapshot;
  /** Lines since `base` of the given users, and about ended sessions; only the latter when `behind` is set. */
  lines: LogLine[];
  /** When the users had more lines than a read takes: all users who had any, and must exchange. Null otherwise. */
  behind: ReadonlySet<string> | null;
  /** Unseen keys for each entry of `asked`, at most `MOST_KEYS` + 1. */
  asked: ChangedKey[][];
  /** The row of each line, where rows were asked for and few lines are new. Null otherwise. */
  rows: readonly TailedRow[] | null;
};

/** A row for one user: JSON, or null if the user may not see it. */
export type TailedRow = Key & { userId: string; row: string | null };

/** Lines of the log after `$1`. */
const freshLines = `xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1)`;

/** A line's row for the user of its scope. */
const rowOfLine = `case when f.scope <> '${SESSIONS_SCOPE}' and (select count(*) from fresh) <= ${FEW_LINES} then (
    select ${visibleRowText} from (select substr(f.scope, ${userScope("").length + 1})::uuid as "userId", f.entity, f.id::uuid) w ("userId", entity, id)
  ) end`;

const tailText = (fresh: string, row: string) => `with read_position as (
    select ${readPositionColumns("select xid from change_log order by xid desc limit 1")} from sync_meta
  ), ${fresh}, asked as (
    select a.n, null, l.entity, l.id::text, l.xids
    from unnest($3::text[], $4::pg_snapshot[]) with ordinality as a (scope, since, n)
    cross join lateral (
      select entity, id, string_agg(distinct xid::text, ' ') as xids from change_log
      where scope = a.scope and xid >= pg_snapshot_xmin(a.since) and not pg_visible_in_snapshot(xid, a.since)
      group by entity, id limit ${MOST_KEYS + 1}
    ) l
  )
  select read_position.*, k.* from read_position
  left join (select f.*, ${row} as row from fresh f union all select *, null from asked) k on true`;

const lineColumns = `0::bigint as n, scope, entity, id::text, xid::text`;

const freshText = `fresh as (
    select ${lineColumns} from change_log
    where $1::pg_snapshot is not null and ${freshLines} and scope = any($2::text[]) limit ${MOST_LINES + 1}
  )`;

const freshOfManyText = `news as materialized (
    select scope, entity, id, xid from change_log where $1::pg_snapshot is not null and ${freshLines}
  ), fresh as (
    select ${lineColumns} from news where scope in (select unnest($2::text[])) limit ${MOST_LINES + 1}
  )`;

const tailStatement = (name: string, fresh: string) => ({
  lines: { name, text: tailText(fresh, "null") },
  rows: { name: `${name}-with-rows`, text: tailText(fresh, rowOfLine) },
});

const tailOfFew = tailStatement("tail", freshText);
const tailOfMany = tailStatement("tail-of-many", freshOfManyText);

// The users of a tail that is too long, and the ended sessions in it.
const behindStatement = {
  name: "tail-behind",
  text: `select distinct scope, case when scope = '${SESSIONS_SCOPE}' then id end::text as id from change_log
    where $1::pg_snapshot is not null and ${freshLines} and pg_visible_in_snapshot(xid, $3::pg_snapshot)
      and scope in (select unnest($2::text[]))`,
};

type TailRow = ReadPosition & {
  n: number | null;
  scope: string | null;
  entity: number;
  id: string;
  xid: string;
  row: string | null;
};

/**
 * Reads lines since `base` (none when null) for the given users, and unseen keys of each `asked`. `withRows`: their rows come along,
 * as after a commit of this process that phones wait for.
 */
export async function readTail(
  { runPrepared, durableMark }: Pick<Services, "runPrepared" | "durableMark">,
  base: Snapshot | null,
  people: ReadonlySet<string>,
  asked: readonly { userId: string; position: Snapshot }[],
  withRows = false,
): Promise<Tail> {
  const scopes = [SESSIONS_SCOPE, ...[...people].map(userScope)];
  const since = base && snapshotText(base);
  const statement = people.size > MOST_NAMED ? tailOfMany : tailOfFew;
  const found = await runPrepared<TailRow>(withRows ? statement.rows : statement.lines, [
    since,
    scopes,
    asked.map(({ userId }) => userScope(userId)),
    asked.map(({ position }) => snapshotText(position)),
  ]);
  const readPosition = found[0];
  if (!readPosition) throw new Error("sync_meta is empty: the server has not prepared this database");
  const lines: LogLine[] = [];
  const rows: TailedRow[] = [];
  const keys: ChangedKey[][] = asked.map(() => []);
  for (const { n, scope, entity, id, xid, row } of found) {
    if (n === null) continue;
    if (n === 0) {
      lines.push({ scope: scope ?? "", entity, id, xid: Number(xid) });
      if (scope?.startsWith("user:")) rows.push({ userId: scope.slice("user:".length), entity, id, row });
    } else keys[n - 1]?.push({ entity, id, xids: xid.split(" ").map(Number) });
  }
  const hasRows = withRows && lines.length <= FEW_LINES;
  const read = {
    readPosition,
    position: safeSnapshot(durableMark, readPosition),
    asked: keys,
    rows: hasRows ? rows : null,
  };
  if (lines.length <= MOST_LINES) return { ...read, lines, behind: null };
  const changed = await runPrepared<{ scope: string; id: string | null }>(behindStatement, [
    since,
    scopes,
    readPosition.snapshot,
  ]);
  const ended = changed.flatMap(({ scope, id }) => (id === null ? [] : [{ scope, entity: 0, id, xid: 0 }]));
  const told = new Set(changed.map(({ scope }) => scope));
  return { ...read, lines: ended, behind: new Set([...people].filter((id) => told.has(userScope(id)))) };
}

const rowsStatement = {
  name: "rows-of-many",
  text: `select w.n, w.entity, w.id::text, ${visibleRowText} as row
    from unnest($1::int[], $2::uuid[], $3::smallint[], $4::uuid[]) as w (n, "userId", entity, id)`,
};

export type FoundRow = { n: number; entity: number; id: string; row: string | null };

const rowName = ({ userId, entity, id }: Key & { userId: string }) => `${userId} ${entity} ${id}`;

/** Reads rows for several users: for each wanted key the row as JSON, or null. Takes those that a tail has brought from `known`. */
export async function readRows(
  { runPrepared }: Pick<Services, "runPrepared">,
  wanted: readonly (Key & { n: number; userId: string })[],
  known: readonly TailedRow[] | null,
): Promise<FoundRow[]> {
  const rows = new Map(known?.map((one) => [rowName(one), one.row]));
  const found: FoundRow[] = [];
  const missing = wanted.filter((one) => {
    const row = rows.get(rowName(one));
    if (row !== undefined) found.push({ n: one.n, entity: one.entity, id: one.id, row });
    return row === undefined;
  });
  if (missing.length === 0) return found;
  const read = await runPrepared<FoundRow>(rowsStatement, [
    missing.map(({ n }) => n),
    missing.map(({ userId }) => userId),
    missing.map(({ entity }) => entity),
    missing.map(({ id }) => id),
  ]);
  return [...found, ...read];
}
