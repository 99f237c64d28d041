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
/** With more users than this, reading every line costs less than filtering by user. */
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
  /** Lines since `base`, of the given scopes or of all. */
  lines: LogLine[];
  isTooLong: boolean;
  /** Unseen keys for each entry of `asked`, at most `MOST_KEYS` + 1. */
  asked: ChangedKey[][];
};

const tailStatement = {
  name: "tail",
  text: `with read_position as (
    select ${readPositionColumns("select xid from change_log order by xid desc limit 1")} from sync_meta
  ), fresh as (
    select 0::bigint as n, scope, entity, id::text, xid::text from change_log
    where $1::pg_snapshot is not null and xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1)
      and ($2::text[] is null or scope = any($2))
    limit ${MOST_LINES + 1}
  ), asked as (
    select a.n, null, l.entity, l.id::text, l.xids
    from unnest($3::text[], $4::pg_snapshot[]) with ordinality as a (scope, since, n)
    cross join lateral (
      select entity, id, string_agg(distinct xid::text, ' ') as xids from change_log
      where scope = a.scope and xid >= pg_snapshot_xmin(a.since) and not pg_visible_in_snapshot(xid, a.since)
      group by entity, id limit ${MOST_KEYS + 1}
    ) l
  )
  select read_position.*, k.* from read_position left join (select * from fresh union all select * from asked) k on true`,
};

type TailRow = ReadPosition & { n: number | null; scope: string | null; entity: number; id: string; xid: string };

/** Reads lines since `base` (none when null) for the given users or all, and unseen keys of each `asked`. */
export async function readTail(
  { runPrepared, durableMark }: Pick<Services, "runPrepared" | "durableMark">,
  base: Snapshot | null,
  people: ReadonlySet<string>,
  asked: readonly { userId: string; position: Snapshot }[],
): Promise<Tail> {
  const named = people.size > MOST_NAMED ? null : [SESSIONS_SCOPE, ...[...people].map(userScope)];
  const found = await runPrepared<TailRow>(tailStatement, [
    base && snapshotText(base),
    named,
    asked.map(({ userId }) => userScope(userId)),
    asked.map(({ position }) => snapshotText(position)),
  ]);
  const readPosition = found[0];
  if (!readPosition) throw new Error("sync_meta is empty: the server has not prepared this database");
  const lines: LogLine[] = [];
  const keys: ChangedKey[][] = asked.map(() => []);
  for (const { n, scope, entity, id, xid } of found) {
    if (n === null) continue;
    if (n === 0) lines.push({ scope: scope ?? "", entity, id, xid: Number(xid) });
    else keys[n - 1]?.push({ entity, id, xids: xid.split(" ").map(Number) });
  }
  return {
    readPosition,
    position: safeSnapshot(durableMark, readPosition),
    lines,
    isTooLong: lines.length > MOST_LINES,
    asked: keys,
  };
}

const rowsStatement = {
  name: "rows-of-many",
  text: `select w.n, w.entity, w.id::text, ${visibleRowText} as row
    from unnest($1::int[], $2::uuid[], $3::smallint[], $4::uuid[]) as w (n, "userId", entity, id)`,
};

export type FoundRow = { n: number; entity: number; id: string; row: string | null };

/** Reads rows for several users: for each wanted key the row as JSON, or null. */
export async function readRows(
  { runPrepared }: Pick<Services, "runPrepared">,
  wanted: readonly (Key & { n: number; userId: string })[],
): Promise<FoundRow[]> {
  if (wanted.length === 0) return [];
  return runPrepared<FoundRow>(rowsStatement, [
    wanted.map(({ n }) => n),
    wanted.map(({ userId }) => userId),
    wanted.map(({ entity }) => entity),
    wanted.map(({ id }) => id),
  ]);
}
