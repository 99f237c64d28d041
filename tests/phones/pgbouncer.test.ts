// Two processes behind PgBouncer in transaction mode, where a connection keeps nothing between transactions.
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { freshDatabase } from "../postgres.ts";
import { send } from "../http.ts";
import { aPilot } from "../people.ts";
import { startTestServer } from "../server.ts";
import { hasPgbouncer, manualConfiguration, startPgbouncer, type Pgbouncer } from "../setup/pgbouncer.ts";
import { closeAll, createCrowd, drained, faultsOf, load } from "./crowd.ts";
import { startFleet, type Fleet } from "./processes.ts";
import { noTrouble, rest } from "./trouble.ts";

describe.skipIf(!hasPgbouncer)("behind PgBouncer", () => {
  let pgbouncer: Pgbouncer;
  let fleet: Fleet;
  let db: Knex;
  let url: string;

  beforeAll(async () => {
    ({ url } = await freshDatabase({ pool: 2 }));
    pgbouncer = await startPgbouncer(url);
    fleet = await startFleet(pgbouncer.url, 2, { DATABASE_POOLED: "1" });
    db = openDatabase(url, { pool: 4 });
  }, 120_000);

  afterAll(async () => {
    await fleet?.end();
    await db?.destroy();
    await pgbouncer?.kill();
    pgbouncer?.remove();
  });

  it("[S1218] processes share its connections, and lose nothing when it is killed", { timeout: 120_000 }, async () => {
    const servers = () => fleet.servers.map((server) => server.url);
    const crowd = await createCrowd(db, { people: 4, devices: 2, servers, trouble: noTrouble() });
    let isOver = false;
    const acting = load(crowd, () => isOver, 60);
    await rest(500);
    await pgbouncer.kill();
    await rest(200);
    await pgbouncer.start();
    while (crowd.queued.size <= 20) await rest(50);
    const { rows } = await db.raw<{ rows: { client_addr: string }[] }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name like 'tailhour%' and pid <> pg_backend_pid()`,
    );
    isOver = true;
    await acting;
    await drained(crowd, 60_000);
    const faults = await faultsOf(crowd);
    closeAll(crowd);
    expect(faults).toEqual([]);
    // Two processes would open up to 40 connections without it; this test's own pool has four.
    expect(rows.length).toBeLessThanOrEqual(20 + 4);
  });

  it("[S1245] limits count on any of its connections", async () => {
    const people = [await aPilot(db), await aPilot(db), await aPilot(db)];
    const ask = (turn: number) => {
      const { url: server } = fleet.servers[turn % fleet.servers.length]!;
      return send(server, "POST /api/objects/upload", { headers: people[turn % people.length]!.headers });
    };
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(turn)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  it("[S1219] a start without time limits in its configuration says which are missing", async () => {
    const without = await startPgbouncer(url, manualConfiguration.replace(/ set lock_timeout = \d+;/, ""));
    await expect(startTestServer({ databaseUrl: without.url, env: { DATABASE_POOLED: "1" } })).rejects.toThrow(
      "DATABASE_POOLED: PgBouncer's connections have no lock_timeout: set them in its connect_query",
    );
    await without.kill();
    without.remove();
  });

  it("[S1220] a start that does not know of it fails with the reason", async () => {
    await expect(startTestServer({ databaseUrl: pgbouncer.url })).rejects.toThrow(
      /^DATABASE_URL: .* cannot be used: .*unsupported startup parameter.*DATABASE_POOLED=1/,
    );
  });
});
