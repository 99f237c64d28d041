// Measures W2 to W5b: messages to a connected phone, a long outbox, concurrent conversations, idle lines, and many reconnecting phones.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import type { WebSocket } from "ws";
import { openDatabase } from "../sync-server/db/knex.ts";
import { median, quantile, type Bench, type Measurement } from "./item.ts";
import { startProduct } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import { addPhones, exchange, messageTo, openLine, openRaw, post, type Phone } from "./sync-people.ts";

type Place = { url: string; pid: number; raw: string; rawPid: number; db: Knex };

export const sync: Bench = {
  name: "sync",
  async run() {
    const postgres = await temporaryPostgres("tailhour-bench");
    const product = await startProduct({ DATABASE_URL: postgres.url, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1" });
    const raw = spawn(process.execPath, ["--import", "tsx", "bench/raw-sync.ts", postgres.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(raw.stdout, "data")) as [Buffer];
    const db = openDatabase(postgres.url);
    const place = { url: product.url, pid: product.pid, raw: line.toString().trim(), rawPid: raw.pid ?? 0, db };
    try {
      const measurements = [];
      for (const item of [idleLines, reconnect, toOnePhone, longQueue, pairsOf(1), pairsOf(10)])
        measurements.push(...(await item(place)));
      return measurements;
    } finally {
      raw.kill();
      await db.destroy();
      await product.stop();
      await postgres.stop();
    }
  },
};

/** Two users with a conversation, after their first pull. */
async function acquainted(place: Place, pairs: number): Promise<[Phone, Phone][]> {
  const phones = await addPhones(place.db, pairs * 2);
  const couples = Array.from({ length: pairs }, (_, at): [Phone, Phone] => [phones[at * 2]!, phones[at * 2 + 1]!]);
  for (const [one, other] of couples) {
    await exchange(place.url, one, [messageTo(other, "Hello")]);
    await exchange(place.url, other);
    await exchange(place.url, one);
  }
  return couples;
}

const nextMessage = (socket: WebSocket) => new Promise((resolve) => socket.once("message", resolve));

async function toOnePhone(place: Place): Promise<Measurement[]> {
  const [[from, to]] = (await acquainted(place, 1)) as [[Phone, Phone]];
  const line = await openLine(place.url, to);
  const rawLine = await openRaw(place.raw, "to");
  const [ours, raw]: number[][] = [[], []];
  for (let turn = 0; turn < 400; turn++) {
    let startedAt = performance.now();
    let news = nextMessage(line);
    const answered = exchange(place.url, from, [messageTo(to, `message ${turn}`)]);
    await news;
    ours!.push(performance.now() - startedAt);
    await answered;
    startedAt = performance.now();
    news = nextMessage(rawLine);
    const stored = post(place.raw, JSON.stringify([{ from: "from", to: "to", content: `message ${turn}` }]));
    await news;
    raw!.push(performance.now() - startedAt);
    await stored;
  }
  line.terminate();
  rawLine.terminate();
  const [fast, bare] = [ours!.slice(100), raw!.slice(100)];
  const shape = { item: "W2", unit: "ms" };
  return [
    {
      ...shape,
      what: "a message to a connected phone, p50",
      value: median(fast),
      limit: median(bare),
      bar: "≤ 3",
      goal: "≤ 1.4 ×",
    },
    {
      ...shape,
      what: "the same, p99",
      value: quantile(fast, 0.99),
      limit: quantile(bare, 0.99),
      bar: "≤ 8",
      goal: "≤ 1.6 ×",
    },
  ];
}

async function longQueue(place: Place): Promise<Measurement[]> {
  const [ours, raw]: number[][] = [[], []];
  for (let round = 0; round < 7; round++) {
    const [from, ...receivers] = await addPhones(place.db, 11);
    await exchange(place.url, from!);
    const texts = Array.from({ length: 1000 }, (_, at) => `Is N${at}AB free on Friday afternoon for about two hours?`);
    const queue = texts.map((text, at) => messageTo(receivers[at % 10]!, text));
    let startedAt = performance.now();
    const first = await exchange(place.url, from!, queue.slice(0, 500));
    const second = await exchange(place.url, from!, queue.slice(500));
    ours!.push(performance.now() - startedAt);
    const settled = [...first.outcomes, ...second.outcomes].filter(({ status }) => status === "applied").length;
    const stored = Number((await place.db("messages").where({ senderId: from!.id }).count({ n: "*" }).first())?.n);
    if (settled !== 1000 || stored !== 1000) throw new Error(`${settled} acknowledged, ${stored} stored, of 1000.`);
    const rows = texts.map((content, at) => ({ from: "from", to: String(at % 10), content }));
    startedAt = performance.now();
    await post(place.raw, JSON.stringify(rows.slice(0, 500)));
    await post(place.raw, JSON.stringify(rows.slice(500)));
    raw!.push(performance.now() - startedAt);
  }
  const what = "1,000 messages written offline → all durable, once";
  return [{ item: "W3", what, value: median(ours!), limit: median(raw!), unit: "ms", bar: "≤ 150", goal: "≤ 1.6 ×" }];
}

const SECONDS = 4;

function pairsOf(inFlight: number): (place: Place) => Promise<Measurement[]> {
  return async function pairs(place) {
    const couples = await acquainted(place, 20);
    const item = inFlight === 1 ? "W4" : "W4b";
    const raw = await talk(await Promise.all(couples.map((_, at) => rawPair(place, at))), inFlight);
    const ours = await talk(await Promise.all(couples.map((couple) => pair(place, couple))), inFlight);
    const bars = inFlight === 1 ? { bar: "≥ 3,000", goal: "≥ 0.75 ×" } : { bar: "≥ 5,000", goal: "≥ 0.6 ×" };
    const what = `20 pairs, ${inFlight} in flight each`;
    const unit = "ms";
    // With ten messages in flight each waits for nine others, so only the throughput has a bar.
    const [half, slowest] = inFlight === 1 ? [{ bar: "≤ 7" }, { bar: "≤ 20" }] : [{}, {}];
    return [
      { item, what: `${what}: messages/s`, value: ours.perSecond, limit: raw.perSecond, unit: "", ...bars },
      { item, what: `${what}: p50`, value: median(ours.times), limit: median(raw.times), unit, ...half },
      {
        item,
        what: `${what}: p99`,
        value: quantile(ours.times, 0.99),
        limit: quantile(raw.times, 0.99),
        unit,
        ...slowest,
      },
    ];
  };
}

/** Sends a message; resolves when the receiver has it and the sender has the answer. */
type Talker = { send(): Promise<void>; end(): void };

async function talk(talkers: Talker[], inFlight: number): Promise<{ perSecond: number; times: number[] }> {
  const times: number[] = [];
  const from = performance.now() + 1000;
  const until = from + SECONDS * 1000;
  async function go(talker: Talker): Promise<void> {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await talker.send();
      if (startedAt > from) times.push(performance.now() - startedAt);
    }
  }
  await Promise.all(talkers.flatMap((talker) => Array.from({ length: inFlight }, () => go(talker))));
  for (const talker of talkers) talker.end();
  return { perSecond: times.length / SECONDS, times };
}

async function pair({ url }: Place, [from, to]: [Phone, Phone]): Promise<Talker> {
  const line = await openLine(url, to);
  const waiting = new Map<string, () => void>();
  line.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { rows?: { messages?: { id: string }[] } };
    for (const { id } of frame.rows?.messages ?? []) waiting.get(id)?.();
  });
  return {
    async send() {
      const command = messageTo(to, "Is it free on Friday afternoon?");
      const arrived = new Promise<void>((resolve) => waiting.set(command.id, resolve));
      const { outcomes } = await exchange(url, from, [command]);
      if (outcomes[0]?.status !== "applied") throw new Error(JSON.stringify(outcomes));
      await arrived;
      waiting.delete(command.id);
    },
    end: () => line.terminate(),
  };
}

