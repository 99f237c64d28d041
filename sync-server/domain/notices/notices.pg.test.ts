import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Device, NoticeSettings, PushState } from "../../../shared/domain/notices.ts";
import { send, type Sending } from "../../../tests/http.ts";
import { aPilot, PASSWORD, type TestPerson } from "../../../tests/people.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../../tests/push/push-service.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { bearer } from "../../../tests/http.ts";
import { startSession } from "../accounts/sessions.ts";
import { scheduleNotice, cancelNotices } from "./schedule.ts";
import { readInstallationKey } from "../../db/keyed-hash.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

let service: PushService;
let server: TestServer;
let db: Knex;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { ...testKeys, PUSH_TEST_ORIGIN: service.origin } });
  db = server.db;
});
afterAll(() => service.close());

const ask = <Body>(person: Pick<TestPerson, "headers">, route: string, body?: Sending["body"]) =>
  send<Body>(server.url, route, { headers: person.headers, body });
const subscribe = (person: Pick<TestPerson, "headers">, { subscription }: Receiver) =>
  ask<PushState>(person, "POST /api/push/subscriptions", subscription);
const subscriptionsOf = (person: TestPerson) => db("push_subscriptions").where({ userId: person.id });

async function anotherDevice(person: TestPerson, userAgent = "test"): Promise<{ headers: Record<string, string> }> {
  return { headers: bearer(await startSession(db, person.id, userAgent)) };
}

describe("a subscription", () => {
  it("belongs to one session; the next session of the device replaces it", async () => {
    const pilot = await aPilot(db);
    expect((await subscribe(pilot, service.receiver())).status).toBe(201);
    const second = service.receiver();
    const { body } = await subscribe(pilot, second);
    expect(body.subscription?.endpoint).toBe(second.subscription.endpoint);
    expect(body.publicKey).toBe(testKeys.VAPID_PUBLIC_KEY);
    expect(await subscriptionsOf(pilot)).toHaveLength(1);
  });

  it("is stored once when two tabs subscribe concurrently", async () => {
    const pilot = await aPilot(db);
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(pilot, service.receiver())));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await subscriptionsOf(pilot)).toHaveLength(1);
  });

  it("belongs to one user; the next user of the device takes it over", async () => {
    const [one, other] = [await aPilot(db), await aPilot(db)];
    const receiver = service.receiver();
    await subscribe(one, receiver);
    await subscribe(other, receiver);
    expect(await subscriptionsOf(one)).toEqual([]);
    expect(await subscriptionsOf(other)).toHaveLength(1);
  });

  it("ends with its session, however the session ends", async () => {
    const pilot = await aPilot(db);
    await subscribe(pilot, service.receiver());
    expect((await ask(pilot, "POST /api/auth/logout")).status).toBe(204);
    expect(await subscriptionsOf(pilot)).toEqual([]);
    const second = await anotherDevice(pilot);
    await subscribe(second, service.receiver());
    await db("sessions").where({ userId: pilot.id }).delete();
    expect(await subscriptionsOf(pilot)).toEqual([]);
  });

  it("of other devices ends when the password changes", async () => {
    const pilot = await aPilot(db);
    const other = await anotherDevice(pilot);
    await subscribe(pilot, service.receiver());
    await subscribe(other, service.receiver());
    const body = { oldPassword: PASSWORD, newPassword: "another horse" };
    expect((await ask(pilot, "POST /api/auth/change-password", body)).status).toBe(200);
    expect(await subscriptionsOf(pilot)).toHaveLength(1);
  });

  it("[R19] is limited to ten per user; the oldest is removed", async () => {
    const pilot = await aPilot(db);
    const receivers = Array.from({ length: 12 }, () => service.receiver());
    for (const receiver of receivers) await subscribe(await anotherDevice(pilot), receiver);
    const kept = (await subscriptionsOf(pilot)).map(({ endpoint }: { endpoint: string }) => endpoint);
    expect(kept.sort()).toEqual(
      receivers
        .slice(2)
        .map(({ subscription }) => subscription.endpoint)
        .sort(),
    );
  });

  it("is refused for an unknown host, another server key, or invalid keys", async () => {
    const pilot = await aPilot(db);
    const { subscription } = service.receiver();
    const wrong = [
      { ...subscription, endpoint: "https://evil.example/push" },
      { ...subscription, endpoint: "http://169.254.169.254/latest" },
      { ...subscription, publicKey: subscription.keys.p256dh },
      { ...subscription, keys: { p256dh: "short", auth: "short" } },
    ];
    for (const body of wrong) expect((await ask(pilot, "POST /api/push/subscriptions", body)).status).toBe(400);
    expect(await subscriptionsOf(pilot)).toEqual([]);
  });

  it("can be removed by its user only", async () => {
    const [pilot, stranger] = [await aPilot(db), await aPilot(db)];
    const { body } = await subscribe(pilot, service.receiver());
    const route = `DELETE /api/push/subscriptions/${body.subscription!.id}`;
    expect((await ask(stranger, route)).status).toBe(204);
    expect(await subscriptionsOf(pilot)).toHaveLength(1);
    expect((await ask(pilot, route)).status).toBe(204);
    expect(await subscriptionsOf(pilot)).toEqual([]);
  });

  it("is refused without push settings", async () => {
    const plain = await startTestServer();
    const pilot = await aPilot(plain.db);
    const state = await send<PushState>(plain.url, "GET /api/push/subscriptions", pilot);
    expect(state.body).toMatchObject({ publicKey: null, subscription: null });
    const { headers } = pilot;
    const body = service.receiver().subscription;
    const answer = await send(plain.url, "POST /api/push/subscriptions", { headers, body });
    expect([answer.status, answer.body.code]).toEqual([409, "push-not-set-up"]);
  });
});

