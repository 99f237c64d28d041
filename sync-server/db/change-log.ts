// The change log: pointers to changed rows, by scope. Lines commit with their change.
// A reader takes the difference of two snapshots, so it also reads a line that commits late.
import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { named } from "./knex.ts";
import { recordStart } from "./starts.ts";

/** `entity` is the entity's number, `id` the row's key. */
export type ChangeLine = { scope: string; entity: number; id: string };

const LINES_A_STATEMENT = 5000;

const insertLines = `insert into change_log (scope, entity, id) select * from unnest(?::text[], ?::smallint[], ?::uuid[])`;

const columnsOf = (lines: readonly ChangeLine[]) => [
  lines.map(({ scope }) => scope),
  lines.map(({ entity }) => entity),
  lines.map(({ id }) => id),
];

/** Writes lines in the transaction of the change. */
export async function appendChanges(tx: Knex, lines: readonly ChangeLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_A_STATEMENT)
    await tx.raw(insertLines, columnsOf(lines.slice(at, at + LINES_A_STATEMENT)));
}

/** The same together with another write, in one statement where the lines fit. */
export async function appendChangesWith(
  tx: Knex,
  lines: readonly ChangeLine[],
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<void> {
  const fits = lines.length > 0 && lines.length <= LINES_A_STATEMENT;
  if (!fits) await appendChanges(tx, lines);
  const bindings = [...(fits ? columnsOf(lines) : []), ...values] as Knex.RawBinding[];
  const whole = fits ? `with lines as (${insertLines}) ${text}` : text;
  await named(tx, fits ? `${name}-with-lines` : name, tx.raw(whole, bindings));
}

/** Number of future weeks that have a partition. */
const WEEKS_AHEAD = 3;
const WEEKS_KEPT = 5;
const WEEK_MS = 7 * 86_400_000;
const FIRST_MONDAY = Date.UTC(1970, 0, 5);

const partitionName = (monday: Date) => `change_log_${monday.toISOString().slice(0, 10).replaceAll("-", "")}`;

/**
 * Creates the partitions of this week and the next three, and drops those older than five weeks.
 * Dropping raises the floor: a cursor below it needs a full resync.
 * Runs at start and daily; several processes may run it at once.
 */
export async function keepPartitions(db: Knex, now: Date = new Date()): Promise<void> {
  const week = Math.floor((now.getTime() - FIRST_MONDAY) / WEEK_MS);
  await db.transaction(async (tx) => {
    // Behind a long reader, this lock must not block every writer; the next run retries.
    await tx.raw(`set local lock_timeout = '3s'`);
    await tx.raw(`select pg_advisory_xact_lock(hashtext('change_log partitions'))`);
    const known = await partitions(tx);
    for (let ahead = 0; ahead <= WEEKS_AHEAD; ahead++) {
      const from = new Date(FIRST_MONDAY + (week + ahead) * WEEK_MS);
      if (!known.includes(partitionName(from))) await addPartition(tx, from, new Date(from.getTime() + WEEK_MS));
    }
    const oldest = partitionName(new Date(FIRST_MONDAY + (week - WEEKS_KEPT) * WEEK_MS));
    for (const name of known.filter((one) => /^change_log_\d{8}$/.test(one) && one < oldest)) {
      await raiseFloor(tx, `select max(xid) from ${name}`);
      await tx.raw(`drop table ${name}`);
    }
  });
}

async function partitions(tx: Knex): Promise<string[]> {
  const { rows } = await tx.raw(
    `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'change_log'::regclass`,
  );
  return (rows as { relname: string }[]).map((row) => row.relname);
}

/**
 * Creates the table first and attaches it after, so the lock on writers is short. Moves lines from the default
 * partition.
 */
async function addPartition(tx: Knex, from: Date, to: Date): Promise<void> {
  const name = partitionName(from);
  const range = [from.toISOString(), to.toISOString()] as const;
  await tx.raw(`create table ${name} (like change_log including defaults including indexes)`);
  await tx.raw(`lock table change_log_default in access exclusive mode`);
  await tx.raw(
    `with moved as (delete from change_log_default where at >= ? and at < ? returning *) insert into ${name} select * from moved`,
    [...range],
  );
  await tx.raw(`alter table change_log attach partition ${name} for values from ('${range[0]}') to ('${range[1]}')`);
}

async function raiseFloor(tx: Knex, newestXid: string): Promise<void> {
  await tx.raw(
    `update sync_meta set floor = greatest(floor, ((${newestXid})::text::numeric + 1)::text::xid8)
     where (${newestXid}) is not null`,
  );
}

export type SyncMeta = { generation: string; floor: string };

/**
 * Returns the generation of all cursors and catalogue files.
 * A new cluster (restored from a backup, or promoted) starts a new generation.
 * The old transaction ids mean nothing there, so log and files start again.
 */
export async function ensureSyncMeta(db: Knex): Promise<SyncMeta> {
  return db.transaction(async (tx) => {
    await tx.raw("set local lock_timeout = 0");
    await tx.raw(`select pg_advisory_xact_lock(hashtext('sync_meta'))`);
    const { rows } = await tx.raw(
      `select system_identifier::text as "systemIdentifier", timeline_id as timeline
       from pg_control_system(), pg_control_checkpoint()`,
    );
    const here = rows[0] as { systemIdentifier: string; timeline: number };
    const known = await tx("sync_meta").first("generation", "floor", "systemIdentifier", "timeline", "pastGenerations");
    if (known && known.systemIdentifier === here.systemIdentifier && known.timeline === here.timeline)
      return { generation: known.generation as string, floor: String(known.floor) };
    const past = known ? [known.pastGenerations, known.generation].join(" ").trim() : "";
    return startGeneration(tx, { ...here, pastGenerations: past });
  });
}

/** More revisions of wallets than a restore could have lost. */
const LOST_REVISIONS = 1_000_000;

/** Starts a new generation, as after a restore. Deletes the old one's catalogue files and log lines. */
async function startGeneration(
  tx: Knex,
  here: { systemIdentifier: string; timeline: number; pastGenerations: string },
): Promise<SyncMeta> {
  await tx("catalogue_segments").delete();
  await tx("catalogue_bases").delete();
  await tx("change_log").delete();
  // Another cluster's transaction ids mean nothing here, so current matches of saved searches count as known.
  await tx("aircraft_changes").delete();
  // A restored database would give revisions again that devices know with another content.
  await tx.raw(`select setval('wallet_revs', nextval('wallet_revs') + ?)`, [LOST_REVISIONS]);
  await tx("searches").update({ since: tx.raw("pg_current_snapshot()") });
  const [row] = await tx("sync_meta")
    .insert({ generation: randomUUID(), floor: tx.raw("pg_snapshot_xmin(pg_current_snapshot())"), starts: "", ...here })
    .onConflict("only")
    .merge()
    .returning(["generation", "floor"]);
  return { generation: row.generation as string, floor: String(row.floor) };
}

/** Starts a new generation by hand, after a restore that keeps the cluster's identity. */
export async function renewGeneration(db: Knex): Promise<SyncMeta> {
  await db.transaction((tx) => forgetCluster(tx));
  const renewed = await ensureSyncMeta(db);
  await recordStart(db);
  return renewed;
}

/**
 * Starts a new generation, because a cursor of generation `reported` has an unknown history.
 * Does so only while `after` is current, since many devices may report it at once.
 */
export async function renewGenerationAfter(db: Knex, after: string, reported: string): Promise<void> {
  const isFirst = await db.transaction((tx) => forgetCluster(tx, { after, reported }));
  if (!isFirst) return;
  await ensureSyncMeta(db);
  await recordStart(db);
}

/** Resets the stored cluster identity. Returns whether it did. */
async function forgetCluster(tx: Knex, only?: { after: string; reported: string }): Promise<boolean> {
  await tx.raw(`select pg_advisory_xact_lock(hashtext('sync_meta'))`);
  const meta = tx("sync_meta").update({ timeline: -1 });
  if (only) void meta.where({ generation: only.after });
  const isPast = (await meta) > 0;
  if (isPast && only && only.reported !== only.after)
    await tx("sync_meta").update({ pastGenerations: tx.raw(`trim("pastGenerations" || ' ' || ?)`, [only.reported]) });
  return isPast;
}
