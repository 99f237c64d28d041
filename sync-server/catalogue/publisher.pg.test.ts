import type { Knex } from "knex";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createCommitWatch } from "../db/commit-watch.ts";
import { entities } from "../../shared/entities.ts";
import { anOwner, aPlane } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { appendChanges, ensureSyncMeta } from "../db/change-log.ts";
import { publishBucket, type Head } from "./publish.ts";
import { createPublisher, type BucketUpdate } from "./publisher.ts";

let db: Knex;
let ownerId: string;
const DENVER = "denver-co";

beforeEach(async () => {
  ({ knex: db } = await freshDatabase());
  await ensureSyncMeta(db);
  ownerId = (await anOwner(db)).id;
});

async function listed(): Promise<string> {
  return db.transaction(async (tx) => {
    const id = await aPlane(tx, ownerId);
    await appendChanges(tx, [{ scope: `bucket:${DENVER}`, entity: entities.aircraft.number, id }]);
    return id;
  });
}

/** Starts a publisher and records the heads it announces. */
async function started() {
  const heads: Head[] = [];
  const faults: unknown[] = [];
  const publisher = createPublisher({ db, commits: createCommitWatch(db), fault: (error) => faults.push(error) });
  publisher.onHead((head) => heads.push(head));
  onTestFinished(() => publisher.stop());
  await publisher.start();
  const headNow = () => heads.at(-1)?.head;
  const reaches = (n: number) => vi.waitFor(() => expect(headNow()).toBe(n), { timeout: 8000, interval: 10 });
  return { publisher, heads, faults, headNow, reaches };
}

describe("publisher", () => {
  it("publishes all changes before its start resolves", async () => {
    await listed();
    const { headNow } = await started();
    expect(headNow()).toBe(1);
  });

  it("[S1299] takes no step at a later start for a bucket that nobody changed meanwhile", async () => {
    await listed();
    const { publisher: first } = await started();
    await first.stop();
    const steps: string[] = [];
    db.on("query", ({ sql }: { sql: string }) => steps.push(sql));
    const quiet = await started();
    await quiet.publisher.stop();
    expect(quiet.heads.find(({ bucket }) => bucket === DENVER)?.head).toBe(1);
    expect(steps.filter((sql) => sql.includes("pg_try_advisory_xact_lock"))).toEqual([]);
    await listed();
    await (await started()).publisher.stop();
    expect(steps.filter((sql) => sql.includes("pg_try_advisory_xact_lock"))).toHaveLength(1);
  });

  it("finds changes of other processes by polling", async () => {
    await listed();
    const { reaches } = await started();
    await listed();
    await reaches(2);
  });

  it("merges rapid changes into few segments and loses none", async () => {
    await listed();
    const { publisher, heads } = await started();
    for (let count = 0; count < 30; count++) {
      await listed();
      publisher.committed([`bucket:${DENVER}`]);
    }
    await publisher.settled();
    expect(heads.at(-1)?.rows).toBe(31);
    expect(heads.at(-1)?.head).toBeLessThan(31);
  });

  it("announces each new head once, with the segment it made", async () => {
    await listed();
    const { publisher } = await started();
    const news: BucketUpdate[] = [];
    publisher.onNews((one) => news.push(one));
    const id = await listed();
    publisher.committed([`bucket:${DENVER}`]);
    await publisher.settled();
    publisher.committed([`bucket:${DENVER}`]);
    await publisher.settled();
    expect(news).toMatchObject([{ bucket: DENVER, head: 2, segment: { n: 2, put: [{ id }], drop: [] } }]);
  });

  it("[S1044] does not publish again by polling what it published after a commit", async () => {
    await listed();
    const { publisher, headNow } = await started();
    const steps: string[] = [];
    let polls = 0;
    db.on("query", ({ sql }: { sql: string }) => {
      if (sql.includes("pg_try_advisory_xact_lock")) steps.push(sql);
      if (sql.includes("as known (bucket, snapshot)")) polls++;
    });
    await listed();
    publisher.committed([`bucket:${DENVER}`]);
    await publisher.settled();
    expect(headNow()).toBe(2);
    // A poll between the commit and its news makes one more step, so the steps are counted from here.
    const [before, stepsBefore] = [polls, steps.length];
    const polled = async () => {
      // Nothing is polled before something is committed.
      await db.raw("select pg_current_xact_id()");
      expect(polls).toBeGreaterThan(before + 2);
    };
    await vi.waitFor(polled, { timeout: 8000, interval: 10 });
    await publisher.settled();
    expect(steps).toHaveLength(stepsBefore);
  });

  it("announces heads that another process has published", async () => {
    await listed();
    const { reaches } = await started();
    await listed();
    await publishBucket(db, DENVER);
    await reaches(2);
  });

  it("continues after an error", async () => {
    await listed();
    const { publisher, faults, reaches } = await started();
    await db.raw("alter table catalogue_segments rename to segments_away");
    await listed();
    publisher.committed([`bucket:${DENVER}`]);
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), { timeout: 5000 });
    await db.raw("alter table segments_away rename to catalogue_segments");
    await reaches(2);
  });
});
