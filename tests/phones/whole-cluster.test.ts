// The whole of docs/cluster under load: each part is killed in turn, nothing is lost or doubled, and recoveries are measured.
// CLUSTER_ROUNDS repeats it, CLUSTER_STORE=1 adds the picture store.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anOwner, aPilot, aPlane } from "../people.ts";
import type { Killable } from "../setup/local-service.ts";
import { uploader } from "../setup/pictures.ts";
import { SWIFT_MS } from "../setup/swift.ts";
import { closeAll, createCrowd, drained, faultsOf, load } from "./crowd.ts";
import { aPhone } from "./phone.ts";
import { aProbe, deliveries, follower, longestGap, probe, reader, writer, type Probe } from "../cluster/probes.ts";
import { noTrouble, rest } from "./trouble.ts";
import { hasWholeCluster, startWholeCluster, type WholeCluster } from "../cluster/whole-cluster.ts";

const ROUNDS = Number(process.env["CLUSTER_ROUNDS"] ?? 1);
const HAS_STORE = process.env["CLUSTER_STORE"] === "1";
/** How long a killed part stays away. */
const AWAY_MS = 1000;
/** Successes of each probe after a part is back, before the next one is killed. */
const SUCCESSES = 3;
/** After this time without a failure every server knows what was published. */
const SETTLED_MS = 2000;
/** Longest time until every probe succeeds again, on a machine that runs much else. */
const RECOVERY_MS = 90_000;

describe.skipIf(!hasWholeCluster)("the whole cluster", () => {
  let cluster: WholeCluster;

  beforeAll(async () => {
    cluster = await startWholeCluster({ hasStore: HAS_STORE });
  }, SWIFT_MS);
  afterAll(() => cluster?.stop());

  const since = ({ successes }: Probe, from: number) => successes.filter((at) => at > from).length;

  /** Kills a part and starts it again; prints for each probe the longest time without a success. */
  async function killed(name: string, { kill, start }: Killable, probes: readonly Probe[]): Promise<void> {
    const from = performance.now();
    await kill();
    await rest(AWAY_MS);
    await start();
    const back = performance.now();
    const late = () => probes.filter((one) => since(one, back) < SUCCESSES).map((one) => one.name);
    while (late().length > 0 && performance.now() - back < RECOVERY_MS) await rest(20);
    const gaps = probes.map((one) => `${one.name} ${(longestGap(one, from) / 1000).toFixed(2)} s`);
    console.warn(`${name} was away for ${((back - from) / 1000).toFixed(2)} s; longest waits: ${gaps.join(", ")}`);
    expect({ name, late: late() }).toEqual({ name, late: [] });
  }

  it("[S1240] loses and doubles nothing while each part is killed", { timeout: 600_000 * ROUNDS }, async () => {
    const { db, url } = cluster;
    const [me, peer, owner] = [await aPilot(db), await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    const picture = await uploader(url, owner).aPicture();
    const servers = () => [url];
    const listener = await aPhone({ person: peer, servers, trouble: noTrouble() });
    const crowd = await createCrowd(db, { people: 4, devices: 1, servers, trouble: noTrouble() });
    const [write, deliver, read] = [aProbe("write"), aProbe("delivery"), aProbe("read")];
    const [follow, look] = [aProbe("catalogue"), aProbe("picture")];
    const probes = [write, deliver, read, follow, look];
    const [acknowledged, delivered]: [string[], string[]] = [[], []];
    let isOver = false;
    const over = () => isOver;
    const began = performance.now();
    const running = Promise.all([
      load(crowd, over, 1000),
      probe(write, writer(url, me, owner.id, acknowledged), over),
      probe(deliver, deliveries(url, me, listener, delivered), over),
      probe(read, reader(`${url}/api/aircraft/${plane}/with-owner`), over),
      probe(follow, follower(url), over),
      probe(look, reader(`${url}${picture}?w=320`), over),
    ]);
    const isSettled = () => performance.now() - Math.max(began, follow.failures.at(-1)?.at ?? 0) > SETTLED_MS;
    while (!isSettled() || probes.some(({ successes }) => successes.length < SUCCESSES)) await rest(20);
    const noticed: string[] = [];
    for (let round = 1; round <= ROUNDS; round++)
      for (const [part, killable] of cluster.parts) {
        const from = performance.now();
        await killed(part, killable, probes);
        // Without the proxy nobody reads anything; the catalogue's followers notice the end of no other part.
        if (part !== "nginx")
          noticed.push(...follow.failures.filter(({ at }) => at >= from).map(({ why }) => `${part}: ${why}`));
      }
    isOver = true;
    await running;
    await drained(crowd, 300_000);
    const faults = await faultsOf(crowd);
    closeAll(crowd);
    listener.close();
    expect(faults).toEqual([]);
    expect(noticed).toEqual([]);
    const stored = await db("messages").where({ senderId: me.id }).pluck<string[]>("content");
    expect(stored.sort()).toEqual([...acknowledged, ...delivered].sort());
    expect(stored.length).toBeGreaterThan(20);
    expect(crowd.queued.size).toBeGreaterThan(20);
  });
});
