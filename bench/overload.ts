// Measures W8: correct answers while requests arrive at three times the server's capacity.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openDatabase } from "../sync-server/db/knex.ts";
import { migrateToLatest } from "../sync-server/db/migrate.ts";
import { runSeed } from "../sync-server/db/seed/run.ts";
import { startProduct } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import { atLeastLimits, atMost, type Bench, type Measurement } from "./item.ts";
import type { Order, Report, Setting } from "./load-requests.ts";
import { addPhones } from "./sync/people.ts";

const TIMES = 3;
const ROUNDS = 3;
/** Requests in flight that saturate the server without refusals. */
const IN_FLIGHT = 32;
const CAPACITY_SECONDS = 3;
/** Without refusals, a server at three times capacity answers later than 10 s from the fifth second on. */
const OVERLOAD_SECONDS = 7;

type Round = { capacity: Report; overload: Report };

export const overload: Bench = {
  async run() {
    const stops: (() => Promise<unknown>)[] = [];
    try {
      const postgres = await temporaryPostgres("tailhour-bench");
      stops.push(() => postgres.stop());
      const db = openDatabase(postgres.url);
      stops.push(() => db.destroy());
      await migrateToLatest(db);
      await runSeed(db, ["--aircraft", "1976"], () => {});
      const product = await startProduct({
        DATABASE_URL: postgres.url,
        DEMO: "1",
        TRUST_PROXY: "1",
        LIMIT_RUNNING: process.env["LIMIT_RUNNING"] ?? "200",
      });
      stops.push(() => product.stop());
      const visitors = fork("bench/load-requests.ts", { execArgv: ["--import", "tsx"] });
      stops.push(async () => visitors.kill());
      const tokens = (await addPhones(db, 200)).map(({ token }) => token);
      const planes: string[] = await db("aircraft").where({ isActive: true }).pluck("id");
      visitors.send({ url: product.url, tokens, planes } satisfies Setting);
      // Warms up the JIT compiler, which would slow the first round.
      await phase(visitors, { seconds: CAPACITY_SECONDS, inFlight: IN_FLIGHT });
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await idle(product.url, planes[0]!);
        const capacity = await phase(visitors, { seconds: CAPACITY_SECONDS, inFlight: IN_FLIGHT });
        const perSecond = Math.max(1, capacity.goodput) * TIMES;
        rounds.push({ capacity, overload: await phase(visitors, { seconds: OVERLOAD_SECONDS, perSecond }) });
      }
      return figuresOf(rounds);
    } finally {
      for (const close of stops.toReversed()) await close();
    }
  },
};

/** Waits until the server has finished the previous round: five reads in a row on new connections are fast. */
async function idle(url: string, plane: string): Promise<void> {
  for (let quick = 0, tries = 0; quick < 5 && tries < 400; tries++) {
    const askedAt = performance.now();
    const answer = await fetch(`${url}/api/aircraft/${plane}/with-owner`, { headers: { connection: "close" } });
    await answer.arrayBuffer();
    quick = answer.ok && performance.now() - askedAt < 50 ? quick + 1 : 0;
  }
}

/** Runs one phase. @throws if the load process ends */
async function phase(visitors: ChildProcess, order: Order): Promise<Report> {
  const ended = new AbortController();
  const exit = once(visitors, "exit", { signal: ended.signal }).then(() => {
    throw new Error("The process of the visitors ended.");
  });
  visitors.send(order);
  try {
    const [report] = (await Promise.race([once(visitors, "message"), exit])) as [Report];
    return report;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}

const ratioOf = ({ capacity, overload: during }: Round) => during.goodput / Math.max(1, capacity.goodput);

/** Reports the median round; errors count in all rounds. */
function figuresOf(rounds: Round[]): Measurement[] {
  const middle = rounds.toSorted((one, other) => ratioOf(one) - ratioOf(other))[Math.floor(rounds.length / 2)]!;
  const { capacity, overload: during } = middle;
  const sum = (count: (report: Report) => number) => rounds.reduce((total, round) => total + count(round.overload), 0);
  const worst = (time: (report: Report) => number) => Math.max(...rounds.map((round) => time(round.overload)));
  const shape = { item: "W8", unit: "" };
  return [
    {
      ...shape,
      what: "right answers/s at 3 × load, capacity as the limit",
      value: during.goodput,
      limit: capacity.goodput,
      bar: atLeastLimits(0.8),
    },
    { ...shape, what: "the same: refusals/s, 503 with Retry-After", value: during.shed },
    { ...shape, what: "the same: not answered within 10 s", value: sum(({ late }) => late), bar: atMost(0) },
    { ...shape, what: "the same: other failures", value: sum(({ failed }) => failed), bar: atMost(0) },
    { ...shape, what: "the same: right answers, p99", value: worst(({ p99 }) => p99), unit: "ms" },
    { ...shape, what: "the same: a file and /healthz, p99", value: worst(({ cheapP99 }) => cheapP99), unit: "ms" },
    { ...shape, what: "how late the visitors' own event loop is, p99", value: worst((r) => r.ownDelay), unit: "ms" },
  ];
}
