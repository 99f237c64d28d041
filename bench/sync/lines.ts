// Measures W5 and W5b: the memory of idle lines, and a storm of phones that reconnect.
import { readFileSync } from "node:fs";
import type { WebSocket } from "ws";
import { atMost, atMostLimits, ofRounds, type Measurement } from "../item.ts";
import { addPhones, exchange, openLine, openRaw, type Phone } from "./people.ts";
import type { Place } from "./place.ts";

const LINES = 1000;
const WARM_UP = 100;
const STORM = 2000;
const ROUNDS = 3;

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

export async function idleLines(place: Place): Promise<Measurement[]> {
  const people = await upToDate(place, LINES + WARM_UP);
  const grown = async (pid: number, open: (at: number) => Promise<WebSocket>) => {
    const sockets: WebSocket[] = [];
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
  const limit = await grown(place.rawPid, (at) => openRaw(place.raw, `idle-${at}`));
  const value = await grown(place.pid, (at) => openLine(place.url, people[at]!));
  const what = `memory for ${LINES.toLocaleString("en-US")} idle lines, one user each`;
  return [{ item: "W5", what, value, limit, unit: "MB", bar: atMost(12), goal: atMostLimits(1.3) }];
}

export async function reconnect(place: Place): Promise<Measurement[]> {
  const people = await upToDate(place, STORM);
  const storm = async (open: (at: number) => Promise<WebSocket>) => {
    const startedAt = performance.now();
    const sockets = await Promise.all(people.map((_, at) => open(at)));
    const time = performance.now() - startedAt;
    close(sockets);
    await settle();
    return time;
  };
  const [ours, raw]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    raw!.push(await storm((at) => openRaw(place.raw, `storm-${at}`)));
    ours!.push(await storm((at) => openLine(place.url, people[at]!)));
  }
  const what = `${STORM.toLocaleString("en-US")} phones reconnect with a current cursor, none refused`;
  return [{ item: "W5b", what, ...ofRounds(ours!, raw), unit: "ms", bar: atMost(1500), goal: atMostLimits(1.5) }];
}

function close(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) {
    socket.removeAllListeners("close");
    socket.terminate();
  }
}
