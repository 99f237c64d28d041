// Measures W5 and W5b: the memory of idle lines, and a storm of phones that reconnect.
import { readFileSync } from "node:fs";
import { atMost, atMostLimits, ofRounds, type Measurement } from "../item.ts";
import { openLine } from "./line.ts";
import { addPhones, exchange, openRaw, type Phone } from "./people.ts";
import { startRaw, type Place } from "./place.ts";
import { startProduct } from "../../tests/setup/product.ts";

const LINES = 1000;
const WARM_UP = 100;
const STORM = 2000;
const ROUNDS = 3;

type Open = { close(): void };

/** Resident memory of a process in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1500));

/** Users with one line each, up to date. */
async function upToDate({ url, db }: Place, count: number): Promise<Phone[]> {
  const people = await addPhones(db, count);
  for (let at = 0; at < people.length; at += 50)
    await Promise.all(people.slice(at, at + 50).map((phone) => exchange(url, phone)));
  return people;
}

/** A fresh process of the product on the same database: garbage of earlier work would hide what lines need. */
const another = ({ databaseUrl }: Place, settings: Record<string, string> = {}) =>
  startProduct({ DATABASE_URL: databaseUrl, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1", ...settings });

export async function idleLines(place: Place): Promise<Measurement[]> {
  const people = await upToDate(place, LINES + WARM_UP);
  const grown = async (pid: number, open: (at: number) => Promise<Open>) => {
    const sockets: Open[] = [];
    for (let at = 0; at < WARM_UP; at++) sockets.push(await open(at));
    await settle();
    const before = memoryOf(pid);
    for (let at = WARM_UP; at < LINES + WARM_UP; at += 20)
      sockets.push(...(await Promise.all(Array.from({ length: 20 }, (_, more) => open(at + more)))));
    await settle();
    const after = memoryOf(pid);
    close(sockets);
    return after - before;
  };
  const [ours, raw]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const product = await another(place);
    try {
      ours.push(await grown(product.pid, (at) => openLine(product.url, people[at]!)));
    } finally {
      await product.stop();
    }
    const server = await startRaw(place.databaseUrl);
    try {
      raw.push(await grown(server.pid, (at) => rawLine(server.url, `idle-${at}`)));
    } finally {
      server.stop();
    }
  }
  const what = `memory for ${LINES.toLocaleString("en-US")} idle lines, one user each`;
  return [{ item: "W5", what, ...ofRounds(ours, raw), unit: "MB", bar: atMost(12), goal: atMostLimits(1.3) }];
}

/** The limits of a server as operators start it, behind a proxy that names each phone's address. */
const defaults = { RATE_LIMIT_FACTOR: "1", LIMIT_RUNNING: "200", TRUST_PROXY: "1" };
/** Longest wait of the app before its first new try, in milliseconds. */
const RETRY_MS = 1000;

export async function reconnect(place: Place): Promise<Measurement[]> {
  const people = await upToDate(place, STORM);
  const storm = async (open: (at: number) => Promise<Open>) => {
    const startedAt = performance.now();
    const sockets = await Promise.all(people.map((_, at) => open(at)));
    const time = performance.now() - startedAt;
    close(sockets);
    return time;
  };
  const [ours, raw, refused]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    // Phones reconnect at once after a restart, so both servers have just started.
    const server = await startRaw(place.databaseUrl);
    raw.push(await storm((at) => rawLine(server.url, `storm-${at}`)).finally(server.stop));
    const product = await another(place, defaults);
    let refusals = 0;
    const open = async (at: number): Promise<Open> => {
      const headers = { "X-Forwarded-For": `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` };
      for (let most = RETRY_MS; ; most *= 2)
        try {
          return await openLine(product.url, people[at]!, headers);
        } catch (error) {
          if (!String(error).includes("503")) throw error;
          refusals++;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
        }
    };
    try {
      ours.push(await storm(open));
    } finally {
      await product.stop();
    }
    refused.push(refusals);
  }
  const what = `${STORM.toLocaleString("en-US")} phones reconnect with a current cursor, default limits`;
  return [
    { item: "W5b", what, ...ofRounds(ours, raw), unit: "ms", bar: atMost(1500), goal: atMostLimits(1.5) },
    { item: "W5b", what: "the same: refused at first", ...ofRounds(refused), unit: "", bar: atMost(0) },
  ];
}

async function rawLine(raw: string, name: string): Promise<Open> {
  const socket = await openRaw(raw, name);
  return { close: () => socket.terminate() };
}

function close(sockets: readonly Open[]): void {
  for (const socket of sockets) socket.close();
}