async function rawPair({ raw }: Place, at: number): Promise<Talker> {
  const [from, to] = [await openRaw(raw, `from-${at}`), await openRaw(raw, `to-${at}`)];
  const answered: (() => void)[] = [];
  const arrived: (() => void)[] = [];
  from.on("message", () => answered.shift()?.());
  to.on("message", () => arrived.shift()?.());
  return {
    async send() {
      const both = [answered, arrived].map((list) => new Promise<void>((resolve) => list.push(resolve)));
      from.send(JSON.stringify({ from: `from-${at}`, to: `to-${at}`, content: "Is it free on Friday afternoon?" }));
      await Promise.all(both);
    },
    end() {
      from.terminate();
      to.terminate();
    },
  };
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1500));

async function idleLines(place: Place): Promise<Measurement[]> {
  const people = await addPhones(place.db, 100);
  for (const phone of people) await exchange(place.url, phone);
  const grown = async (pid: number, open: (at: number) => Promise<WebSocket>) => {
    // The first hundred messages are a warm-up.
    const sockets: WebSocket[] = [];
    for (let at = 0; at < 100; at++) sockets.push(await open(at));
    await settle();
    const before = memoryOf(pid);
    for (let at = 100; at < 1000; at += 20)
      sockets.push(...(await Promise.all(Array.from({ length: 20 }, (_, more) => open(at + more)))));
    await settle();
    const after = memoryOf(pid);
    for (const socket of sockets) socket.terminate();
    return ((after - before) / 900) * 1000;
  };
  const limit = await grown(place.rawPid, (at) => openRaw(place.raw, `idle-${at}`));
  const value = await grown(place.pid, (at) => openLine(place.url, people[at % 100]!));
  return [{ item: "W5", what: "memory for 1,000 idle lines", value, limit, unit: "MB", bar: "≤ 12", goal: "≤ 1.3 ×" }];
}

async function reconnect(place: Place): Promise<Measurement[]> {
  const people = await addPhones(place.db, 2000);
  for (let at = 0; at < people.length; at += 50)
    await Promise.all(people.slice(at, at + 50).map((phone) => exchange(place.url, phone)));
  const storm = async (open: (at: number) => Promise<WebSocket>) => {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const startedAt = performance.now();
      const sockets = await Promise.all(people.map((_, at) => open(at)));
      times.push(performance.now() - startedAt);
      for (const socket of sockets) {
        socket.removeAllListeners("close");
        socket.terminate();
      }
      await settle();
    }
    return median(times);
  };
  const limit = await storm((at) => openRaw(place.raw, `storm-${at}`));
  const value = await storm((at) => openLine(place.url, people[at]!));
  const what = "2,000 phones reconnect with a current cursor, none refused";
  return [{ item: "W5b", what, value, limit, unit: "ms", bar: "≤ 1,500", goal: "≤ 1.5 ×" }];
}
