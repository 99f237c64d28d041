// An update under load: servers of an earlier version are replaced one by one behind a proxy, and nothing is lost.
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { migrationNames } from "../../sync-server/db/migrate.ts";
import { send } from "../http.ts";
import { anOwner, aPilot, type TestPerson } from "../people.ts";
import { bundleEarlierServer, hasEarlierVersion } from "../setup/earlier-version.ts";
import { hasHaproxy, startHaproxy, type Proxy } from "../setup/haproxy.ts";
import { databaseAt } from "../setup/postgres-cluster.ts";
import { bundleServer, type ServerBundle } from "../setup/server-bundle.ts";
import { closeAll, createCrowd, drained, faultsOf, load } from "./crowd.ts";
import { startFleet, type Fleet } from "./processes.ts";
import { noTrouble, rest } from "./trouble.ts";

/** Rows that a phone got from the earlier version lack these until they change. */
const unknownFields = ["hasSecondFactor", "sharedScans"];

describe.skipIf(!hasHaproxy || !hasEarlierVersion())("an update from an earlier version", () => {
  let [earlier, current] = [] as unknown as [ServerBundle, ServerBundle];
  let fleet: Fleet;
  let proxy: Proxy;
  let db: Knex;
  const cluster = inject("postgres");
  const name = `${cluster.prefix}_${randomBytes(6).toString("hex")}`;

  beforeAll(async () => {
    const admin = openDatabase(cluster.url, { pool: 1 });
    await admin.raw("create database ??", [name]);
    await admin.destroy();
    [earlier, current] = await Promise.all([bundleEarlierServer(), bundleServer()]);
    fleet = await startFleet(databaseAt(cluster.url, name), 2, { TRUST_PROXY: "1" }, earlier);
    proxy = await startHaproxy(fleet.servers.map(({ url }) => url));
    db = openDatabase(databaseAt(cluster.url, name), { pool: 4 });
  }, 120_000);

  afterAll(async () => {
    await proxy?.stop();
    await fleet?.end();
    current?.remove();
    await db?.destroy();
  });

  /** Reads and writes over REST until `isOver`. Returns the failures that a client would show, and how often it tried again. */
  async function requests([me, peer]: readonly [TestPerson, TestPerson], isOver: () => boolean) {
    const failures: string[] = [];
    const sent: string[] = [];
    const repeated: number[] = [];
    let count = 0;
    for (let turn = 0; !isOver(); turn++) {
      const [id, content] = [newId(), `rest ${turn}`];
      sent.push(content);
      const tries = [
        { route: "GET /api/aircraft?limit=5", body: undefined },
        { route: "POST /api/messages", body: { id, receiverId: peer.id, content } },
      ];
      for (const { route, body } of tries) {
        count++;
        for (let attempt = 0; ; attempt++) {
          const answer = await send(proxy.url, route, { headers: me.headers, body }).catch(() => ({ status: 0 }));
          if (answer.status >= 200 && answer.status < 300) break;
          // What the app tries again: no answer, a proxy without a server, and a server that stops.
          if (![0, 502, 503, 504].includes(answer.status) || attempt > 20) {
            failures.push(`${route} ${answer.status}`);
            break;
          }
          repeated.push(answer.status);
          await rest(50);
        }
      }
      await rest(5);
    }
    return { failures, sent, count, repeated };
  }

  it("[S1217] loses and doubles nothing while each process is replaced", { timeout: 120_000 }, async () => {
    const applied = async () => (await db("knex_migrations").pluck<string[]>("name")).length;
    const before = await applied();
    const pair = [await aPilot(db), await anOwner(db)] as const;
    const crowd = await createCrowd(db, { people: 4, devices: 2, servers: () => [proxy.url], trouble: noTrouble() });
    let isOver = false;
    const acting = load(crowd, () => isOver, 40);
    const asking = requests(pair, () => isOver);
    await rest(500);
    for (const server of fleet.servers) {
      await server.stop();
      await server.start(current.main);
      await rest(300);
    }
    isOver = true;
    await acting;
    const { failures, sent, count, repeated } = await asking;
    await drained(crowd, 60_000);
    const faults = await faultsOf(crowd, unknownFields);
    closeAll(crowd);
    expect([before < (await applied()), await applied()]).toEqual([true, (await migrationNames()).length]);
    expect(faults).toEqual([]);
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(20);
    // One process is always ready, so hardly a request meets one that stops.
    expect(repeated.length).toBeLessThan(5);
    const stored = await db("messages").where({ senderId: pair[0].id }).pluck<string[]>("content");
    expect(stored.sort()).toEqual(sent.sort());
    expect(crowd.queued.size).toBeGreaterThan(50);
  });
});