describe("devices", () => {
  it("are listed with their kind, this one first, and can be signed out", async () => {
    const pilot = await aPilot(db);
    const phone = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36";
    const other = await anotherDevice(pilot, phone);
    await subscribe(other, service.receiver());
    const { body } = await ask<Device[]>(pilot, "GET /api/sessions");
    expect(body).toMatchObject([
      { isCurrent: true, alerts: null },
      { isCurrent: false, name: "Chrome on Android", kind: "phone", alerts: { lastDeliveredAt: null } },
    ]);
    const stranger = await aPilot(db);
    expect((await ask(stranger, `DELETE /api/sessions/${body[1]!.id}`)).status).toBe(404);
    expect((await ask(pilot, `DELETE /api/sessions/${body[1]!.id}`)).status).toBe(204);
    expect((await ask(other, "GET /api/auth/me")).status).toBe(401);
    expect((await ask<Device[]>(pilot, "GET /api/sessions")).body).toHaveLength(1);
    expect(await subscriptionsOf(pilot)).toEqual([]);
  });
});

describe("settings", () => {
  it("default to everything except push for reviews, and change one by one", async () => {
    const pilot = await aPilot(db);
    const start = (await ask<NoticeSettings>(pilot, "GET /api/settings")).body;
    expect(start).toEqual({
      notices: {
        messages: { push: true, email: true },
        bookingRequests: { push: true, email: true },
        bookingChanges: { push: true, email: true },
        reviews: { push: false, email: true },
        savedSearches: { push: true, email: true },
      },
      quietHours: { on: false, from: "22:00", until: "07:00", timeZone: "UTC" },
      hideText: false,
      mutes: [],
    });
    const changes = { notices: { messages: { email: false } }, quietHours: { on: true, timeZone: "Asia/Tokyo" } };
    await ask(pilot, "PATCH /api/settings", changes);
    const { body } = await ask<NoticeSettings>(pilot, "PATCH /api/settings", { hideText: true });
    expect(body).toEqual({
      ...start,
      notices: { ...start.notices, messages: { push: true, email: false } },
      quietHours: { ...start.quietHours, on: true, timeZone: "Asia/Tokyo" },
      hideText: true,
    });
    for (const wrong of [{ from: "25:00" }, { timeZone: "Mars/Olympus" }, { until: "7:00" }])
      expect((await ask(pilot, "PATCH /api/settings", { quietHours: wrong })).status).toBe(400);
  });

  it("contain muted conversations until the mute ends", async () => {
    const [pilot, walt] = [await aPilot(db), await aPilot(db, { name: "Walt Prentiss" })];
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await ask<NoticeSettings>(pilot, `PUT /api/settings/mutes/${walt.id}`, { until });
    expect(body.mutes).toEqual([{ peerId: walt.id, name: "Walt Prentiss", avatarUrl: null, until }]);
    await db("conversation_mutes").update({ until: db.raw("now() - interval '1 second'") });
    expect((await ask<NoticeSettings>(pilot, "GET /api/settings")).body.mutes).toEqual([]);
    expect((await ask(pilot, `PUT /api/settings/mutes/${pilot.id}`, {})).status).toBe(404);
  });
});

describe("a muted user who is deactivated", () => {
  const mute = (me: TestPerson, peer: TestPerson) => ask<NoticeSettings>(me, `PUT /api/settings/mutes/${peer.id}`, {});
  const mutes = async (me: TestPerson) => (await ask<NoticeSettings>(me, "GET /api/settings")).body.mutes;
  const change = (peer: TestPerson, fields: object) => db("users").where({ id: peer.id }).update(fields);

  it("appears as a former member until reactivated", async () => {
    const [pilot, walt] = [await aPilot(db), await aPilot(db, { name: "Walt Prentiss" })];
    await change(walt, { avatarUrl: "/illustrations/walt.svg" });
    await mute(pilot, walt);
    await change(walt, { isActive: false });
    const peerId = walt.id;
    expect(await mutes(pilot)).toEqual([{ peerId, name: "Former member", avatarUrl: null, until: null }]);
    await change(walt, { isActive: true });
    expect(await mutes(pilot)).toMatchObject([{ name: "Walt Prentiss", avatarUrl: "/illustrations/walt.svg" }]);
  });

  it("can be muted by conversation partners only", async () => {
    const [pilot, stranger, walt] = [await aPilot(db), await aPilot(db), await aPilot(db)];
    await ask(walt, "POST /api/messages", { receiverId: pilot.id, content: "Hello" });
    await change(walt, { isActive: false });
    expect(await mute(stranger, walt)).toMatchObject({ status: 404, body: { code: "user-not-found" } });
    expect(await mutes(stranger)).toEqual([]);
    expect(await mute(pilot, walt)).toMatchObject({ status: 200, body: { mutes: [{ name: "Former member" }] } });
  });
});

