// One publishing step: turns a bucket's changes since its last snapshot into its next segment.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Knex } from "knex";
import type { Aircraft, AircraftCard } from "../../shared/domain/aircraft.ts";
import { cardColumns, isPublic, toCard } from "../domain/aircraft/rows.ts";
import { bucketScope } from "../kit/command-handler.ts";
import { readHeads, type Head } from "./heads.ts";

const gzipped = promisify(gzip);

/** Cards read and written as text at once: enough for speed, few enough not to block requests. */
const CARDS_A_STEP = 1000;

export type Published =
  | { outcome: "published"; n: number; body: Buffer }
  | { outcome: "rebased"; n: number }
  | { outcome: "unchanged" }
  /** Another process is publishing it; retry shortly. */
  | { outcome: "busy" };

type StepStart = { snapshot: string; isBelowFloor: boolean };

/**
 * Publishes a bucket's changes. One repeatable-read transaction reads everything, and its snapshot starts the next step.
 * So each change is in exactly one segment, whenever its writer commits.
 * The key (bucket, n) prevents a double publication; the lock only avoids duplicate work.
 */
export async function publishBucket(db: Knex, bucket: string): Promise<Published> {
  return withBucketLock(db, bucket, async (tx) => {
    const step = await nextSegment(tx, bucket);
    return step.published;
  });
}

/** Publishes a bucket's changes, then writes its full state beside its head. */
export async function rebuildBase(db: Knex, bucket: string): Promise<Published> {
  return withBucketLock(db, bucket, async (tx) => {
    const { published, snapshot, head } = await nextSegment(tx, bucket);
    if (published.outcome === "rebased") return published;
    const n = published.outcome === "published" ? published.n : head.head;
    if (n > 0) await writeBase(tx, bucket, n, snapshot);
    return published;
  });
}

async function withBucketLock(
  db: Knex,
  bucket: string,
  work: (tx: Knex.Transaction) => Promise<Published>,
): Promise<Published> {
  try {
    return await db.transaction(
      async (tx) => {
        const { rows } = await tx.raw(`select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as mine`, [
          `catalogue ${bucket}`,
        ]);
        return rows[0].mine ? await work(tx) : { outcome: "busy" };
      },
      { isolationLevel: "repeatable read" },
    );
  } catch (error) {
    if (isLostRace(error)) return { outcome: "busy" };
    throw error;
  }
}

function isLostRace(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  const [uniqueViolation, serializationFailure] = ["23505", "40001"];
  return code === uniqueViolation || code === serializationFailure;
}

async function nextSegment(tx: Knex.Transaction, bucket: string) {
  const [head] = await readHeads(tx, bucket);
  if (!head) throw new Error(`there is no bucket ${bucket}`);
  const { rows } = await tx.raw(
    `select pg_current_snapshot()::text as snapshot,
       coalesce(pg_snapshot_xmin(?::pg_snapshot) < floor, false) as "isBelowFloor" from sync_meta`,
    [head.snapshot],
  );
  const { snapshot, isBelowFloor } = rows[0] as StepStart;
  if (head.snapshot === null || isBelowFloor) return { snapshot, head, published: await rebase(tx, head, snapshot) };
  const keys = await changedKeys(tx, bucket, head.snapshot);
  if (keys.length === 0) return { snapshot, head, published: { outcome: "unchanged" } as const };
  const published = await writeSegment(tx, head, head.snapshot, snapshot, keys);
  return { snapshot, head, published };
}

async function changedKeys(tx: Knex.Transaction, bucket: string, since: string): Promise<string[]> {
  const { rows } = await tx.raw(
    `select distinct id from change_log
     where scope = :scope and xid >= pg_snapshot_xmin(cast(:since as pg_snapshot))
       and not pg_visible_in_snapshot(xid, cast(:since as pg_snapshot))`,
    { scope: bucketScope(bucket), since },
  );
  return (rows as { id: string }[]).map((row) => row.id);
}

