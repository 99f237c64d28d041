import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, expect, it } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import { isUnreachable } from "./database-errors.ts";
import { openDatabase } from "./knex.ts";
import { openPrepared } from "./prepared.ts";

const { knex, url } = await freshDatabase();
const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** The test database behind a proxy that can cut connections. */
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
  // The embedded database has a socket, which passes by the proxy.
  through.searchParams.delete("host");
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

/** Waits until a statement with this text runs on the server. */
async function isRunning(part: string): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw("select from pg_stat_activity where query like ? and pid <> pg_backend_pid()", [
      `%${part}%`,
    ]);
    if ((rows as unknown[]).length > 0) return;
  }
}

it("a connection lost during a statement counts as unreachable", async () => {
  const { db, cut } = await aLine();
  const slow = errorOf(db.select(db.raw("pg_sleep(60) as first")));
  await isRunning("as first");
  cut();
  const error = await slow;
  expect(error.message).toContain("Connection terminated unexpectedly");
  expect(isUnreachable(error)).toBe(true);
});

it("so do all later statements of its transaction", async () => {
  const { db, cut } = await aLine();
  const tx = await db.transaction();
  const slow = errorOf(tx.raw("select pg_sleep(60) as second"));
  await isRunning("as second");
  cut();
  await slow;
  const error = await errorOf(tx.raw("select 1"));
  await tx.rollback().catch(() => undefined);
  expect(error.message).toContain("is not queryable");
  expect(isUnreachable(error)).toBe(true);
});

it("so does one without the query builder", async () => {
  const { db, cut } = await aLine();
  const slow = errorOf(openPrepared(db)({ name: "slow", text: "select pg_sleep(60) as third" }, []));
  await isRunning("as third");
  cut();
  expect(isUnreachable(await slow)).toBe(true);
});

it("so does a connection that the server ends", async () => {
  const { db } = await aLine();
  const slow = errorOf(db.raw("select pg_sleep(60) as fourth"));
  await isRunning("as fourth");
  await knex.raw(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%as fourth%' and pid <> pg_backend_pid()",
  );
  expect(isUnreachable(await slow)).toBe(true);
});

it("a failed statement does not, whatever its text", async () => {
  const words = "x - Connection terminated unexpectedly";
  expect(isUnreachable(await errorOf(knex.raw("select ?::int", [words])))).toBe(false);
  expect(isUnreachable(new Error(`insert - ${words} - a fault of ours`))).toBe(false);
});