describe("messages on the reader's screen", () => {
  const jobs = (person: TestPerson) => db("push_jobs").where({ userId: person.id });
  async function write(from: TestPerson, to: TestPerson): Promise<string> {
    const answer = await ask<{ id: string }>(from, "POST /api/messages", { receiverId: to.id, content: "Hello" });
    return answer.body.id;
  }

  it("cancel their push if the newest is shown, not an older one", async () => {
    const [pilot, owner] = [await aPilot(db), await aPilot(db)];
    const first = await write(owner, pilot);
    const second = await write(owner, pilot);
    await cancelNotices(db, pilot.id, [first]);
    expect(await jobs(pilot)).toHaveLength(1);
    await cancelNotices(db, owner.id, [second]);
    expect(await jobs(pilot)).toHaveLength(1);
    await cancelNotices(db, pilot.id, [first, second]);
    expect(await jobs(pilot)).toEqual([]);
  });

  it("do not cancel the push of a message that is being stored", async () => {
    const [pilot, owner] = [await aPilot(db), await aPilot(db)];
    const seen = await write(owner, pilot);
    let calledOff: Promise<void> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx("messages").insert({
        id: "0190cccc-0000-7000-8000-000000000001",
        senderId: owner.id,
        receiverId: pilot.id,
        content: "One more",
        createdAt: tx.raw("clock_timestamp() + interval '1 second'"),
      });
      await scheduleNotice(tx, pilot.id, owner.id, "conversation");
      calledOff = cancelNotices(db, pilot.id, [seen]);
      // It waits for this transaction, which pg_stat_activity shows.
      await expect
        .poll(async () => {
          const waiting = await db.raw(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return (waiting.rows as unknown[]).length;
        })
        .toBe(1);
    });
    await calledOff;
    expect(await jobs(pilot)).toHaveLength(1);
  });
});

describe("the unsubscribe link", () => {
  const emails = async (person: TestPerson) => {
    const { notices } = (await ask<NoticeSettings>(person, "GET /api/settings")).body;
    return Object.values(notices).map(({ email }) => email);
  };

  it("works by one click of a mail program, without a session, repeatedly", async () => {
    const pilot = await aPilot(db);
    const route = `POST /api/mail/unsubscribe?token=${unsubscribeToken(await readInstallationKey(db), pilot.id)}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const _ of [1, 2]) {
      const answer = await send(server.url, route, { headers, body: "List-Unsubscribe=One-Click" });
      expect(answer.status).toBe(200);
    }
    expect(await emails(pilot)).toEqual([false, false, false, false, false]);
  });

  it("changes nothing on GET, and leads to a page with a button", async () => {
    const pilot = await aPilot(db);
    const token = unsubscribeToken(await readInstallationKey(db), pilot.id);
    const answer = await send(server.url, `GET /api/mail/unsubscribe?token=${token}`);
    expect([answer.status, answer.headers.location]).toEqual([303, `/unsubscribe?token=${token}`]);
    expect(await emails(pilot)).toEqual([true, true, true, true, true]);
    expect((await ask({ headers: {} }, "POST /api/settings/stop-mail", { token })).status).toBe(204);
    expect(await emails(pilot)).toEqual([false, false, false, false, false]);
  });

  it("leads to an error page if it is invalid", async () => {
    for (const query of ["", "?token=", `?token=${"x".repeat(101)}`]) {
      const answer = await send(server.url, `GET /api/mail/unsubscribe${query}`);
      expect([answer.status, answer.headers.location]).toEqual([303, "/unsubscribe?token="]);
      expect((await send(server.url, `POST /api/mail/unsubscribe${query}`)).status).toBe(404);
    }
    for (const [token, status] of [
      ["", 404],
      ["x".repeat(101), 400],
    ] as const)
      expect((await ask({ headers: {} }, "POST /api/settings/stop-mail", { token })).status).toBe(status);
  });

  it("belongs to one user and cannot be forged", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const [name] = unsubscribeToken(await readInstallationKey(db), pilot.id).split(".");
    const [, hash] = unsubscribeToken(await readInstallationKey(db), other.id).split(".");
    for (const token of [`${name}.${hash}`, `${name}.`, "", "x.y"])
      expect((await send(server.url, `POST /api/mail/unsubscribe?token=${token}`)).status).toBe(404);
    expect(await emails(pilot)).toEqual([true, true, true, true, true]);
  });
});
