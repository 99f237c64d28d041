import type { Knex } from "knex";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send } from "../../tests/http.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { servicesOf } from "../../tests/services.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../tests/push/push-service.ts";
import { storeRequest } from "../../tests/push/stored-request.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { ensureSyncMeta } from "../db/change-log.ts";
import { scheduleNotice, requeueAfterQuietChange } from "../domain/notices/schedule.ts";
import { storeChoices } from "../domain/notices/choices.ts";
import { claimDeliveries, deliver } from "./deliveries.ts";
import { endpoints } from "./endpoints.ts";
import { claimNotices, planNotices } from "./jobs.ts";

let service: PushService;
let server: TestServer;
let db: Knex;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { ...testKeys, PUSH_TEST_ORIGIN: service.origin } });
  db = server.db;
});
afterAll(() => service.close());

const soon = { timeout: 10_000, interval: 20 };
const HOUR_MS = 3_600_000;

type Hours = { on?: boolean; from?: string; until?: string; timeZone?: string };

async function setQuiet(person: TestPerson, quietHours: Hours): Promise<void> {
  const answer = await send(server.url, "PATCH /api/settings", { headers: person.headers, body: { quietHours } });
  expect(answer.status).toBe(200);
}

/** HH:MM in UTC, `hours` from now. */
const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);

/** Quiet hours that began an hour ago and last for `hours` more. */
const quietNow = (hours: number): Hours => ({ on: true, from: clock(-1), until: clock(hours), timeZone: "UTC" });

const jobOf = (person: TestPerson) => db("push_jobs").where({ userId: person.id }).first();
const waitOf = async (person: TestPerson) => Date.parse((await jobOf(person)).runAt) - Date.now();

type Pair = { pilot: TestPerson; owner: TestPerson; receiver: Receiver };

async function pair(script?: Parameters<PushService["receiver"]>[0]): Promise<Pair> {
  const [pilot, owner, receiver] = [await aPilot(db), await aPilot(db), service.receiver(script)];
  const { headers } = pilot;
  const body = receiver.subscription;
  expect((await send(server.url, "POST /api/push/subscriptions", { headers, body })).status).toBe(201);
  return { pilot, owner, receiver };
}

/** Sends a message whose push waits for the end of the quiet hours. */
async function waiting(hours: number, over: object = {}): Promise<Pair> {
  const { pilot, owner, receiver } = await pair();
  const body = { quietHours: quietNow(hours), ...over };
  expect((await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body })).status).toBe(200);
  await write(owner, pilot, "Late");
  await db("push_jobs").where({ userId: pilot.id }).update({ runAt: db.fn.now() });
  await vi.waitFor(async () => expect(await waitOf(pilot)).toBeGreaterThan((hours - 1) * HOUR_MS), soon);
  return { pilot, owner, receiver };
}

async function write(from: TestPerson, to: TestPerson, content: string): Promise<void> {
  const body = { receiverId: to.id, content };
  expect((await send(server.url, "POST /api/messages", { headers: from.headers, body })).status).toBe(201);
}

const arrives = (receiver: Receiver) => vi.waitFor(() => expect(service.count(receiver)).toBe(1), soon);

