// Measures W7: messages sent while the server and then PostgreSQL are killed. What was acknowledged is stored, and stored once.
import { readFileSync } from "node:fs";
import path from "node:path";
import { newId } from "../shared/kit/ids.ts";
import { freePort } from "../sync-server/db/embedded-process.ts";
import { openDatabase } from "../sync-server/db/knex.ts";
import { startProduct } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import { atMost, type Bench, type Measurement } from "./item.ts";
import { addPhones, exchange, messageTo, type Phone } from "./sync/people.ts";

const PAIRS = 20;
/** Time between the kills, and after the last. */
const PHASE_MS = 2000;
const RETRY_MS = 100;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const kills: Bench = {
  async run() {
    const postgres = await temporaryPostgres("tailhour-bench");
    const settings = { DATABASE_URL: postgres.url, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1" };
    const PORT = String(await freePort());
    let product = await startProduct({ ...settings, PORT });
    const db = openDatabase(postgres.url);
    try {
      const people = await addPhones(db, PAIRS * 2);
      const sending = new AbortController();
      const talks = Array.from({ length: PAIRS }, (_, at) =>
        sendUntil(sending.signal, product.url, [people[2 * at]!, people[2 * at + 1]!], at),
      );
      await wait(PHASE_MS);
      process.kill(product.pid, "SIGKILL");
      product = await startProduct({ ...settings, PORT });
      await wait(PHASE_MS);
      const { rows } = await db.raw("show data_directory");
      const pidFile = path.join(rows[0].data_directory, "postmaster.pid");
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGKILL");
      await wait(PHASE_MS);
      sending.abort();
      const acknowledged = (await Promise.all(talks)).flat();
      const stored: string[] = await db("messages").pluck("content");
      const received = await Promise.all(people.map((phone) => pulled(product.url, phone)));
      return figures(acknowledged, stored, received.flat());
    } finally {
      await db.destroy();
      await product.stop();
      await postgres.stop();
    }
  },
};

/** Sends messages one by one, each until it is acknowledged, as a device does. Returns their texts. */
async function sendUntil(ended: AbortSignal, url: string, [from, to]: [Phone, Phone], at: number): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!ended.aborted) {
    const text = `pair ${at}, message ${acknowledged.length}`;
    const command = messageTo(to, text);
    while (!(await isApplied(url, from, command))) await wait(RETRY_MS);
    acknowledged.push(text);
  }
  return acknowledged;
}

/** False when the server gave no outcome. @throws when it refuses the message */
async function isApplied(url: string, from: Phone, command: ReturnType<typeof messageTo>): Promise<boolean> {
  const answer = await exchange(url, from, [command]).catch(() => null);
  const status = answer?.outcomes[0]?.status;
  if (status === "refused") throw new Error(`A message was refused: ${JSON.stringify(answer?.outcomes)}`);
  return status === "applied";
}

/** The texts of the messages that a new device of a user gets. */
async function pulled(url: string, { id, token }: Phone): Promise<string[]> {
  const device: Phone = { id, token, clientId: newId(), cursor: null };
  const texts: string[] = [];
  for (let more = true; more;) {
    const answer = await exchange(url, device);
    texts.push(...(answer.rows["messages"] ?? []).map(({ content }) => content as string));
    more = answer.more === true;
  }
  return texts;
}

function figures(acknowledged: string[], stored: string[], received: string[]): Measurement[] {
  const kept = new Set(stored);
  const repeated = stored.length - kept.size;
  // The sender's new device and the receiver's both get each message.
  const missing = 2 * stored.length - received.length;
  const shape = { item: "W7", unit: "", bar: atMost(0), goal: atMost(0) };
  const of = `of ${acknowledged.length.toLocaleString("en-US")} acknowledged, server and PostgreSQL killed`;
  return [
    { ...shape, what: `messages lost ${of}`, value: acknowledged.filter((text) => !kept.has(text)).length },
    { ...shape, what: "the same: stored twice", value: repeated },
    { ...shape, what: "the same: missing on new devices of both users", value: Math.abs(missing) },
  ];
}
