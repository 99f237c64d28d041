import { afterAll, expect, it } from "vitest";
import { temporaryPostgres } from "../../tests/setup/temporary.ts";
import { createCommitWatch } from "./commit-watch.ts";
import { openDatabase } from "./knex.ts";

// A server's databases count their transactions together, and other tests commit on the shared one.
const server = await temporaryPostgres("tailhour-commits", { fsync: "off", autovacuum: "off" });
const db = openDatabase(server.url);
afterAll(async () => {
  await db.destroy();
  await server.stop();
});

it("[S1302] sees every commit that wrote, also of a transaction that began before the look, and shares its statement", async () => {
  const { look } = createCommitWatch(db);
  const before = await look();
  await db.raw("select 1");
  expect(await look()).toBe(before);
  const early = await db.transaction();
  await early.raw("create table notes (id integer)");
  const during = await look();
  await early.raw("insert into notes values (1)");
  expect(await look()).toBe(during);
  await early.commit();
  expect(await look()).not.toBe(during);
  const statements: string[] = [];
  db.on("query", ({ sql }: { sql: string }) => void statements.push(sql));
  await Promise.all([look(), look(), look()]);
  expect(statements).toHaveLength(1);
});
