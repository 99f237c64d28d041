// Measures W12: how late the server's event loop is while messages, pages and the publishing of all aircraft keep it busy.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { entities } from "../shared/entities.ts";
import type { Manifest } from "../shared/sync.ts";
import { below, ofRounds, type Measurement } from "./item.ts";
import { pair, PAIRS, talk } from "./sync/pairs.ts";
import { acquainted } from "./sync/place.ts";

/** Both ends sample at this interval; a delay is what a sample takes longer. It is the interval of the server's metrics. */
const DELAY_SAMPLE_MS = 10;
const ROUNDS = 3;
/** Readers, each with one page in flight. */
const READERS = 4;
const MOST_PUBLISH_MS = 60_000;

type Server = { url: string; db: Knex };

/** Of a server with many aircraft: each round reads pages and publishes all aircraft while twenty pairs write. */
export async function loopDelays(server: Server): Promise<Measurement[]> {
  const idle = fork("bench/idle-loop.ts", [String(DELAY_SAMPLE_MS)], { execArgv: ["--import", "tsx"] });
  try {
    const couples = await acquainted(server, PAIRS);
    const planes: string[] = await server.db("aircraft").where({ isActive: true }).limit(5000).pluck("id");
    const [ours, others]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([latest(server.url), latestOf(idle)]);
      const ended = new AbortController();
      const talkers = await Promise.all(couples.map((couple) => pair(server, couple)));
      const reading = Promise.all(
        Array.from({ length: READERS }, (_, at) => read(server.url, planes, at, ended.signal)),
      );
      await Promise.all([talk(talkers, 1), publishAll(server)]);
      ended.abort();
      await reading;
      const [own, other] = await Promise.all([latest(server.url), latestOf(idle)]);
      ours.push(own);
      others.push(other);
    }
    const what = "delay of the event loop under messages, pages and publishing of all aircraft, p99";
    return [{ item: "W12", what, ...ofRounds(ours, others), unit: "ms", bar: below(20), goal: below(20) }];
  } finally {
    idle.kill();
  }
}

/** The 99th percentile since the last call, in milliseconds, from the server's metrics. */
async function latest(url: string): Promise<number> {
  const [, seconds] =
    /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text()) ?? [];
  if (seconds === undefined) throw new Error("The metrics have no delay of the event loop.");
  return Number(seconds) * 1000 - DELAY_SAMPLE_MS;
}

async function latestOf(idle: ChildProcess): Promise<number> {
  idle.send("how late?");
  const [delay] = (await once(idle, "message")) as [number];
  return delay;
}

/** Opens pages of different aircraft, one after the other. */
async function read(url: string, planes: readonly string[], first: number, ended: AbortSignal): Promise<void> {
  for (let at = first; !ended.aborted; at += READERS) {
    const page = await fetch(`${url}/aircraft/${planes[at % planes.length]}`, {
      headers: { accept: "text/html", connection: "close" },
    });
    if (!(await page.text()).includes("page-data")) throw new Error("A page was not rendered.");
  }
}

/** Changes every aircraft and waits until all their segments are published. */
async function publishAll({ url, db }: Server): Promise<void> {
  const before = await heads(url);
  for (const bucket of before.keys())
    await db.raw(
      `with changed as (update aircraft set "hourlyRate" = "hourlyRate" % 900 + 1 where bucket = :bucket returning id)
       insert into change_log (scope, entity, id) select 'bucket:' || :bucket, :entity, id from changed`,
      { bucket, entity: entities.aircraft.number },
    );
  const until = performance.now() + MOST_PUBLISH_MS;
  for (let now = before; [...before].some(([bucket, head]) => now.get(bucket)! <= head); now = await heads(url)) {
    if (performance.now() > until) throw new Error("The aircraft were not published.");
    await sleep(100);
  }
}

/** The heads of all buckets that have aircraft. */
async function heads(url: string): Promise<Map<string, number>> {
  const { buckets } = (await (await fetch(`${url}/api/catalogue`)).json()) as Manifest;
  return new Map(buckets.filter(({ rows }) => rows > 0).map(({ bucket, head }) => [bucket, head]));
}
