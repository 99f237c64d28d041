// Migrations of a busy database: no write waits long, neither for a migration that waits for a lock nor among many messages.
// MESSAGES=1000000 for a real size; `npm run soak` runs it.
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import { expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { ensureBuckets } from "../../sync-server/db/buckets.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { loadMigrations, migrateToLatest, migrationSource, pendingMigrations } from "../../sync-server/db/migrate.ts";
import { earlierPlane } from "../earlier-schema.ts";
import { freshDatabase } from "../postgres.ts";

const MESSAGES = Number(process.env["MESSAGES"] ?? 30_000);
/** Longest wait for a lock that a write may have; PostgreSQL counts it, so a slow machine does not. */
const LONGEST_WAIT_MS = 500;
/** Messages per statement that fills the database. */
const BATCH = 50_000;
/** Migrations from this one on keep the limit. */
const FIRST = "0031-wallet-copies";

type Busy = { knex: Knex; url: string; people: [string, string] };

/** A database before `FIRST`, with two users and their messages. */
async function before(messages: number): Promise<Busy> {
  const { knex, url } = await freshDatabase({ pool: 4 });
  await knex.raw("drop schema public cascade; create schema public");
  const all = await loadMigrations();
  const earlier = { ...migrationSource, getMigrations: async () => all.filter(({ name }) => name < FIRST) };
  await knex.migrate.latest({ migrationSource: earlier });
  const people: [string, string] = [newId(), newId()];
  for (const id of people)
    await knex("users").insert({
      id,
      email: `${id}@test.example`,
      password: "-",
      name: "Pat",
      userType: "pilot",
      memberSince: "2026",
    });
  await knex.transaction((tx) => ensureBuckets(tx));
  const plane = await earlierPlane(knex, people[0]);
  // Each statement stays below the pool's timeout.
  for (let from = 0; from < messages; from += BATCH)
    await knex.raw(
      `insert into messages (id, "senderId", "receiverId", "aircraftId", content, "createdAt")
       select gen_random_uuid(), ?, ?, ?, 'Hello', now() - n * interval '1 second' from generate_series(?::int, ?::int) n`,
      [...people, plane, from + 1, Math.min(from + BATCH, messages)],
    );
  return { knex, url, people };
}

/** Writes until `done`: messages, and changes of a user. Rejects when a write waits too long for a lock. */
async function writeUntil({ url, people: [me, peer] }: Busy, done: () => boolean): Promise<number> {
  const db = openDatabase(url, { pool: 1 });
  let writes = 0;
  try {
    await db.raw(`set lock_timeout = ${LONGEST_WAIT_MS}`);
    for (; !done(); writes++) {
      await db("messages").insert({ id: newId(), senderId: me, receiverId: peer, content: "While it runs" });
      await db("users")
        .where({ id: me })
        .update({ bio: `bio ${writes}` });
    }
  } finally {
    await db.destroy();
  }
  return writes;
}

it("[S1117] a migration that must wait for a lock holds up no write, and succeeds later", async () => {
  const busy = await before(10);
  let isDone = false;
  const writing = writeUntil(busy, () => isDone);
  // A long report reads the users: a change of their table must wait for its end.
  const report = await busy.knex.transaction();
  await report("users").count();
  const migrating = migrateToLatest(busy.knex);
  await Promise.race([delay(2500), writing]);
  expect(await pendingMigrations(busy.knex)).toContain(FIRST);
  await report.commit();
  expect(await migrating).toContain(FIRST);
  isDone = true;
  expect(await writing).toBeGreaterThan(10);
  expect(await pendingMigrations(busy.knex)).toEqual([]);
});

it(
  `[S1118] no write waits for long while migrations change a database with ${MESSAGES} messages`,
  { timeout: 600_000 },
  async () => {
    const busy = await before(MESSAGES);
    let isDone = false;
    const writing = Promise.all([1, 2].map(() => writeUntil(busy, () => isDone)));
    const migrating = migrateToLatest(busy.knex).finally(() => (isDone = true));
    const [applied, writes] = await Promise.all([migrating, writing]);
    expect(applied).toContain(FIRST);
    expect(Math.min(...writes)).toBeGreaterThan(0);
  },
);
