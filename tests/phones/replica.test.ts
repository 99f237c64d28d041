// A streaming replica answers reads of public data: users see their own writes, and its end is not noticed.
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { send } from "../http.ts";
import { anOwner, aPlane, type TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { ownPrograms, type OwnCluster } from "../setup/own-postgres.ts";
import { startReplicated, type ReplicatedPostgres } from "../cluster/replicated-postgres.ts";
import { rest } from "./trouble.ts";

describe.skipIf(!ownPrograms)("a replica", () => {
  let postgres: ReplicatedPostgres;
  let [primary, standby] = [] as unknown as [OwnCluster, OwnCluster];
  let server: TestServer;
  let replica: Knex;
  let owner: TestPerson;
  let plane: string;

  beforeAll(async () => {
    postgres = await startReplicated();
    ({ primary, standby } = postgres);
    replica = openDatabase(standby.url("tailhour"), { pool: 1 });
    server = await startTestServer({
      databaseUrl: primary.url("tailhour"),
      env: { DATABASE_REPLICA_URL: standby.url("tailhour") },
    });
    owner = await anOwner(server.db);
    plane = await aPlane(server.db, owner.id, { name: "Before" });
  }, 60_000);

  afterAll(async () => {
    await server?.stop();
    await replica?.destroy();
    await postgres?.stop();
  });

  const nameFor = async (headers: Record<string, string> = {}) =>
    (await send<{ aircraft: { name: string } }>(server.url, `GET /api/aircraft/${plane}/with-owner`, { headers })).body
      .aircraft.name;
  const says = (text: string) => server.logged.filter((line) => line.includes(text)).length;
  const [used, left] = ["the replica answers reads", "the replica is behind or away"] as const;
  const isUsed = async () => {
    while (says(used) === says(left)) await rest(30);
  };
  const isLeft = async () => {
    while (says(used) > says(left)) await rest(20);
  };

  it("[S1230] answers guests, users read their own writes, and one that falls behind is not used", async () => {
    await isUsed();
    await expect.poll(() => nameFor()).toBe("Before");
    const cookie = `tailhour_session=${owner.token}`;
    await replica.raw("select pg_wal_replay_pause()");
    const answer = await send(server.url, `PATCH /api/aircraft/${plane}`, {
      headers: { cookie, origin: server.url },
      body: { name: "After" },
    });
    expect(answer.status).toBe(200);
    const wrote = answer.headers["set-cookie"]!.find((one) => one.startsWith("tailhour_wrote"))!;
    expect(wrote).toMatch(/^tailhour_wrote=1; Path=\/; Max-Age=5; HttpOnly; SameSite=Lax$/);
    const mine = `${cookie}; ${wrote.split(";")[0]}`;
    // The guest's answer comes from the replica, which does not know the change yet.
    expect([await nameFor(), await nameFor({ cookie: mine }), await nameFor(owner.headers)]).toEqual([
      "Before",
      "After",
      "After",
    ]);
    const pausedAt = performance.now();
    await expect.poll(() => nameFor(), { timeout: 10_000, interval: 20 }).toBe("After");
    expect(performance.now() - pausedAt).toBeLessThan(4000);
    await isLeft();
    await replica.raw("select pg_wal_replay_resume()");
    await isUsed();
    expect(await nameFor()).toBe("After");
  });

  it("[S1232] is no database for a server, which says so", async () => {
    await expect(startTestServer({ databaseUrl: standby.url("tailhour") })).rejects.toThrow(
      /^DATABASE_URL: that server is a standby, which cannot be written: name the primary\.$/,
    );
  });

  it("[S1231] is killed while guests read, and no read fails", { timeout: 60_000 }, async () => {
    await isUsed();
    let isOver = false;
    const statuses: number[] = [];
    const reading = Promise.all(
      [1, 2, 3, 4].map(async () => {
        while (!isOver)
          for (const route of ["GET /api/aircraft", `GET /api/aircraft/${plane}/with-owner`])
            statuses.push((await send(server.url, route)).status);
      }),
    );
    await rest(300);
    await standby.stop("SIGQUIT");
    const killedAt = performance.now();
    await isLeft();
    const noticed = performance.now() - killedAt;
    await rest(300);
    await standby.start();
    await isUsed();
    await rest(100);
    isOver = true;
    await reading;
    expect(statuses.length).toBeGreaterThan(50);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(noticed).toBeLessThan(5000);
  });
});
