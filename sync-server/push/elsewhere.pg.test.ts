// Records at the socket which hosts the push worker connects to. Mutants of the guard prove that the tests detect a leak.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { servicesOf } from "../../tests/services.ts";
import { watchConnections } from "../../tests/push/connections.ts";
import { startElsewhere, type Elsewhere } from "../../tests/push/elsewhere.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../tests/push/push-service.ts";
import { addPerson } from "../../tests/sync/busy-market.ts";
import { scheduleNotice } from "../domain/notices/schedule.ts";
import { endpoints, type Endpoints } from "./endpoints.ts";
import { startPushWorker } from "./worker.ts";

let service: PushService;
let elsewhere: Elsewhere;

beforeAll(async () => {
  [service, elsewhere] = await Promise.all([startPushService(), startElsewhere()]);
});
afterAll(() => Promise.all([service.close(), elsewhere.close()]));

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = testKeys;
const vapidKeys = { publicKey, privateKey, subject };
const guard = () => endpoints({ testOrigin: service.origin });
/** An allowed name that resolves to this machine. */
const INSIDE = "https://push.inside.invalid/abc";
const inside = () =>
  endpoints({
    hosts: "push.inside.invalid",
    resolver: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });

type Contacts = { reached: string[]; refused: string[] };

type Subscription = Receiver["subscription"];

/** The subscription of a browser with this endpoint. */
const at = (endpoint: string): Subscription => ({ ...service.receiver().subscription, endpoint });

/** Sends a message to each browser; returns the contacted addresses and the refused endpoints. */
async function notify(browsers: readonly Subscription[], guarding: Endpoints): Promise<Contacts> {
  const { knex: db, url } = await freshDatabase();
  const senderId = await addPerson(db);
  const expiresAt = db.raw("now() + interval '1 day'");
  for (const { endpoint, keys: browser } of browsers) {
    const [userId, idHash] = [await addPerson(db), randomUUID()];
    await db("sessions").insert({ idHash, userId, expiresAt });
    await db("push_subscriptions").insert({
      id: newId(),
      userId,
      sessionHash: idHash,
      endpoint,
      ...browser,
      publicKey,
    });
    await db("messages").insert({ id: newId(), senderId, receiverId: userId, content: "Wheels up at nine" });
    await scheduleNotice(db, userId, senderId, "conversation");
  }
  await db("push_jobs").update({ runAt: db.fn.now() });
  const reached = new Set<string>();
  const unwatch = watchConnections((to) => reached.add(to));
  const worker = startPushWorker({
    services: await servicesOf(db),
    log: pino({ level: "silent" }),
    sender: { endpoints: guarding, vapidKeys },
    metrics: { settled: () => undefined },
  });
  await vi.waitFor(
    async () => {
      expect(await db("push_jobs")).toEqual([]);
      expect(await db("push_deliveries").whereNotNull("leaseUntil")).toEqual([]);
      expect(await db("push_deliveries").where({ attempts: 0 })).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
  await worker.stop();
  unwatch();
  const refused: string[] = await db("push_subscriptions").whereNotNull("failingSince").pluck("endpoint");
  const { hostname, port } = new URL(url);
  const own = [hostname, `${hostname}:${port || "5432"}`, `127.0.0.1:${port || "5432"}`, `::1:${port || "5432"}`];
  return { reached: [...reached].filter((to) => !own.includes(to)), refused: refused.sort() };
}

it("contacts only the push service: other endpoints are refused before name resolution and connection", async () => {
  const receiver = service.receiver();
  const { reached, refused } = await notify([receiver.subscription, ...elsewhere.endpoints.map(at)], guard());
  expect(service.count(receiver)).toBe(1);
  expect(reached).toEqual([new URL(service.origin).host]);
  expect(refused).toEqual([...elsewhere.endpoints].sort());
  expect([elsewhere.asked, service.problems]).toEqual([[], []]);
});

it("follows no redirect of a push service", async () => {
  const script = [{ status: 307, headers: { location: `${elsewhere.origin}/moved` } }];
  const receiver = service.receiver(script);
  const { reached, refused } = await notify([receiver.subscription], guard());
  expect(service.count(receiver)).toBe(1);
  expect(reached).toEqual([new URL(service.origin).host]);
  expect(refused).toHaveLength(1);
  expect(elsewhere.asked).toEqual([]);
});

it("does not connect if an allowed name resolves to a private address", async () => {
  expect(await notify([at(INSIDE)], inside())).toEqual({ reached: [], refused: [INSIDE] });
});

it("[R24] detects a guard that allows every address", async () => {
  const mutant: Endpoints = {
    ...guard(),
    resolve: (endpoint) => Promise.resolve({ url: new URL(endpoint), pinned: null }),
  };
  const { reached } = await notify([at(`${elsewhere.origin}/mutant`)], mutant);
  expect(reached).toEqual([new URL(elsewhere.origin).host]);
  expect(elsewhere.asked).toEqual(["/mutant"]);
});

it("[R24] detects a guard that does not check resolved addresses", async () => {
  const { reached } = await notify([at(INSIDE)], {
    ...inside(),
    resolve: (endpoint) => Promise.resolve({ url: new URL(endpoint), pinned: [{ address: "127.0.0.1", family: 4 }] }),
  });
  expect(reached).toEqual(["push.inside.invalid:443", "127.0.0.1:443"]);
});
