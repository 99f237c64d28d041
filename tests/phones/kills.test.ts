// Kills servers and the database repeatedly while devices write: nothing is lost or doubled, and no manual repair is needed.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Knex } from "knex";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { isAlive } from "../../sync-server/db/embedded-process.ts";
import { removeEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from "../../sync-server/db/embedded.ts";
import { readChanges } from "../../sync-server/reads/changes.ts";
import { readCursor, writeCursor } from "../../sync-server/reads/cursor.ts";
import { parseSnapshot } from "../../sync-server/db/snapshot.ts";
import { unseenText } from "../../sync-server/reads/result-changes.ts";
import { tokenHash } from "../../sync-server/domain/accounts/secrets.ts";
import { startSession } from "../../sync-server/domain/accounts/sessions.ts";
import { sendBatch } from "../../sync-server/domain/messages/send-batch.ts";
import type { Services } from "../../sync-server/kit/services.ts";
import { servicesOf } from "../services.ts";
import { addPerson } from "../sync/busy-market.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { load, closeAll, drained, faultsOf, createCrowd, isPatient, type Crowd } from "./crowd.ts";
import { startFleet, type Fleet } from "./processes.ts";
import { noTrouble, rest } from "./trouble.ts";
import { dice } from "./dice.ts";

/** `KILLS=50` for a longer run. */
const KILLS = Number(process.env["KILLS"] ?? 10);
/** A loaded machine takes long to restart a server. */
const PATIENCE = Math.max(300_000, KILLS * 20_000);

let folder: string;
let postgres: EmbeddedPostgres;
let fleet: Fleet;
let db: Knex;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "tailhour-phones-"));
  chmodSync(folder, 0o755);
  // Durable, unlike the databases of other tests.
  const settings = { wal_writer_delay: "10s" };
  postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), settings });
  fleet = await startFleet(postgres.url, 2);
  db = openDatabase(postgres.url, { pool: 4 });
}, 120_000);

afterAll(async () => {
  await fleet?.end();
  await db?.destroy();
  await postgres?.stop();
  await removeEmbeddedPostgres(path.join(folder, "postgres"));
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Lets devices act while `kill` runs repeatedly, then compares the final state. */
async function survivesKills(name: string, kill: (turn: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const trouble = noTrouble();
  const standing = () => fleet.servers.filter(({ isUp }) => isUp).map(({ url }) => url);
  const crowd = await createCrowd(db, { people: 3, devices: 2, servers: standing, trouble });
  let isOver = false;
  const acting = Promise.all([load(crowd, () => isOver, 60), refusals(crowd, () => isOver)]);
  for (let turn = 0; turn < KILLS; turn++) {
    await rest(200 + dice.next() * 400);
    await kill(turn);
  }
  isOver = true;
  await acting;
  const seconds = await drained(crowd, 60_000);
  const faults = await faultsOf(crowd);
  closeAll(crowd);
  const all = ((performance.now() - began) / 1000).toFixed(1);
  const drain = `drained in ${seconds.toFixed(1)} s, ${all} s in all`;
  console.warn(`${name}: ${KILLS} kills, ${crowd.queued.size} messages, ${drain}`);
  expect(faults).toEqual([]);
}

/** Refused commands roll back savepoints, which creates ended transactions that are not on disk. */
async function refusals({ phones }: Crowd, isOver: () => boolean): Promise<void> {
  const phone = phones[0]!;
  while (!isOver()) {
    if (await isPatient(phone)) await phone.engine.queue("favorites.add", { aircraftId: newId() });
    for (const { id, state } of await phone.engine.outbox()) if (state === "attention") await phone.engine.discard(id);
    await rest(30);
  }
}

describe("kills", () => {
  it("[R5] [R6] [R9] [R12] of a server during exchanges", { timeout: PATIENCE }, async () => {
    await survivesKills("server killed", async (turn) => {
      const server = fleet.servers[turn % fleet.servers.length]!;
      await server.kill();
      await server.start();
    });
  });

  it(
    "[R1] [R5] [R6] [R12] of the database, with everything that was not on its disk",
    { timeout: PATIENCE },
    async () => {
      await survivesKills("database killed", () => killDatabase());
    },
  );
});

/** `stopped` is the id of a stopped process, which would not react to the end of the others. */
async function killDatabase(stopped?: number): Promise<void> {
  const pid = Number(readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGQUIT");
  if (stopped !== undefined) process.kill(stopped, "SIGKILL");
  while (isAlive(pid)) await rest(5);
  await isReadyAgain();
}

async function isReadyAgain(): Promise<void> {
  for (;;) {
    const isThere = await db.raw("select 1").then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await rest(50);
  }
}

describe("a cursor from just before a crash of the database", () => {
  it("[R1] [R24] finds changes with reused transaction ids, unlike PostgreSQL's snapshot", async () => {
    // A commit of a server would put the subtransactions below on disk.
    await Promise.all(fleet.servers.map((server) => server.kill()));
    const services = await servicesOf(db);
    const [me, other] = [await addPerson(db), await addPerson(db)];
    // A batch leaves the first message of a conversation to the handler.
    await db("messages").insert({ id: newId(), senderId: me, receiverId: other, content: "Hello" });
    const { to } = await readChanges(services, me, null);
    const client = new pg.Client(postgres.url);
    client.on("error", () => {});
    await client.connect();
    // Subtransactions that have ended, while nothing of them is on disk: the process that writes the log is stopped.
    await db.raw("alter system set autovacuum = off");
    await db.raw("select pg_reload_conf()");
    // So would a checkpoint that is due.
    await db.raw("checkpoint");
    const logWriter = await db("pg_stat_activity").where({ backend_type: "walwriter" }).first("pid");
    process.kill(Number(logWriter.pid), "SIGSTOP");
    await client.query("begin");
    for (let part = 0; part < 30; part++) {
      await client.query(`savepoint part; insert into rate_limits values ('part ${part}', 0, 0)`);
      await client.query("rollback to savepoint part");
    }
    const { to: safe } = await readChanges(services, me, to);
    const { rows } = await db.raw("select pg_current_snapshot()::text as now");
    const key = services.installationKey;
    const naive = writeCursor(key, { ...readCursor(key, safe)!, position: parseSnapshot(String(rows[0].now)) });
    await killDatabase(Number(logWriter.pid));
    for (let count = 0; count < 60; count++) await write(services, me, other);
    const changesSince = async (token: string) => {
      const page = await readChanges(services, me, token);
      return { isReset: page.isReset, messages: page.rows.get("messages")?.length };
    };
    expect(await changesSince(safe)).toEqual({ isReset: false, messages: 60 });
    expect((await changesSince(naive)).messages).toBeLessThan(60);
  });
});

async function write({ runPrepared }: Services, senderId: string, receiverId: string): Promise<void> {
  const item = { userId: senderId, commandId: newId(), clientId: null, receiverId, content: "Hello", aircraftId: null };
  const sessionHash = tokenHash(await startSession(db, senderId, ""));
  const { sent } = await sendBatch(
    runPrepared,
    [{ userId: senderId, sessionHash, position: null, items: [item] }],
    unseenText,
  );
  expect(sent.size).toBe(1);
}
