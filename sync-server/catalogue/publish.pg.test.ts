import { gunzipSync } from "node:zlib";
import type { Knex } from "knex";
import { beforeEach, describe, expect, it } from "vitest";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { entities } from "../../shared/entities.ts";
import { catalogueBase, catalogueSegment } from "../../shared/sync.ts";
import { anOwner, aPlane } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { bucketFor } from "../db/buckets.ts";
import { appendChanges, ensureSyncMeta } from "../db/change-log.ts";
import { logAircraftOfOwner } from "../domain/aircraft/commands.ts";
import { cardColumns, isPublic, toCard } from "../domain/aircraft/rows.ts";
import { publishBucket, readHeads, rebuildBase } from "./publish.ts";
import { seededDice } from "../../tests/seed.ts";

const DENVER = "denver-co";
const places = ["Denver CO", "Austin TX", "Miami FL"];

let db: Knex;
let ownerId: string;

beforeEach(async () => {
  ({ knex: db } = await freshDatabase({ pool: 24 }));
  await ensureSyncMeta(db);
  ownerId = (await anOwner(db)).id;
});

const line = (bucket: string, id: string) => ({ scope: `bucket:${bucket}`, entity: entities.aircraft.number, id });

/** Inserts a listing with its change-log line, as the product does. */
async function listed(fields: Record<string, unknown> = {}, owner = ownerId): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await aPlane(tx, owner, fields);
    const { bucket } = await tx("aircraft").where({ id }).first("bucket");
    await appendChanges(tx, [line(bucket as string, id)]);
    return id;
  });
}

async function changed(id: string, fields: Record<string, unknown> & { location?: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const before: { bucket: string } = await tx("aircraft").where({ id }).forUpdate().first("bucket");
    const bucket = fields.location ? await bucketFor(tx, fields.location) : before.bucket;
    await tx("aircraft")
      .where({ id })
      .update({ ...fields, bucket });
    await appendChanges(
      tx,
      [...new Set([before.bucket, bucket])].map((one) => line(one, id)),
    );
  });
}

/** Publishes until nothing is left to publish. */
async function publishAll(): Promise<void> {
  for (const { bucket } of await readHeads(db)) {
    for (let answer = "busy"; answer !== "unchanged" && answer !== "rebased";)
      answer = (await publishBucket(db, bucket)).outcome;
  }
}

/** Returns a client's cards from the newest base (or none) and all later segments. */
async function replayed(bucket: string, fromBase = true): Promise<Map<string, Omit<AircraftCard, "airport">>> {
  const read = (body: Buffer): unknown => JSON.parse(gunzipSync(body).toString());
  const bases: { n: number; body: Buffer }[] = await db("catalogue_bases")
    .where({ bucket })
    .orderBy("n", fromBase ? "desc" : "asc");
  const start = bases[0] ? catalogueBase.parse(read(bases[0].body)) : { n: 0, rows: [] };
  const cards = new Map(start.rows.map((card) => [card.id, card]));
  const segments: { n: number; body: Buffer }[] = await db("catalogue_segments")
    .where({ bucket })
    .where("n", ">", start.n)
    .orderBy("n");
  segments.forEach(({ body, n }, index) => {
    expect(n).toBe(start.n + 1 + index);
    const { put, drop } = catalogueSegment.parse(read(body));
    for (const id of drop) cards.delete(id);
    for (const card of put) cards.set(card.id, card);
  });
  return cards;
}

async function stored(bucket: string): Promise<Map<string, AircraftCard>> {
  const rows = await db("aircraft")
    .select(...cardColumns)
    .where({ bucket })
    .whereRaw(isPublic);
  return new Map(rows.map((row) => [row.id as string, toCard(row)]));
}

async function expectFilesEqualTable(): Promise<void> {
  for (const { bucket, rows } of await readHeads(db)) {
    const truth = await stored(bucket);
    expect(await replayed(bucket)).toEqual(truth);
    expect(await replayed(bucket, false)).toEqual(truth);
    expect(rows).toBe(truth.size);
  }
}

