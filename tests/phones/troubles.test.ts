import { expect, it } from "vitest";
import { freshDatabase } from "../postgres.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { load, closeAll, drained, faultsOf, createCrowd } from "./crowd.ts";
import { noTrouble } from "./trouble.ts";

const SECONDS = 8;

it(
  "[R1] [R5] [R8] [R12] [R14] twelve phones on three servers survive a bad network, and all agree in the end",
  { timeout: 120_000 },
  async () => {
    const { url } = await freshDatabase({ pool: 2 });
    const env = { RATE_LIMIT_FACTOR: "100" };
    const servers: TestServer[] = [];
    for (let at = 0; at < 3; at++) servers.push(await startTestServer({ databaseUrl: url, env }));
    const trouble = noTrouble();
    const crowd = await createCrowd(servers[0]!.db, {
      people: 4,
      devices: 3,
      servers: () => servers.map((one) => one.url),
      trouble,
    });
    trouble.faultShare = 0.4;
    const until = performance.now() + SECONDS * 1000;
    await load(crowd, () => performance.now() > until);
    trouble.faultShare = 0;
    const seconds = await drained(crowd);
    const faults = await faultsOf(crowd);
    closeAll(crowd);
    const happened = [...trouble.seen].map(([kind, times]) => `${times} ${kind}`).join(", ");
    console.warn(
      `phones: ${crowd.queued.size} messages of ${crowd.phones.length} phones through ${happened}; drained in ${seconds.toFixed(1)} s`,
    );
    expect(faults).toEqual([]);
  },
);
