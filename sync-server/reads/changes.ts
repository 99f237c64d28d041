// From the change log to batches: what a person's phone has not heard of yet, page by page.
import type { Knex } from "knex";
import { entities, type EntityName } from "../../shared/entities.ts";
import { PAGE_KEYS, SCHEMA } from "../../shared/sync.ts";
import { createGather } from "../db/gather.ts";
import { runPrepared } from "../db/prepared.ts";
import { userScope } from "../writes/handler.ts";
import { readCursor, writeCursor, type Cursor, type PageEnd } from "./cursor.ts";
import { entityNames, entityOfNumber, freshRowsText, visibleRowText } from "./rows.ts";
import { addToSnapshot, clampSnapshot, parseSnapshot, snapshotText, type Snapshot } from "./snapshot.ts";

/** Rows as JSON texts, ready to be joined; drops as keys. */
export type Changes = { rows: Map<EntityName, string[]>; drops: Map<EntityName, string[]> };

/** One page of an answer. `target` is the snapshot the whole answer leads to. */
export type ChangesPage = Changes & {
  from: string | null;
  to: string;
  isReset: boolean;
  hasMore: boolean;
  /** An earlier page of this answer was read before. */
  isLater: boolean;
  target: Snapshot;
};

/** What every reader of the log says about the moment it read. */
export type Moment = {
  snapshot: string;
  /** Everything the snapshot counts as over is on the disk. */
  durable: boolean;
  /** Newest transaction with a visible line among those asked for, 0 for none. */
  newest: string;
  generation: string;
  floor: string;
};

// In this order: what was written before the snapshot was taken, then how much of the log has reached the disk.
export const momentColumns = (newest: string) => `pg_current_snapshot()::text as snapshot,
  pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as durable,
  coalesce((${newest}), '0')::text as newest,
  generation::text, floor::text`;

const moment = momentColumns("select xid from change_log where scope = $1 order by xid desc limit 1");

