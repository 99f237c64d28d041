// W8: what the server still does right when three times as many requests arrive as it can answer.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { openDatabase } from "../sync-server/db/knex.ts";
import { migrateToLatest } from "../sync-server/db/migrate.ts";
import { runSeed } from "../sync-server/db/seed/run.ts";
import { startProduct } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import type { Bench, Figure } from "./item.ts";
import type { Order, Report, Setting } from "./load-requests.ts";
import { addPhones } from "./sync-people.ts";

const TIMES = 3;
const BAR = 0.8;
const ROUNDS = 3;
/** Enough to saturate the server, few enough for none to be refused. */
const IN_FLIGHT = 32;
const CAPACITY_SECONDS = 3;
/** At three times capacity a server that refuses nothing answers later than 10 s from the fifth second on. */
const OVERLOAD_SECONDS = 7;

type Round = { capacity: Report; overload: Report };

export const overload: Bench = {
  name: "overload",
  async run() {
    const postgres = await temporaryPostgres("tailhour-bench");
    const db = openDatabase(postgres.url);
    await migrateToLatest(db);
    await runSeed(db, ["--aircraft", "1976"], () => {});
    const product = await startProduct({ DATABASE_URL: postgres.url, DEMO: "1", TRUST_PROXY: "1" });
    const visitors = fork("bench/load-requests.ts", { execArgv: ["--import", "tsx"] });
    try {
      const tokens = (await addPhones(db, 200)).map(({ token }) => token);
      const planes: string[] = await db("aircraft").where({ isActive: true }).pluck("id");
      visitors.send({ url: product.url, tokens, planes } satisfies Setting);
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // Connections wait in turn: once a new one is answered, nothing of the last round is left.
        await fetch(`${product.url}/healthz`, { headers: { connection: "close" } });
        const capacity = await phase(visitors, { seconds: CAPACITY_SECONDS, inFlight: IN_FLIGHT });
        if (capacity.goodput === 0) throw new Error("No right answer: there is no capacity to measure against.");
        const perSecond = capacity.goodput * TIMES;
        rounds.push({ capacity, overload: await phase(visitors, { seconds: OVERLOAD_SECONDS, perSecond }) });
      }
      return figuresOf(rounds);
    } finally {
      visitors.kill();
      await product.stop();
      await db.destroy();
      await postgres.stop();
    }
  },
};

async function phase(visitors: ChildProcess, order: Order): Promise<Report> {
  visitors.send(order);
  const [report] = (await once(visitors, "message")) as [Report];
  return report;
}

const ratioOf = ({ capacity, overload: during }: Round) => during.goodput / capacity.goodput;

/** The round in the middle speaks for the others; what must not happen at all is counted in every round. */
function figuresOf(rounds: Round[]): Figure[] {
  const middle = rounds.toSorted((one, other) => ratioOf(one) - ratioOf(other))[Math.floor(rounds.length / 2)]!;
  const { capacity, overload: during } = middle;
  const sum = (count: (report: Report) => number) => rounds.reduce((total, round) => total + count(round.overload), 0);
  const worst = (time: (report: Report) => number) => Math.max(...rounds.map((round) => time(round.overload)));
  const verdict = ratioOf(middle) >= BAR ? "met" : "not met";
  const shape = { item: "W8", unit: "" };
  return [
    {
      ...shape,
      what: "right answers/s at 3 × load, capacity as the limit",
      value: during.goodput,
      limit: capacity.goodput,
      bar: `≥ ${BAR.toFixed(2)} ×`,
      goal: verdict,
    },
    { ...shape, what: "the same: refusals/s, 503 with Retry-After", value: during.shed },
    { ...shape, what: "the same: not answered within 10 s", value: sum(({ late }) => late), bar: "0" },
    { ...shape, what: "the same: other failures", value: sum(({ failed }) => failed), bar: "0" },
    { ...shape, what: "the same: right answers, p99", value: worst(({ p99 }) => p99), unit: "ms" },
    { ...shape, what: "the same: a file and /healthz, p99", value: worst(({ cheapP99 }) => cheapP99), unit: "ms" },
    { ...shape, what: "how late the visitors' own event loop is, p99", value: worst((r) => r.ownDelay), unit: "ms" },
    { ...shape, what: "load of the machine in the last minute", value: loadavg()[0]! },
  ];
}
