import type { Knex } from "knex";
import { pino } from "pino";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createCommitWatch } from "../db/commit-watch.ts";
import { newId } from "../../shared/kit/ids.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { aPilot } from "../../tests/people.ts";
import { housekeep } from "./housekeeping.ts";
import { enqueue } from "../kit/job-queue.ts";
import { claimJobs, startWorker, type WorkerOptions } from "./worker.ts";

let db: Knex;

beforeAll(async () => {
  db = (await freshDatabase()).knex;
});

const log = pino({ level: "silent" });
type Handlers = WorkerOptions["handlers"];
const emptied = () => vi.waitFor(async () => expect(await db("jobs")).toEqual([]), { timeout: 5000 });

describe("the queue", () => {
  it("holds a job only if its transaction commits", async () => {
    await db
      .transaction(async (tx) => {
        await enqueue(tx, "reset-mail", { email: "a@b.example" });
        throw new Error("undone");
      })
      .catch(() => {});
    expect(await db("jobs")).toEqual([]);
  });

  it("keeps one of two equal waiting jobs", async () => {
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    await enqueue(db, "reset-mail", { email: "other@b.example" });
    expect(await db("jobs")).toHaveLength(2);
    await db("jobs").delete();
  });

  it("gives a job to one worker, and to another after the lease", async () => {
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    const claimed = (await Promise.all([claimJobs(db, 4), claimJobs(db, 4), claimJobs(db, 4)])).flat();
    expect(claimed).toHaveLength(1);
    await db("jobs").update({ leaseUntil: db.raw("now() - interval '1 second'") });
    expect(await claimJobs(db, 4)).toMatchObject([{ attempts: 2 }]);
    await db("jobs").delete();
  });

  it("delays an equal job while the first runs", async () => {
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    await claimJobs(db, 4);
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    expect(await db("jobs")).toHaveLength(2);
    expect(await claimJobs(db, 4)).toEqual([]);
    await db("jobs").delete();
  });

  it("runs each job once with several workers", async () => {
    const done: string[] = [];
    const handlers: Handlers = { "reset-mail": async ({ email }) => void done.push(email) };
    const emails = Array.from({ length: 40 }, (_, index) => `${index}@b.example`);
    for (const email of emails) await enqueue(db, "reset-mail", { email });
    const workers = [1, 2, 3].map(() => startWorker({ db, commits: createCommitWatch(db), log, handlers }));
    await emptied();
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(done.sort()).toEqual(emails.sort());
  });

  it("retries with backoff, then drops the job", async () => {
    const handlers: Handlers = { "reset-mail": () => Promise.reject(new Error("no")) };
    const worker = startWorker({ db, commits: createCommitWatch(db), log, handlers });
    await enqueue(db, "reset-mail", { email: "a@b.example" });
    await vi.waitFor(
      async () => expect(await db("jobs").first("attempts", "leaseUntil")).toEqual({ attempts: 1, leaseUntil: null }),
      5000,
    );
    await db("jobs").update({ attempts: 7, runAt: db.raw("now()") });
    await emptied();
    await worker.stop();
  });

  it("leaves an unknown kind to a newer version", async () => {
    await db("jobs").insert({ id: newId(), kind: "of-tomorrow", payload: "{}" });
    expect(await claimJobs(db, 4)).toEqual([]);
    await db("jobs").delete();
  });
});

describe("housekeeping", () => {
  it("removes expired rows and nothing else", async () => {
    const { id: userId } = await aPilot(db);
    const old = newId(Date.now() - 100 * 86_400_000);
    const past = db.raw("now() - interval '100 days'");
    const outcome = { userId, command: "favorites.add", status: "applied" };
    await db("outcomes").insert([
      { ...outcome, commandId: old, at: past },
      { ...outcome, commandId: newId(), at: past },
      { ...outcome, commandId: newId(Date.now() - 101 * 86_400_000) },
    ]);
    await db("sessions").insert({ idHash: "ended", userId, expiresAt: past });
    await db("demo_mail").insert({ id: newId(), to: "a@b.example", subject: "s", text: "t", sentAt: past });
    await db("rate_limits").insert({ key: "spent", points: 1, expire: Date.now() - 7_200_000 });
    await db("sessions").insert({ idHash: "deaf", userId, expiresAt: db.raw("now() + interval '1 day'") });
    const keys = { p256dh: "p", auth: "a", publicKey: "k" };
    const subscriptionId = newId();
    await db("push_subscriptions").insert([
      { id: newId(), userId, sessionHash: "deaf", endpoint: "https://deaf", ...keys, failingSince: past },
    ]);
    await db("sessions").insert({ idHash: "well", userId, expiresAt: db.raw("now() + interval '1 day'") });
    await db("push_subscriptions").insert({
      id: subscriptionId,
      userId,
      sessionHash: "well",
      endpoint: "https://well",
      ...keys,
    });
    const delivery = { subscriptionId, about: "conversation", createdAt: past };
    await db("push_deliveries").insert([
      { ...delivery, peerId: newId() },
      { ...delivery, peerId: newId(), runAt: db.fn.now() },
    ]);
    await db("push_told").insert([
      { userId, peerId: newId(), about: "conversation", toldAt: past },
      { userId, peerId: newId(), about: "conversation", toldAt: db.fn.now() },
    ]);
    await db("conversation_mutes").insert({ userId, peerId: userId, until: past });
    await housekeep(db);
    expect((await db("push_subscriptions")).map(({ endpoint }) => endpoint)).toEqual(["https://well"]);
    expect(await db("push_deliveries")).toHaveLength(1);
    expect(await db("push_told")).toHaveLength(1);
    expect(await db("conversation_mutes")).toEqual([]);
    expect((await db("outcomes")).map(({ commandId }) => commandId)).not.toContain(old);
    expect(await db("outcomes")).toHaveLength(2);
    expect((await db("sessions")).map(({ idHash }) => idHash)).not.toContain("ended");
    expect(await db("demo_mail")).toEqual([]);
    expect(await db("rate_limits")).toEqual([]);
  });

  it("removes outcomes with a future id 90 days after storage, not earlier", async () => {
    const { id: userId } = await aPilot(db);
    const outcome = { userId, command: "favorites.add", status: "applied" };
    const daysAgo = (days: number) => db.raw("now() - ? * interval '1 day'", [days]);
    const inTenYears = () => newId(Date.now() + 3650 * 86_400_000);
    const [young, caughtUp] = [inTenYears(), newId(Date.now() - 5 * 86_400_000)];
    await db("outcomes").insert([
      { ...outcome, commandId: inTenYears(), at: daysAgo(91) },
      { ...outcome, commandId: young, at: daysAgo(89) },
      // A past id by now; until day 90 a repeat would run again.
      { ...outcome, commandId: caughtUp, at: daysAgo(91) },
    ]);
    await housekeep(db);
    expect(await db("outcomes").where({ userId }).orderBy("at").pluck("commandId")).toEqual([caughtUp, young]);
  });
});
