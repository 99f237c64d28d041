// A thousand notices at once: push services are slow, busy or gone, and all servers are killed meanwhile.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { scheduleNotice } from "../../sync-server/domain/notices/schedule.ts";
import { freshDatabase } from "../postgres.ts";
import { startElsewhere, type Elsewhere } from "../push/elsewhere.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../push/push-service.ts";
import { removeFolder, temporaryFolder } from "../setup/temporary.ts";
import { addPerson } from "../sync/busy-market.ts";
import { startFleet, type Fleet } from "./processes.ts";

const LISTENERS = 100;
const CONVERSATIONS = 10;

let service: PushService;
let fleet: Fleet;
let elsewhere: Elsewhere;
let folder: string;
let databaseUrl: string;
let db: Knex;

beforeAll(async () => {
  service = await startPushService();
  const database = await freshDatabase();
  db = database.knex;
  elsewhere = await startElsewhere();
  folder = temporaryFolder("tailhour-push-crowd");
  databaseUrl = database.url;
  fleet = await startFleet(database.url, 2, {
    ...testKeys,
    PUSH_TEST_ORIGIN: service.origin,
    ...(await recording(folder)),
  });
}, 120_000);

afterAll(async () => {
  await fleet?.end();
  await service?.close();
  await elsewhere?.close();
  if (folder) await removeFolder(folder);
}, 60_000);

/** Settings that make a server record all name resolutions and connections. */
async function recording(place: string): Promise<Record<string, string>> {
  const recorder = path.join(place, "record-connections.mjs");
  const source = new URL("../push/record-connections.ts", import.meta.url);
  const shape = { bundle: true, platform: "node", format: "esm" } as const;
  await build({ ...shape, entryPoints: [fileURLToPath(source)], outfile: recorder });
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(recorder).href}`,
    CONNECTIONS_FILE: path.join(place, "connections"),
  };
}

/** Contacted addresses, except the database and the server itself, which it connects to for its accept delay. */
function reached(): string[] {
  const { hostname, port } = new URL(databaseUrl);
  const database = [hostname, ...[hostname, "127.0.0.1", "::1"].map((host) => `${host}:${port}`)];
  const own = [...database, ...fleet.servers.map(({ url }) => new URL(url).host)];
  const lines = readFileSync(path.join(folder, "connections"), "utf8").trim().split("\n");
  return [...new Set(lines)].filter((line) => !own.includes(line));
}

type Script = Parameters<PushService["receiver"]>[0];

/** Most services answer at once; some are busy first, some do not answer, some are gone. */
function scriptOf(at: number): Script {
  if (at % 20 === 1) return [{ status: 410 }];
  if (at % 20 === 2) return [{ status: 429, headers: { "retry-after": "60" } }, { status: 503 }, { status: 201 }];
  if (at % 50 === 3) return ["silence", { status: 201 }];
  if (at % 50 === 4) return [{ status: 307, headers: { location: `${elsewhere.origin}/moved` } }];
  return [];
}

type Listener = { userId: string; receiver: Receiver; hears: boolean };

/** `endpoint` replaces the push service's one. */
async function aListener(at: number, endpoint?: string): Promise<Listener> {
  const userId = await addPerson(db, { name: `Listener ${at}` });
  const idHash = randomUUID();
  const expiresAt = db.raw("now() + interval '1 day'");
  await db("sessions").insert({ idHash, userId, expiresAt });
  const receiver = service.receiver(endpoint === undefined ? scriptOf(at) : []);
  const { keys, publicKey } = receiver.subscription;
  const subscription = { endpoint: endpoint ?? receiver.subscription.endpoint, ...keys, publicKey };
  await db("push_subscriptions").insert({ id: newId(), userId, sessionHash: idHash, ...subscription });
  return { userId, receiver, hears: endpoint === undefined && at % 20 !== 1 && at % 50 !== 4 };
}

async function writeToAll(listeners: readonly Listener[], senders: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { userId } of listeners)
      for (const senderId of senders) {
        await tx("messages").insert({ id: newId(), senderId, receiverId: userId, content: "Wheels up at nine" });
        await scheduleNotice(tx, userId, senderId, "conversation");
      }
    await tx("push_jobs").update({ runAt: tx.fn.now() });
  });
}

it("[R6] [R14] a thousand notices reach every device, once per conversation, although servers die", async () => {
  const senders = await Promise.all(
    Array.from({ length: CONVERSATIONS }, (_, at) => addPerson(db, { name: `Sender ${at}` })),
  );
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, at) => aListener(at)));
  const astray = await Promise.all(elsewhere.endpoints.map((endpoint, at) => aListener(at, endpoint)));
  await writeToAll([...listeners, ...astray], senders);

  await vi.waitFor(() => expect(service.received.length).toBeGreaterThan(200), { timeout: 60_000, interval: 5 });
  await Promise.all(fleet.servers.map((server) => server.kill()));
  const atKill = service.received.length;
  expect(atKill).toBeLessThan(LISTENERS * CONVERSATIONS);
  // The leases of the dead processes end after a minute; this ends them now.
  await db("push_jobs").update({ leaseUntil: null });
  await db("push_deliveries").update({ leaseUntil: null });
  await Promise.all(fleet.servers.map((server) => server.start()));

  await vi.waitFor(
    async () => {
      // Makes waiting retries due now.
      await db("push_deliveries").whereNotNull("runAt").whereNull("leaseUntil").update({ runAt: db.fn.now() });
      expect(await db("push_jobs").count({ count: "*" })).toEqual([{ count: 0 }]);
      expect(await db("push_deliveries").whereNotNull("runAt").count({ count: "*" })).toEqual([{ count: 0 }]);
    },
    { timeout: 150_000, interval: 500 },
  );

  expect(service.problems).toEqual([]);
  const wanted = senders.map((id) => `conversation:${id}`).sort();
  for (const { receiver, hears } of [...listeners, ...astray]) {
    const arrived = service.received.filter((push) => push.receiver === receiver.name && push.status === 201);
    const tags = [...new Set(arrived.map(({ payload }) => payload.tag))].sort();
    expect(tags).toEqual(hears ? wanted : []);
  }
  const left = LISTENERS - LISTENERS / 20 + astray.length;
  expect(await db("push_subscriptions").count({ count: "*" })).toEqual([{ count: left }]);
  expect(await db("push_subscriptions").whereIn("endpoint", elsewhere.endpoints).whereNull("failingSince")).toEqual([]);
  // The recorded connections contain no other address.
  expect(reached()).toEqual([new URL(service.origin).host]);
  expect(elsewhere.asked).toEqual([]);
  // At least once, and hardly ever twice: only posts that were running when the servers died repeat.
  const delivered = service.received.filter(({ status }) => status === 201).length;
  expect(delivered - listeners.filter(({ hears }) => hears).length * CONVERSATIONS).toBeLessThanOrEqual(2 * 32);
}, 240_000);
