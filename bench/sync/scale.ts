// Measures what one process carries and what each kind of work costs, for docs/scaling.md and bench/simulate:
// 10,000 live lines, their reconnect at default limits, and the processor time of server and PostgreSQL by request.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { addAircraft } from "../../tests/sync/busy-market.ts";
import { startProduct, type Product } from "../../tests/setup/product.ts";
import { atMost, type Bench, type Measurement } from "../item.ts";
import { openLine } from "./line.ts";
import { acquainted, atServer, type Server } from "./place.ts";
import { addPhones, exchange, get, messageTo, type Phone } from "./people.ts";

const LINES = 10_000;
/** Lines that a phone's client opens at once. */
const AT_ONCE = 200;
const IDLE_SECONDS = 30;
const QUIET_SECONDS = 10;
/** A process reads the end of the change log every 250 ms. */
const POLLS_A_SECOND = 4;
const MESSAGES = 6000;
const READS = 3000;
const AIRCRAFT = 2000;
/** Longest wait of the app before its first new try, in milliseconds. */
const RETRY_MS = 1000;
const SLOWEST_RETRY_MS = 30_000;

/** An operator's limits, behind a proxy that names each phone's address. */
const defaults = { RATE_LIMIT_FACTOR: "1", LIMIT_RUNNING: "200", TRUST_PROXY: "1" };

type Open = { close(): void };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of a process in MB. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

const TICKS_A_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Processor seconds of a process; with `children` those of its ended children too. */
function processorOf(pid: number, children = false): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .map(Number);
  const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
  return (own + (children ? ended : 0)) / TICKS_A_SECOND;
}

/** Processor seconds of PostgreSQL: the process of the cluster and its backends. */
async function processorOfPostgres({ db }: Server): Promise<number> {
  const { rows } = await db.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid");
  const stat = readFileSync(`/proc/${rows[0]!.pid}/stat`, "utf8").replace(/^.*\) /, "");
  const parent = Number(stat.split(" ")[1]);
  const own = execFileSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" });
  const pids = own.split("\n").map(Number).filter(Boolean);
  return processorOf(parent, true) + pids.reduce((sum, pid) => sum + (isAlive(pid) ? processorOf(pid) : 0), 0);
}