describe("publishing", () => {
  it("starts a bucket with a base, then adds one segment per change", async () => {
    const id = await listed();
    expect(await publishBucket(db, DENVER)).toEqual({ outcome: "rebased", n: 1 });
    expect(await publishBucket(db, DENVER)).toEqual({ outcome: "unchanged" });
    await changed(id, { hourlyRate: 199 });
    expect(await publishBucket(db, DENVER)).toMatchObject({ outcome: "published", n: 2 });
    expect(await readHeads(db, DENVER)).toMatchObject([{ base: 1, head: 2, oldest: 2, rows: 1 }]);
    await expectFilesEqualTable();
  });

  it("[S1045] counts a segment's cards from its difference, and anew after one of the previous version", async () => {
    const ids = [await listed(), await listed(), await listed()];
    await publishAll();
    const statements: string[] = [];
    db.on("query", ({ sql }: { sql: string }) => void statements.push(sql));
    const counting = () => statements.splice(0).filter((sql) => sql.includes("select bucket, id from aircraft"));
    const rows = async () => (await readHeads(db, DENVER))[0]?.rows;
    await changed(ids[0]!, { hourlyRate: 300 });
    await publishBucket(db, DENVER);
    await changed(ids[1]!, { isActive: false });
    await changed(ids[2]!, { location: "Austin TX" });
    await listed();
    await publishBucket(db, DENVER);
    expect([await rows(), counting()]).toEqual([2, []]);
    // The previous version stores segments without their count of cards.
    await changed(ids[1]!, { isActive: true });
    await publishBucket(db, DENVER);
    await db("catalogue_segments")
      .where({ bucket: DENVER })
      .update({ isCounted: db.raw("default") });
    await db("catalogue_cards").where({ bucket: DENVER, id: ids[1] }).delete();
    counting();
    await changed(ids[1]!, { isActive: false });
    await publishBucket(db, DENVER);
    expect([await rows(), counting().length]).toEqual([2, 1]);
    await publishAll();
    await expectFilesEqualTable();
  });

  it("keeps a bucket that never had cards at 0", async () => {
    await bucketFor(db, "Denver CO");
    expect(await publishBucket(db, DENVER)).toEqual({ outcome: "unchanged" });
    expect(await readHeads(db, DENVER)).toMatchObject([{ base: 0, head: 0, oldest: 1, rows: 0 }]);
  });

  it("puts the processed picture on a card, and the number of several photos", async () => {
    const scene = "/illustrations/piper-j-3-cub.svg";
    const demo = await listed({ name: "Piper J-3 Cub - Demo Data" });
    const owns = await listed({ name: "Piper J-3 Cub - Demo Data", images: ["/objects/a"], imageUrl: "/objects/a" });
    const three = await listed({ images: ["/objects/a", "/objects/b", "/objects/c"], imageUrl: "/objects/a" });
    await publishAll();
    const cards = await replayed(DENVER);
    expect(cards.get(demo)?.imageUrl).toBe(scene);
    expect(cards.get(owns)?.imageUrl).toBe("/objects/a");
    expect([demo, owns, three].map((id) => cards.get(id)?.photos)).toEqual([undefined, undefined, 3]);
  });

  it("drops a deleted or inactive aircraft, or one of a deactivated owner, and restores it", async () => {
    const other = (await anOwner(db)).id;
    const [gone, hidden, theirs, stays] = [await listed(), await listed(), await listed({}, other), await listed()];
    await publishAll();
    await changed(gone, { deletedAt: new Date() });
    await changed(hidden, { isActive: false });
    await db.transaction(async (tx) => {
      await tx("users").where({ id: other }).update({ isActive: false });
      expect(await logAircraftOfOwner(tx, other)).toContain(`bucket:${DENVER}`);
    });
    await publishAll();
    expect([...(await replayed(DENVER)).keys()]).toEqual([stays]);
    await db.transaction(async (tx) => {
      await tx("users").where({ id: other }).update({ isActive: true });
      await logAircraftOfOwner(tx, other);
    });
    await publishAll();
    expect([...(await replayed(DENVER)).keys()].sort()).toEqual([theirs, stays].sort());
  });

  it("moves a card from one bucket to the other", async () => {
    const id = await listed();
    await listed({ location: "Austin TX" });
    await publishAll();
    await changed(id, { location: "Austin TX" });
    await publishAll();
    expect((await replayed(DENVER)).has(id)).toBe(false);
    expect((await replayed("austin-tx")).get(id)).toMatchObject({ location: "Austin TX" });
    await expectFilesEqualTable();
  });

  it("publishes a change whose transaction began long before others committed", async () => {
    await listed();
    await publishAll();
    const early = await db.transaction();
    const id = await aPlane(early, ownerId);
    await appendChanges(early, [line(DENVER, id)]);
    await listed();
    await publishAll();
    expect((await replayed(DENVER)).has(id)).toBe(false);
    await early.commit();
    await publishAll();
    expect((await replayed(DENVER)).has(id)).toBe(true);
    await expectFilesEqualTable();
  });

  it("restarts with a base when the log no longer reaches the last snapshot", async () => {
    const id = await listed();
    await publishAll();
    await changed(id, { hourlyRate: 200 });
    await publishAll();
    await changed(id, { hourlyRate: 300 });
    await db.raw(
      `update sync_meta set floor = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1)::text::xid8`,
    );
    await listed();
    await db.raw("delete from change_log");
    expect(await publishBucket(db, DENVER)).toEqual({ outcome: "rebased", n: 3 });
    expect(await readHeads(db, DENVER)).toMatchObject([{ base: 3, head: 3, oldest: 4, rows: 2 }]);
    expect(await replayed(DENVER)).toEqual(await stored(DENVER));
  });

  it("starts each segment at the previous snapshot, also after a new base", async () => {
    const id = await listed();
    await publishAll();
    for (let round = 1; round <= 6; round++) {
      await changed(id, { hourlyRate: 100 + round });
      if (round % 3 === 0) await rebuildBase(db, DENVER);
      else await publishBucket(db, DENVER);
    }
    await rebuildBase(db, DENVER);
    const { rows } = await db.raw(
      `select n, "fromSnapshot"::text as "from", "toSnapshot"::text as "to" from catalogue_segments order by n`,
    );
    const chain = rows as { n: number; from: string; to: string }[];
    expect(chain.map(({ n }) => n)).toEqual([2, 3, 4, 5, 6, 7]);
    for (let at = 1; at < chain.length; at++) expect(chain[at]!.from).toBe(chain[at - 1]!.to);
    await expectFilesEqualTable();
  });

  it("loses nothing and doubles nothing under writers, rollbacks, moves, bases and two publishers", async () => {
    const mine: string[] = [];
    for (let count = 0; count < 12; count++) mine.push(await listed({ location: places[count % 3] }));
    let isWriting = true;
    const dice = seededDice("publish");
    const roll = (sides: number) => dice.below(sides);

    async function writer(): Promise<void> {
      for (let turn = 0; turn < 40; turn++) {
        const id = mine[roll(mine.length)]!;
        const kind = roll(6);
        if (kind === 0) mine.push(await listed({ location: places[roll(3)] }));
        else if (kind === 1) await changed(id, { location: places[roll(3)] });
        else if (kind === 2) await changed(id, { isActive: roll(2) === 0 });
        else if (kind === 3)
          await db
            .transaction(async (tx) => {
              await appendChanges(tx, [line(DENVER, id)]);
              await tx("aircraft").where({ id }).update({ name: "never committed" });
              throw new Error("changed its mind");
            })
            .catch(() => undefined);
        else await changed(id, { hourlyRate: 100 + roll(400) });
      }
    }
    async function publisher(): Promise<void> {
      while (isWriting) {
        for (const location of places) {
          const bucket = await bucketFor(db, location);
          await (roll(8) === 0 ? rebuildBase(db, bucket) : publishBucket(db, bucket));
        }
      }
    }

    const publishers = [publisher(), publisher()];
    await Promise.all(Array.from({ length: 8 }, writer));
    isWriting = false;
    await Promise.all(publishers);
    await publishAll();
    await expectFilesEqualTable();
  });
});