describe("push that waits for the end of quiet hours", () => {
  it("is sent as soon as they are off, with messages written meanwhile", async () => {
    const { pilot, owner, receiver } = await waiting(5);
    await write(owner, pilot, "Later still");
    expect(service.count(receiver)).toBe(0);
    await setQuiet(pilot, { on: false });
    await arrives(receiver);
    const push = service.received.find((one) => one.receiver === receiver.name);
    expect(push?.payload).toMatchObject({ text: "Later still", unread: 2 });
  });

  it("waits for the new end when they get shorter", async () => {
    const { pilot, receiver } = await waiting(5);
    await setQuiet(pilot, { until: clock(2) });
    await vi.waitFor(async () => {
      const wait = await waitOf(pilot);
      expect(wait).toBeGreaterThan(1.9 * HOUR_MS);
      expect(wait).toBeLessThan(2.1 * HOUR_MS);
    }, soon);
    expect(service.count(receiver)).toBe(0);
  });

  it("is sent when they end in another time zone", async () => {
    const { pilot, receiver } = await waiting(5);
    await setQuiet(pilot, { timeZone: "Etc/GMT+12" });
    await arrives(receiver);
  });

  it("keeps its time when other settings change, and leaves retries alone", async () => {
    const { pilot, owner } = await waiting(5);
    const { runAt } = await jobOf(pilot);
    const body = { hideText: true };
    expect((await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body })).status).toBe(200);
    expect((await jobOf(pilot)).runAt).toBe(runAt);
    const { id: subscriptionId } = await db("push_subscriptions").where({ userId: pilot.id }).first("id");
    await db("push_deliveries").insert({
      subscriptionId,
      peerId: newId(),
      about: "conversation",
      runAt: db.raw("now() + interval '15 minutes'"),
    });
    const retry = await db("push_deliveries").where({ subscriptionId }).whereNot({ peerId: owner.id }).first();
    await setQuiet(pilot, { until: clock(3) });
    expect(await db("push_deliveries").where({ subscriptionId }).whereNot({ peerId: owner.id }).first()).toEqual(retry);
  });

  it("keeps the seconds that collect news", async () => {
    const [pilot, owner] = [await aPilot(db), await aPilot(db)];
    await db.transaction(async (tx) => {
      await scheduleNotice(tx, pilot.id, owner.id, "conversation");
      const before = await tx("push_jobs").where({ userId: pilot.id }).first("runAt");
      await requeueAfterQuietChange(tx, pilot.id);
      expect(await tx("push_jobs").where({ userId: pilot.id }).first("runAt")).toEqual(before);
    });
  });
});

describe("a message while push waits for the end of quiet hours", () => {
  const mails = (person: TestPerson) =>
    db("jobs").where({ kind: "notice-mail" }).whereRaw("payload ->> 'userId' = ?", [person.id]);

  it("is mailed once after 15 minutes, and push goes on waiting", async () => {
    const { pilot, owner, receiver } = await waiting(5, { notices: { messages: { email: false } } });
    expect(await mails(pilot)).toEqual([]);
    await storeRequest(db, owner, pilot);
    await vi.waitFor(async () => expect(await mails(pilot)).toHaveLength(1), soon);
    const [mail] = await mails(pilot);
    expect(Date.parse(mail.runAt) - Date.now()).toBeLessThan(HOUR_MS / 4);
    expect(await waitOf(pilot)).toBeGreaterThan(4 * HOUR_MS);
    await storeRequest(db, owner, pilot);
    await vi.waitFor(async () => expect(await waitOf(pilot)).toBeGreaterThan(4 * HOUR_MS), soon);
    expect(await mails(pilot)).toEqual([mail]);
    expect(service.count(receiver)).toBe(0);
  });

  it("makes the notice due once, for any number of messages", async () => {
    const { pilot, owner } = await waiting(5);
    const { version } = await jobOf(pilot);
    await db.transaction(async (tx) => {
      for (let count = 0; count < 3; count++) await scheduleNotice(tx, pilot.id, owner.id, "conversation");
      const job = await tx("push_jobs").where({ userId: pilot.id }).first();
      expect(job.version).toBe(version + 1);
      expect(Date.parse(job.runAt) - Date.now()).toBeLessThanOrEqual(4000);
    });
  });
});

describe("a retry that is due in quiet hours", () => {
  const deliveryOf = (person: TestPerson) =>
    db("push_deliveries as d")
      .join("push_subscriptions as p", "p.id", "d.subscriptionId")
      .where({ "p.userId": person.id })
      .first("d.*");

  /** The push service was busy, and the retry is due in quiet hours. */
  async function busyThenNight(): Promise<Pair> {
    const three = await pair([{ status: 503 }, { status: 201 }]);
    const { pilot, owner, receiver } = three;
    await write(owner, pilot, "Late");
    await db("push_jobs").where({ userId: pilot.id }).update({ runAt: db.fn.now() });
    await vi.waitFor(async () => {
      expect(service.count(receiver)).toBe(1);
      expect((await deliveryOf(pilot)).leaseUntil).toBeNull();
    }, soon);
    await setQuiet(pilot, quietNow(5));
    const { subscriptionId } = await deliveryOf(pilot);
    await db("push_deliveries").where({ subscriptionId }).update({ runAt: db.fn.now() });
    await vi.waitFor(async () => {
      expect(Date.parse((await deliveryOf(pilot)).runAt) - Date.now()).toBeGreaterThan(4 * HOUR_MS);
    }, soon);
    return three;
  }

  it("waits for their end, and does not count", async () => {
    const { pilot, receiver } = await busyThenNight();
    expect((await deliveryOf(pilot)).attempts).toBe(1);
    expect(service.count(receiver)).toBe(1);
    const { subscriptionId } = await deliveryOf(pilot);
    await db("notice_settings").where({ userId: pilot.id }).update({ quietHours: false });
    const past = db.raw("now() - interval '1 second'");
    await db("push_deliveries").where({ subscriptionId }).update({ runAt: past, leaseUntil: past });
    await vi.waitFor(() => expect(service.count(receiver)).toBe(2), soon);
  });

  it("is sent as soon as they are off", async () => {
    const { pilot, receiver } = await busyThenNight();
    await setQuiet(pilot, { on: false });
    await vi.waitFor(() => expect(service.count(receiver)).toBe(2), soon);
  });
});