function isAlive(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` for each number below `count`, `atOnce` at a time. */
async function each(count: number, atOnce: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

/** A process without earlier garbage, on the same database. */
const another = ({ databaseUrl }: Server, settings: Record<string, string> = {}): Promise<Product> =>
  startProduct({ DATABASE_URL: databaseUrl, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1", ...settings });

/** Opens every phone's line as the app does: a refused one tries again after a random time. Returns how often. */
async function openAll(url: string, people: readonly Phone[], sockets: Open[], atOnce: number): Promise<number> {
  let refusals = 0;
  await each(people.length, atOnce, async (at) => {
    const headers = { "X-Forwarded-For": `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` };
    for (let most = RETRY_MS; ; most = Math.min(most * 2, SLOWEST_RETRY_MS))
      try {
        sockets.push(await openLine(url, people[at]!, headers));
        return;
      } catch (error) {
        if (!String(error).includes("503")) throw error;
        refusals++;
        await wait(Math.random() * most);
      }
  });
  return refusals;
}

async function lines(server: Server): Promise<Measurement[]> {
  const people = await addPhones(server.db, LINES);
  await each(LINES, 40, (at) => exchange(server.url, people[at]!));
  const one = await another(server, defaults);
  const sockets: Open[] = [];
  try {
    await wait(1000);
    // Jobs of both processes run all the time, also without lines.
    const quiet = await processorOfPostgres(server);
    await wait(QUIET_SECONDS * 1000);
    const jobs = ((await processorOfPostgres(server)) - quiet) / QUIET_SECONDS;
    const before = processorOf(one.pid);
    await openAll(one.url, people, sockets, AT_ONCE);
    await wait(2000);
    const [opened, postgres] = [processorOf(one.pid), await processorOfPostgres(server)];
    await wait(IDLE_SECONDS * 1000);
    const [idle, polled] = [processorOf(one.pid), await processorOfPostgres(server)];
    const memory = memoryOf(one.pid);
    for (const socket of sockets.splice(0)) socket.close();
    await one.stop();
    const what = `${LINES.toLocaleString("en-US")} live lines in one process, one user each`;
    const storm = await reconnect(server, people);
    return [
      { item: "W9", what: `${what}: resident memory`, value: memory, unit: "MB", bar: atMost(250) },
      { item: "W9", what: "server time to open a line", value: ((opened - before) / LINES) * 1e6, unit: "µs" },
      {
        item: "W9",
        what: "server time of 1,000 idle lines, of a core",
        value: ((idle - opened) / IDLE_SECONDS / LINES) * 1e5,
        unit: "%",
      },
      {
        item: "W9",
        what: "PostgreSQL time of a poll for 10,000 lines",
        value: (((polled - postgres) / IDLE_SECONDS - jobs) / POLLS_A_SECOND) * 1e6,
        unit: "µs",
      },
      ...storm,
    ];
  } finally {
    for (const socket of sockets) socket.close();
    await one.stop();
  }
}

async function reconnect(server: Server, people: readonly Phone[]): Promise<Measurement[]> {
  const fresh = await another(server, defaults);
  const sockets: Open[] = [];
  try {
    const startedAt = performance.now();
    const refused = await openAll(fresh.url, people, sockets, people.length);
    const seconds = (performance.now() - startedAt) / 1000;
    const what = `${LINES.toLocaleString("en-US")} phones reconnect at once to a process that has just started, default limits`;
    return [
      { item: "W10", what, value: seconds, unit: "s", bar: atMost(30) },
      { item: "W10", what: "the same: refused at first", value: refused, unit: "" },
    ];
  } finally {
    for (const socket of sockets) socket.close();
    await fresh.stop();
  }
}

/** The processor time of server and PostgreSQL for `count` pieces of work. */
async function cost(server: Server, what: string, count: number, work: () => Promise<void>): Promise<Measurement[]> {
  const before = [processorOf(server.pid), await processorOfPostgres(server)] as const;
  await work();
  const after = [processorOf(server.pid), await processorOfPostgres(server)] as const;
  const each = (at: 0 | 1) => ((after[at] - before[at]) / count) * 1e6;
  return [
    { item: "W11", what: `${what}: server`, value: each(0), unit: "µs" },
    { item: "W11", what: `${what}: PostgreSQL`, value: each(1), unit: "µs" },
  ];
}

/** Bytes of all tables with their indexes. */
async function bytesOf({ db }: Server): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
    `select sum(pg_total_relation_size(c.oid))::text as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  );
  return Number(rows[0]!.bytes);
}

async function costs(server: Server): Promise<Measurement[]> {
  const couples = await acquainted(server, 20);
  const opened = await Promise.all(
    couples.map(async ([from, to]) => [await openLine(server.url, from), await openLine(server.url, to)] as const),
  );
  const talk = (most: number) =>
    each(most, couples.length, async (at) => {
      const [line] = opened[at % couples.length]!;
      await line.send(messageTo(couples[at % couples.length]![1], `message ${at}`));
    });
  await talk(500);
  const bytes = await bytesOf(server);
  const found = await cost(server, "a message of 20 conversations, both with a line", MESSAGES, () => talk(MESSAGES));
  const stored = ((await bytesOf(server)) - bytes) / MESSAGES;
  found.push({
    item: "W11",
    what: "bytes of a message with its indexes, outcome and log lines",
    value: stored,
    unit: "",
  });
  for (const line of opened.flat()) line.close();

  const phones = couples.flat();
  const pull = (most: number) => each(most, 20, (at) => exchange(server.url, phones[at % phones.length]!));
  await pull(200);
  found.push(...(await cost(server, "an exchange without changes", READS, () => pull(READS))));

  const ids: string[] = [];
  for (let at = 0; at < AIRCRAFT; at++) ids.push(await addAircraft(server.db, phones[at % phones.length]!.id));
  await server.db.raw("analyze");
  const read = (most: number, address: (at: number) => string) => each(most, 20, (at) => get(server.url + address(at)));
  const reads = [
    ["a page of the list, 1,000 aircraft", (at: number) => `/api/aircraft?minPrice=${at % 100}`],
    ["an aircraft with its owner", (at: number) => `/api/aircraft/${ids[at % ids.length]}/with-owner`],
    ["the manifest of the catalogue", () => "/api/catalogue"],
  ] as const;
  for (const [what, address] of reads) {
    await read(300, address);
    found.push(...(await cost(server, what, READS, () => read(READS, address))));
  }
  return found;
}

export const scale: Bench = {
  run: (part) =>
    atServer(async (server) => {
      await part("costs", () => costs(server));
      await part("ten thousand lines", () => lines(server));
      return [];
    }),
};
