import type { Knex } from "knex";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { appendChanges, ensureSyncMeta, keepPartitions, renewGeneration } from "./change-log.ts";

let db: Knex;
beforeEach(async () => {
  ({ knex: db } = await freshDatabase());
});

async function partitionsWithRows(): Promise<Record<string, number>> {
  const { rows } = await db.raw(
    `select tableoid::regclass::text as name, count(*)::int as count from change_log group by 1`,
  );
  return Object.fromEntries((rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]));
}

async function partitionNames(): Promise<string[]> {
  const { rows } = await db.raw(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'change_log'::regclass order by 1`,
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}

const lines = (count: number) => Array.from({ length: count }, () => ({ scope: "bucket:a", entity: 6, id: newId() }));

describe("change log", () => {
  it("stores the transaction's id with each line", async () => {
    await db.transaction(async (tx) => {
      await appendChanges(tx, lines(6000));
      const { rows } = await tx.raw(
        "select count(*)::int as count, bool_and(xid = pg_current_xact_id()) as same from change_log",
      );
      expect(rows).toEqual([{ count: 6000, same: true }]);
    });
  });

  it("has a partition for this week and three more, also after concurrent calls", async () => {
    const now = new Date("2026-11-21T12:00:00Z");
    await Promise.all(Array.from({ length: 4 }, () => keepPartitions(db, now)));
    expect(await partitionNames()).toEqual([
      "change_log_20261116",
      "change_log_20261123",
      "change_log_20261130",
      "change_log_20261207",
      "change_log_default",
    ]);
  });

  it("moves lines from the default partition to a new one", async () => {
    await appendChanges(db, lines(3));
    expect(await partitionsWithRows()).toEqual({ change_log_default: 3 });
    await keepPartitions(db);
    const [name, ...others] = Object.entries(await partitionsWithRows());
    expect(others).toEqual([]);
    expect(name).toEqual([expect.stringMatching(/^change_log_\d{8}$/), 3]);
    await appendChanges(db, lines(1));
    expect(Object.values(await partitionsWithRows())).toEqual([4]);
  });

  it("drops weeks older than five and raises the floor above their lines", async () => {
    await ensureSyncMeta(db);
    await keepPartitions(db);
    await appendChanges(db, lines(2));
    const { rows } = await db.raw("select max(xid)::text as newest from change_log");
    const newest = BigInt((rows as { newest: string }[])[0]!.newest);
    await keepPartitions(db, new Date(Date.now() + 4 * 7 * 86_400_000));
    expect(Object.values(await partitionsWithRows())).toEqual([2]);
    await keepPartitions(db, new Date(Date.now() + 6 * 7 * 86_400_000));
    expect(await partitionsWithRows()).toEqual({});
    const { floor } = await ensureSyncMeta(db);
    expect(BigInt(floor)).toBe(newest + 1n);
  });
});

describe("generation", () => {
  it("stays the same in one cluster", async () => {
    const first = await Promise.all(Array.from({ length: 4 }, () => ensureSyncMeta(db)));
    expect(new Set(first.map(({ generation }) => generation)).size).toBe(1);
    expect(await ensureSyncMeta(db)).toEqual(first[0]);
  });

  it("changes with the cluster or timeline, which deletes the old one's files and lines", async () => {
    const { generation } = await ensureSyncMeta(db);
    const seen = new Set([generation]);
    for (const trace of [{ systemIdentifier: "1" }, { timeline: 99 }]) {
      await appendChanges(db, lines(1));
      await db("catalogue_buckets").insert({ bucket: "a", location: "A", ordinal: 1 }).onConflict().ignore();
      const snapshot = db.raw("pg_current_snapshot()");
      await db("catalogue_bases").insert({ bucket: "a", n: 1, snapshot, body: Buffer.from(""), rows: 0, sha256: "" });
      await db("sync_meta").update(trace);
      seen.add((await ensureSyncMeta(db)).generation);
      expect(await db("change_log").first()).toBeUndefined();
      expect(await db("catalogue_bases").first()).toBeUndefined();
    }
    seen.add((await renewGeneration(db)).generation);
    expect(seen.size).toBe(4);
  });
});