describe("a worker that has read the old quiet hours", () => {
  const blocked = (knex: Knex) =>
    expect
      .poll(async () => {
        const { rows } = await knex.raw(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return (rows as unknown[]).length;
      })
      .toBe(1);

  it("delays no retry until their end", async () => {
    const { knex } = await freshDatabase();
    await ensureSyncMeta(knex);
    const [pilot, owner, receiver] = [await aPilot(knex), await aPilot(knex), service.receiver()];
    const { endpoint, keys: browser, publicKey } = receiver.subscription;
    const { idHash: sessionHash } = await knex("sessions").where({ userId: pilot.id }).first("idHash");
    const subscription = { id: newId(), userId: pilot.id, sessionHash, endpoint, ...browser, publicKey };
    await knex("push_subscriptions").insert(subscription);
    await storeChoices(knex, pilot.id, { quietHours: true, quietFrom: clock(-1), quietUntil: clock(5) });
    await knex("messages").insert({ id: newId(), senderId: owner.id, receiverId: pilot.id, content: "Late" });
    const place = { subscriptionId: subscription.id, peerId: owner.id, about: "conversation" };
    await knex("push_deliveries").insert({ ...place, runAt: knex.fn.now() });
    const sender = {
      endpoints: endpoints({ testOrigin: service.origin }),
      vapidKeys: { publicKey, privateKey: testKeys.VAPID_PRIVATE_KEY, subject: testKeys.VAPID_SUBJECT },
    };
    const services = await servicesOf(knex);
    const [delivery] = await claimDeliveries(knex, 1);
    let delivering: Promise<unknown> = Promise.resolve();
    await knex.transaction(async (tx) => {
      await storeChoices(tx, pilot.id, { quietHours: false });
      await requeueAfterQuietChange(tx, pilot.id);
      delivering = deliver({ ...sender, services, log: pino({ level: "silent" }) }, delivery!);
      await blocked(knex);
    });
    expect(await delivering).toBe("quiet");
    expect(await claimDeliveries(knex, 1)).toMatchObject([{ ...place, attempts: 1 }]);
    expect(service.count(receiver)).toBe(0);
  });

  it("does not wait for their end", async () => {
    // No server runs here: the test is the worker.
    const { knex } = await freshDatabase();
    const [pilot, owner] = [await aPilot(knex), await aPilot(knex)];
    await storeChoices(knex, pilot.id, { quietHours: true, quietFrom: clock(-1), quietUntil: clock(5) });
    await knex("messages").insert({ id: newId(), senderId: owner.id, receiverId: pilot.id, content: "Late" });
    await scheduleNotice(knex, pilot.id, owner.id, "conversation");
    await knex("push_jobs").update({ runAt: knex.fn.now() });
    const services = await servicesOf(knex);
    const jobs = await claimNotices(knex, 1);
    expect(jobs).toHaveLength(1);
    let planning: Promise<void> = Promise.resolve();
    await knex.transaction(async (tx) => {
      await storeChoices(tx, pilot.id, { quietHours: false });
      await requeueAfterQuietChange(tx, pilot.id);
      planning = planNotices(services, jobs);
      // The worker has read the old hours and waits for the job's lock.
      await blocked(knex);
    });
    await planning;
    const job = await knex("push_jobs").first();
    expect(job.leaseUntil).toBeNull();
    expect(Date.parse(job.runAt) - Date.now()).toBeLessThan(60_000);
  });
});
