// Three server processes with a bus: devices converge at once with it, and also without it.
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../sync-server/db/knex.ts";
import { freshDatabase } from "../postgres.ts";
import { hasBus, startBus, type BusService } from "../setup/bus.ts";
import { load, closeAll, drained, faultsOf, createCrowd } from "./crowd.ts";
import { startFleet, type Fleet } from "./processes.ts";
import { noTrouble, rest } from "./trouble.ts";

describe.skipIf(!hasBus("redis"))("three processes with a bus", () => {
  let bus: BusService;
  let fleet: Fleet;
  let db: Knex;

  beforeAll(async () => {
    const { url } = await freshDatabase({ pool: 2 });
    bus = await startBus("redis");
    fleet = await startFleet(url, 3, { BUS_URL: bus.url });
    db = openDatabase(url, { pool: 4 });
  }, 120_000);

  afterAll(async () => {
    await fleet?.end();
    await db?.destroy();
    await bus?.kill();
  });

  it("[R1] [R12] [R14] lose nothing while the bus stops and restarts", { timeout: 120_000 }, async () => {
    const servers = () => fleet.servers.map(({ url }) => url);
    const crowd = await createCrowd(db, { people: 4, devices: 2, servers, trouble: noTrouble() });
    let isOver = false;
    const acting = load(crowd, () => isOver, 60);
    for (let turn = 0; turn < 3; turn++) {
      await rest(300);
      await bus.kill();
      await rest(300);
      await bus.start();
    }
    isOver = true;
    await acting;
    await drained(crowd, 60_000);
    const faults = await faultsOf(crowd);
    closeAll(crowd);
    expect(faults).toEqual([]);
  });
});
