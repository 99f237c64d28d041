// Measures W1, W1b, W2c, W6 and W12: a new phone gets all cards, a subscriber gets a changed card, reads and load at 100,000 aircraft.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "@playwright/test";
import type { Knex } from "knex";
import type { CatalogueBase, CatalogueSegment, Manifest } from "../shared/sync.ts";
import { openDatabase } from "../sync-server/db/knex.ts";
import { migrateToLatest } from "../sync-server/db/migrate.ts";
import { runSeed } from "../sync-server/db/seed/run.ts";
import {
  atLeastLimits,
  atMost,
  atMostLimits,
  median,
  ofRounds,
  quantile,
  type Bench,
  type Measurement,
} from "./item.ts";
import type * as devicePage from "./browser/device-page.ts";
import { loopDelays } from "./loop-delay.ts";
import { deviceCode, onNewDevice } from "./browser/keeping.ts";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { startProduct, type Product } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";

declare const device: typeof devicePage;

const sizes = [
  { item: "W1", size: 10_000, bar: atMostLimits(2), goal: atMostLimits(1.3) },
  { item: "W1b", size: 100_000, bar: atMostLimits(2), goal: atMostLimits(1.4) },
];

export const catalogueReads: Bench = {
  async run(part) {
    const postgres = await temporaryPostgres("tailhour-bench");
    const db = openDatabase(postgres.url);
    try {
      await migrateToLatest(db);
      for (const { item, size, bar, goal } of sizes) {
        // Includes the demo's aircraft.
        await runSeed(db, ["--aircraft", String(size - 24)], () => {});
        const product = await startProduct({ DATABASE_URL: postgres.url, DEMO: "1" });
        try {
          await part(`a new device, ${size} cards`, () => firstVisit(product, size, { item, bar, goal }));
          if (item === "W1") await part("a changed card", () => following(product));
          else {
            await part("reads", () => reading(db, product, postgres.url));
            await part("the event loop", () => loopDelays({ url: product.url, db }));
          }
        } finally {
          await product.stop();
        }
      }
      return [];
    } finally {
      await db.destroy();
      await postgres.stop();
    }
  },
};

/** All cards of a new client by id, from bases and segments. */
async function fetchAll(url: string): Promise<Map<string, unknown>> {
  const { generation, buckets } = (await (await fetch(`${url}/api/catalogue`)).json()) as Manifest;
  const cards = new Map<string, unknown>();
  await Promise.all(
    buckets.map(async ({ bucket, base, head }) => {
      if (base > 0) {
        const text = await (await fetch(`${url}/api/catalogue/${bucket}/base/${base}?g=${generation}`)).text();
        for (const card of (JSON.parse(text) as CatalogueBase).rows) cards.set(card.id, card);
      }
      for (let n = base + 1; n <= head; n++) {
        const file = (await (
          await fetch(`${url}/api/catalogue/${bucket}/segment/${n}?g=${generation}`)
        ).json()) as CatalogueSegment;
        for (const card of file.put) cards.set(card.id, card);
      }
    }),
  );
  return cards;
}

/** The device engine in a browser, and a bare client. Limit: one prepared answer with the same cards. */
async function firstVisit(
  { url }: Product,
  size: number,
  shape: Pick<Measurement, "item" | "bar" | "goal">,
): Promise<Measurement[]> {
  const warm = await fetchAll(url);
  if (warm.size !== size) throw new Error(`The client has ${warm.size} of ${size} cards.`);
  const body = gzipSync(JSON.stringify([...warm.values()]));
  const headers = { "Content-Encoding": "gzip", "Access-Control-Allow-Origin": "*" };
  const bare = createServer((_, answer) => answer.writeHead(200, headers).end(body));
  await once(bare.listen(0, "localhost"), "listening");
  const prepared = `http://localhost:${(bare.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
  try {
    const stored = await onDevices(browser, { url, prepared, size });
    const bareClient = await inTurns(
      FIRST_VISITS,
      () => fetchAll(url),
      () => parsed(prepared),
    );
    const what = `new device gets ${size.toLocaleString("en-US")} cards, stored and searchable`;
    return [
      { ...shape, what, ...stored, unit: "ms" },
      { item: shape.item, what: "the server's part alone: a client that only parses them", ...bareClient, unit: "ms" },
    ];
  } finally {
    await browser.close();
    bare.closeAllConnections();
    bare.close();
  }
}

const FIRST_VISITS = 3;

async function parsed(address: string): Promise<void> {
  const all = (await (await fetch(address)).json()) as CatalogueBase["rows"];
  new Map(all.map((card) => [card.id, card]));
}

/** Times of two works in turns. */
async function inTurns(rounds: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const [place, work] of [one, other].entries()) {
      const from = performance.now();
      await work();
      times[place]!.push(performance.now() - from);
    }
  return ofRounds(...times);
}

/** Each round on a browser without data. */
async function onDevices(browser: Browser, asked: { url: string; prepared: string; size: number }) {
  const code = await deviceCode();
  const all = { ...asked, worker: code.worker };
  const [ours, raw]: [number[], number[]] = [[], []];
  for (let round = 0; round < FIRST_VISITS; round++) {
    const on = (work: (page: Page) => Promise<number>) => onNewDevice(browser, code, `${asked.url}/healthz`, work);
    ours.push(
      await on((page) =>
        page.evaluate(({ worker, size }) => device.keepCatalogue((...get) => fetch(...get), worker, size), all),
      ),
    );
    raw.push(await on((page) => page.evaluate(({ prepared, size }) => device.keepPrepared(prepared, size), all)));
  }
  return ofRounds(ours, raw);
}

/** Time from the owner's request until a client that polls the manifest without pause has the card. */
async function following({ url }: Product): Promise<Measurement[]> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "owner@demo.test", password: "demo-owner" }),
  });
  const { token } = (await login.json()) as { token: string };
  const { user } = await (
    await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  )
    .json()
    .then((me) => ({ user: me as { id: string } }));
  const [plane] = (await (await fetch(`${url}/api/aircraft?ownerId=${user.id}&location=san%20diego`)).json()) as {
    id: string;
  }[];
  const bucket = "san-diego-ca";
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const before = await headOf(url, bucket);
    const from = performance.now();
    await fetch(`${url}/api/aircraft/${plane!.id}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ hourlyRate: 200 + turn }),
    });
    let now = before;
    while (now.head <= before.head) now = await headOf(url, bucket);
    await (await fetch(`${url}/api/catalogue/${bucket}/segment/${now.head}?g=${now.generation}`)).json();
    times.push(performance.now() - from);
  }
  return [
    {
      item: "W2c",
      what: "public aircraft changes → follower has the card, p50",
      value: median(times),
      unit: "ms",
      bar: atMost(250),
      goal: atMost(120),
    },
    { item: "W2c", what: "the same, p99", value: quantile(times, 0.99), unit: "ms" },
  ];
}