async function writeSegment(tx: Knex.Transaction, head: Head, since: string, snapshot: string, keys: string[]) {
  const { bucket } = head;
  const n = head.head + 1;
  const put: AircraftCard[] = [];
  for (let at = 0; at < keys.length; at += CARDS_A_STEP) {
    const some: Aircraft[] = await tx("aircraft")
      .select(...cardColumns)
      .where({ bucket })
      .whereRaw(`aircraft.id = any(?)`, [keys.slice(at, at + CARDS_A_STEP)])
      .whereRaw(isPublic);
    put.push(...some.map(toCard));
  }
  const shown = new Set(put.map(({ id }) => id));
  const drop = keys.filter((id) => !shown.has(id));
  const body = await gzipped(JSON.stringify({ n, put, drop }));
  // Checks the chain at each addition: a segment starts at the snapshot where the previous one ended.
  const { rowCount } = await tx.raw(
    `insert into catalogue_segments (bucket, n, "fromSnapshot", "toSnapshot", body, rows)
     select :bucket, :n, cast(:since as pg_snapshot), cast(:snapshot as pg_snapshot), :body,
       (select count(*) from aircraft where bucket = :bucket and ${isPublic})
     where :since = coalesce(
       (select "toSnapshot"::text from catalogue_segments where bucket = :bucket and n = :n - 1),
       (select snapshot::text from catalogue_bases where bucket = :bucket and n = :n - 1))`,
    { bucket, n, since, snapshot, body },
  );
  if (rowCount !== 1) throw new Error(`segment ${n} of ${bucket} does not follow the one before it`);
  return { outcome: "published" as const, n, body };
}

/**
 * Restarts a bucket at a new base, without segments from older numbers.
 * Runs the first time, and when the log no longer reaches its last snapshot. A bucket that never had cards stays at 0.
 */
async function rebase(tx: Knex.Transaction, head: Head, snapshot: string): Promise<Published> {
  const { bucket } = head;
  const n = head.head + 1;
  const isEmpty = head.head === 0 && !(await tx("aircraft").where({ bucket }).whereRaw(isPublic).first("id"));
  if (isEmpty) return { outcome: "unchanged" };
  await tx("catalogue_segments").where({ bucket }).delete();
  await writeBase(tx, bucket, n, snapshot);
  return { outcome: "rebased", n };
}

async function writeBase(tx: Knex.Transaction, bucket: string, n: number, snapshot: string): Promise<void> {
  const cards: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const some: Aircraft[] = await tx("aircraft")
      .select(...cardColumns)
      .where({ bucket })
      .whereRaw(isPublic)
      .modify((query) => {
        if (after !== null) void query.where("aircraft.id", ">", after);
      })
      .orderBy("aircraft.id")
      .limit(CARDS_A_STEP);
    cards.push(...some.map((row) => JSON.stringify(toCard(row))));
    more = some.length === CARDS_A_STEP;
    after = some.at(-1)?.id ?? after;
  }
  const body = await gzipped(`{"n":${n},"rows":[${cards.join(",")}]}`, { level: 9 });
  const sha256 = createHash("sha256").update(body).digest("hex");
  // At an unchanged head the base stays the same; only its snapshot advances.
  await tx("catalogue_bases")
    .insert({ bucket, n, snapshot: tx.raw("?::pg_snapshot", [snapshot]), body, rows: cards.length, sha256 })
    .onConflict(["bucket", "n"])
    .merge({ snapshot: tx.raw("excluded.snapshot"), createdAt: tx.fn.now() });
}

/**
 * Removes segments older than seven days that a base has replaced, and bases replaced a day ago.
 * Until then a client may hold a manifest that names them.
 */
export async function tidyFiles(db: Knex): Promise<void> {
  await db.raw(
    `delete from catalogue_segments s where "createdAt" < now() - interval '7 days'
       and n <= (select max(n) from catalogue_bases b where b.bucket = s.bucket)`,
  );
  await db.raw(
    `delete from catalogue_bases b where exists (
       select from catalogue_bases newer
       where newer.bucket = b.bucket and newer.n > b.n and newer."createdAt" < now() - interval '1 day')`,
  );
}
