import { expect, it } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import { createCommitWatch } from "./commit-watch.ts";

it("[S1302] sees every commit that wrote, also of a transaction that began before the look, and shares its statement", async () => {
  const { knex: db } = await freshDatabase();
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