const momentStatement = { name: "moment", text: `select ${moment} from sync_meta` };

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
  select a.n::int, ${momentColumns("select xid from change_log where scope = a.scope order by xid desc limit 1")},
    null::smallint as entity, null as id, null as row
  from asked a cross join sync_meta
  union all
  select w.n::int, null, null, null, null, null, w.entity, w.id::text, ${visibleRowText} from wanted w`,
};

/** Keys a phone may not have heard of when it sends; with more, its news are read apart. */
const NEWS_KEYS = 200;

/** What a phone that is just sending has not heard of: over `asked (n, "userId", heard, verified)`. */
export const newsText = `select w.n, w.entity, w.id, ${visibleRowText} as row from (
    select a.n, a."userId", l.entity, l.id from asked a cross join lateral (
      select entity, id from change_log
      where scope = 'user:' || a."userId" and xid >= pg_snapshot_xmin(a.heard) and not pg_visible_in_snapshot(xid, a.heard)
      group by entity, id limit ${NEWS_KEYS + 1}
    ) l where a.verified is not null and a.heard is not null
  ) w`;

type ChangesRow = Moment & { n: number; entity: number | null; id: string | null; row: string | null };

type Asked = { userId: string; heard: Snapshot; target: Snapshot | null; last: PageEnd; keys: number };

/** What the log says of one person: the moment it was read, then a row for each key. */
type Answered = { moment: Moment; found: ChangesRow[] };

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
    ask = createGather((items: readonly Asked[]) => askLog(db, items), { atOnce: 2, most: 100 });
    gathers.set(owner, ask);
  }
  return ask(asked);
}

const BEFORE_ALL: PageEnd = { entity: 0, after: ["00000000-0000-0000-0000-000000000000"] };

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

/** Per database: everything below this was over and on the disk at some moment, so it stays over for ever. */
const durableBelow = new WeakMap<object, { generation: string; xid: number }>();

/** The snapshot a cursor may hold: what a crash could undo is left out, which changes nothing for this scope. */
export function safeSnapshot(db: Knex, { snapshot, durable, newest, generation, floor }: Moment): Snapshot {
  const now = parseSnapshot(snapshot);
  if (!now) throw new Error("PostgreSQL gave a snapshot of an unknown form");
  const owner = db.client as object;
  const known = durableBelow.get(owner);
  const below = known?.generation === generation ? known.xid : 0;
  if (!durable) return clampSnapshot(now, Math.max(below, Number(floor), Number(newest) + 1));
  if (now.xmax > below) durableBelow.set(owner, { generation, xid: now.xmax });
  return now;
}

/** Whether a cursor counts here: of this generation, shape and person, above the floor, and not from the future. */
export function isUsable(
  cursor: Cursor,
  userId: string,
  { snapshot, generation, floor }: Omit<Moment, "durable" | "newest">,
): boolean {
  const now = parseSnapshot(snapshot);
  const snapshots = [cursor.heard, cursor.page?.target ?? null].filter((one) => one !== null);
  return (
    now !== null &&
    cursor.userId === userId &&
    cursor.schema === SCHEMA &&
    cursor.generation === generation &&
    snapshots.every((one) => one.xmin >= Number(floor) && one.xmax <= now.xmax)
  );
}

export type PageOptions = {
  /** Keys a page covers at most. */
  pageKeys?: number;
};

/**
 * What the person has not heard of at `token`; null is a first start, and a token that does not count here a fresh one. Rows
 * are read in one snapshot a page, and the answer ends at the snapshot of its first page.
 */
export async function readChanges(
  db: Knex,
  userId: string,
  token: string | null,
  { pageKeys = PAGE_KEYS }: PageOptions = {},
): Promise<ChangesPage> {
  const key = await cursorKey(db);
  const cursor = token === null ? null : readCursor(key, token);
  if (cursor?.heard && cursor.userId === userId) {
    const page = await changesSince(db, key, userId, { ...cursor, heard: cursor.heard }, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.page && !cursor.heard && cursor.userId === userId) {
    const page = await freshPage(db, key, userId, cursor, pageKeys);
    if (page) return { ...page, from: token };
  }
  const first = await freshPage(db, key, userId, null, pageKeys);
  if (!first) throw new Error("a fresh start needs no cursor");
  return { ...first, from: null, isReset: token !== null };
}

/** The cursor in a token that is a whole one of this person's: with it the next answer is a difference. */
export async function wholeCursor(db: Knex, userId: string, token: string | null): Promise<WholeCursor | null> {
  const cursor = token === null ? null : readCursor(await cursorKey(db), token);
  return cursor?.heard && !cursor.page && cursor.userId === userId ? { ...cursor, heard: cursor.heard } : null;
}

export type WholeCursor = Cursor & { heard: Snapshot };

/** What one statement that sent messages told their sender: what others changed before, and the messages themselves. */
export type Told = {
  moment: Omit<Moment, "durable" | "newest">;
  news: { entity: number; id: string; row: string | null }[];
  own: readonly { row: string; xid: number; isPlain: boolean }[];
};

/**
 * The answer that such a statement is by itself: its snapshot and, beyond that, its own transaction. What that snapshot counts as
 * over can never be given again: it lies below the statement's own transaction, which is on the disk. Null when more than
 * that must be read, or the cursor does not count here.
 */
export async function changesTold(
  db: Knex,
  token: string | null,
  cursor: WholeCursor,
  { moment: read, news, own }: Told,
): Promise<ChangesPage | null> {
  const isEnough = own.length > 0 && own.every(({ isPlain }) => isPlain) && news.length <= NEWS_KEYS;
  const now = parseSnapshot(read.snapshot);
  if (!isEnough || !now || !isUsable(cursor, cursor.userId, read)) return null;
  const changes = changesOf(news);
  const rows = own.map(({ row }) => row);
  changes.rows.set("messages", [...(changes.rows.get("messages") ?? []), ...rows]);
  const target = addToSnapshot(
    now,
    own.map(({ xid }) => xid),
  );
  const to = writeCursor(await cursorKey(db), { ...cursor, heard: target });
  return { ...changes, from: token, to, isReset: false, hasMore: false, isLater: false, target };
}

type Unsent = Omit<ChangesPage, "from">;

/** The difference since a cursor, or null when the cursor does not count here. */
async function changesSince(
  db: Knex,
  key: Buffer,
  userId: string,
  cursor: Cursor & { heard: Snapshot },
  pageKeys: number,
): Promise<Unsent | null> {
  const { heard, page } = cursor;
  const last = page?.end ?? BEFORE_ALL;
  const asked = { userId, heard, target: page?.target ?? null, last, keys: pageKeys + 1 };
  const { moment: read, found } = await askTogether(db, asked);
  if (!isUsable(cursor, userId, read)) return null;
  const named = found.slice(0, pageKeys);
  const hasMore = found.length > pageKeys;
  const target = page?.target ?? safeSnapshot(db, read);
  const end = named.at(-1);
  const next: Cursor =
    hasMore && end
      ? { ...cursor, page: { target, end: { entity: end.entity ?? 0, after: [end.id ?? ""] } } }
      : { ...cursor, heard: target, page: null };
  const to = writeCursor(key, next);
  return { ...changesOf(named), to, isReset: false, hasMore, isLater: page !== null, target };
}

/** Rows present are put, keys without a row dropped; lines of entities this version does not know are left out. */
export function changesOf(found: readonly { entity: number | null; id: string | null; row: string | null }[]): Changes {
  const changes: Changes = { rows: new Map(), drops: new Map() };
  for (const { entity, id, row } of found) {
    const name = entityOfNumber(entity ?? 0);
    if (!name || id === null) continue;
    const [into, what] = row === null ? [changes.drops, id] : [changes.rows, row];
    const list = into.get(name);
    if (list) list.push(what);
    else into.set(name, [what]);
  }
  return changes;
}

/** `{"rows":{…},"drops":{…}}` without the braces; rows are JSON already. */
export function changesText({ rows, drops }: Changes): string {
  const texts = [...rows].map(([name, list]) => `"${name}":[${list.join(",")}]`);
  return `"rows":{${texts.join(",")}},"drops":${JSON.stringify(Object.fromEntries(drops))}`;
}

const freshStatements = new Map(
  entityNames.map((name) => {
    const { text, places } = freshRowsText(name);
    return [name, { name: `fresh-${name}`, text, places }];
  }),
);

/** A page of everything the person may see, or null when the cursor does not count here. */
async function freshPage(
  db: Knex,
  key: Buffer,
  userId: string,
  cursor: Cursor | null,
  pageKeys: number,
): Promise<Unsent | null> {
  return db.transaction(
    async (tx) => {
      const [head] = await runPrepared<Moment>(tx, momentStatement, [userScope(userId)]);
      if (!head) throw new Error("sync_meta is empty: the server has not prepared this database");
      if (cursor && !isUsable(cursor, userId, head)) return null;
      const target = cursor?.page?.target ?? safeSnapshot(db, head);
      const rows = new Map<EntityName, string[]>();
      const end = await collect(tx, userId, cursor?.page?.end ?? null, pageKeys, rows);
      const stable = { generation: head.generation, schema: SCHEMA, userId };
      const next: Cursor = end
        ? { ...stable, heard: null, page: { target, end } }
        : { ...stable, heard: target, page: null };
      const unsent = { rows, drops: new Map(), to: writeCursor(key, next) };
      return { ...unsent, isReset: false, hasMore: end !== null, isLater: cursor !== null, target };
    },
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

/** Fills `rows` from the place after `from` and gives the place it stopped at, or null at the end of everything. */
async function collect(
  tx: Knex.Transaction,
  userId: string,
  from: PageEnd | null,
  pageKeys: number,
  rows: Map<EntityName, string[]>,
): Promise<PageEnd | null> {
  let room = pageKeys;
  for (const [name, { places, ...statement }] of freshStatements) {
    const { number } = entities[name];
    if (from && number < from.entity) continue;
    const after = from?.entity === number ? from.after : [];
    const place = Array.from({ length: places }, (_, index) => after[index] ?? null);
    const found = await runPrepared<{ row: string; place: string[] }>(tx, statement, [userId, ...place, room + 1]);
    const taken = found.slice(0, room);
    if (taken.length > 0)
      rows.set(
        name,
        taken.map(({ row }) => row),
      );
    room -= taken.length;
    if (found.length > taken.length) return { entity: number, after: taken.at(-1)?.place ?? after };
  }
  return null;
}
