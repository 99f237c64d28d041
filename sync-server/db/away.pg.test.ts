import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, expect, it } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import { isDatabaseAway } from "./away.ts";
import { openDatabase } from "./knex.ts";
import { openPrepared } from "./prepared.ts";

const { knex, url } = await freshDatabase();
const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** The same database behind a line that can be cut. */
async function aLine() {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((line.address() as AddressInfo).port);
  const db = openDatabase(through.href, { pool: 1 });
  const cut = () => open.forEach((socket) => socket.destroy());
  ends.push(() => db.destroy().then(() => line.close()));
  return { db, cut };
}

const errorOf = (work: PromiseLike<unknown>): Promise<Error> =>
  Promise.resolve(work).then(
    () => Promise.reject(new Error("it went well")),
    (error: unknown) => error as Error,
  );

/** Sees a statement of this text run on the server. */
async function isRunning(part: string): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw("select from pg_stat_activity where query like ? and pid <> pg_backend_pid()", [
      `%${part}%`,
    ]);
    if ((rows as unknown[]).length > 0) return;
  }
}

it("a line that is cut while a statement runs is the database's trouble", async () => {
  const { db, cut } = await aLine();
  const slow = errorOf(db.select(db.raw("pg_sleep(60) as first")));
  await isRunning("as first");
  cut();
  const error = await slow;
  expect(error.message).toContain("Connection terminated unexpectedly");
  expect(isDatabaseAway(error)).toBe(true);
});

it("so is everything after it in the same transaction", async () => {
  const { db, cut } = await aLine();
  const tx = await db.transaction();
  const slow = errorOf(tx.raw("select pg_sleep(60) as second"));
  await isRunning("as second");
  cut();
  await slow;
  const error = await errorOf(tx.raw("select 1"));
  await tx.rollback().catch(() => undefined);
  expect(error.message).toContain("is not queryable");
  expect(isDatabaseAway(error)).toBe(true);
});

it("and one past the query builder", async () => {
  const { db, cut } = await aLine();
  const slow = errorOf(openPrepared(db)({ name: "slow", text: "select pg_sleep(60) as third" }, []));
  await isRunning("as third");
  cut();
  expect(isDatabaseAway(await slow)).toBe(true);
});

it("a connection that the server ends is, too", async () => {
  const { db } = await aLine();
  const slow = errorOf(db.raw("select pg_sleep(60) as fourth"));
  await isRunning("as fourth");
  await knex.raw(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%as fourth%' and pid <> pg_backend_pid()",
  );
  expect(isDatabaseAway(await slow)).toBe(true);
});

it("a statement that fails is not, whatever words are in it", async () => {
  const words = "x - Connection terminated unexpectedly";
  expect(isDatabaseAway(await errorOf(knex.raw("select ?::int", [words])))).toBe(false);
  expect(isDatabaseAway(new Error(`insert - ${words} - a fault of ours`))).toBe(false);
});