async function headOf(url: string, bucket: string): Promise<{ generation: string; head: number }> {
  const { generation, buckets } = (await (await fetch(`${url}/api/catalogue`)).json()) as Manifest;
  return { generation, head: buckets.find((one) => one.bucket === bucket)?.head ?? 0 };
}

const CONNECTIONS = 20;
const SECONDS = 2;
const ROUNDS = 3;

type Load = { perSecond: number; p99: number };

async function reading(db: Knex, product: Product, databaseUrl: string): Promise<Measurement[]> {
  const ids: string[] = await db("aircraft").where({ isActive: true }).limit(5000).pluck("id");
  const filter = { location: "Phoenix AZ", type: "jet" };
  const rates: number[] = await db("aircraft").where(filter).orderBy("hourlyRate").limit(60).pluck("hourlyRate");
  const hourlyRate = rates.at(-1) ?? 0;
  const list = `/api/aircraft?location=phoenix&types=jet&maxPrice=${hourlyRate}`;
  const raw = await startRaw(databaseUrl, hourlyRate);
  try {
    const oneOf = (turn: number) => `/api/aircraft/${ids[turn % ids.length]}/with-owner`;
    const measurements: Measurement[] = [];
    for (const [what, path] of [
      ["with-owner", oneOf],
      ["filtered list of 60", () => list],
    ] as const) {
      const [limits, ours]: Load[][] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Later rounds need no compiled code, only full queues. The product still gets faster in its third second; both have the same time.
        const warmUp = round === 0 ? 2500 : 300;
        limits!.push(await load(raw.url, path, warmUp));
        ours!.push(await load(product.url, path, warmUp));
      }
      const of = (figure: keyof Load) =>
        ofRounds(
          ours!.map((one) => one[figure]),
          limits!.map((one) => one[figure]),
        );
      const shape = { item: "W6", unit: "", bar: atLeastLimits(0.4), goal: atLeastLimits(0.7) };
      measurements.push({ ...shape, what: `${what}, requests/s`, ...of("perSecond") });
      measurements.push({ item: "W6", what: `${what}, p99`, ...of("p99"), unit: "ms", goal: atMost(25) });
    }
    return measurements;
  } finally {
    raw.process.kill();
  }
}

async function startRaw(databaseUrl: string, most: number): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/limits/reads.ts", databaseUrl, String(most)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), process: child };
}

/** Sends requests over twenty connections, one in flight each, after a warm-up. */
async function load(url: string, path: (turn: number) => string, warmUp: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let turn = 0;
  const startedAt = performance.now();
  const from = startedAt + warmUp;
  const until = from + SECONDS * 1000;
  async function asker(): Promise<void> {
    while (performance.now() < until) {
      const askedAt = performance.now();
      await ask(url + path(turn++), agent);
      if (askedAt > from) times.push(performance.now() - askedAt);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, asker));
  agent.destroy();
  return { perSecond: times.length / SECONDS, p99: quantile(times, 0.99) };
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.on("end", resolve).on("error", reject).resume();
    });
    asked.on("error", reject).end();
  });
}
