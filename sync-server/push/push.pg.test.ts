import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { whileHeld } from "../../tests/held.ts";
import { code, send } from "../../tests/http.ts";
import { aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../tests/push/push-service.ts";
import { openLine } from "../../tests/sync/live-client.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { scheduleNotice } from "../domain/notices/schedule.ts";

let service: PushService;
let server: TestServer;
let db: Knex;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { ...testKeys, PUSH_TEST_ORIGIN: service.origin } });
  db = server.db;
});
afterAll(() => service.close());

async function subscribe(person: TestPerson, receiver: Receiver): Promise<void> {
  const body = receiver.subscription;
  const answer = await send(server.url, "POST /api/push/subscriptions", { headers: person.headers, body });
  expect(answer.status).toBe(201);
}

async function write(from: TestPerson, to: TestPerson, content: string): Promise<string> {
  const body = { receiverId: to.id, content };
  const answer = await send<{ id: string }>(server.url, "POST /api/messages", { headers: from.headers, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Ends the four seconds that collect news. */
async function hurry(): Promise<void> {
  await db("push_jobs").update({ runAt: db.fn.now() });
}

/** Makes the next try of a waiting delivery due. */
async function retryNow(): Promise<void> {
  await db("push_deliveries").whereNotNull("runAt").update({ runAt: db.fn.now() });
}

const got = ({ name }: Receiver) => service.received.filter(({ receiver }) => receiver === name);
const settled = (receiver: Receiver, count: number) =>
  vi.waitFor(
    async () => {
      expect(service.count(receiver)).toBe(count);
      expect(await db("push_deliveries").whereNotNull("leaseUntil")).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
const soon = { timeout: 10_000, interval: 20 };
const done = () => vi.waitFor(async () => expect(await db("push_jobs")).toEqual([]), soon);

async function pair(script?: Parameters<PushService["receiver"]>[0]) {
  const owner = await aPilot(db, { name: "Marisol Vega" });
  const pilot = await aPilot(db);
  const receiver = service.receiver(script);
  await subscribe(pilot, receiver);
  return { owner, pilot, receiver };
}

describe("a message", () => {
  it("[R6] reaches the receiver's browser, encrypted and signed, once for several in a row", async () => {
    const { owner, pilot, receiver } = await pair();
    await write(owner, pilot, "Keys are in the box.");
    const latest = await write(owner, pilot, "Code 4417.");
    expect(await db("push_jobs").where({ userId: pilot.id })).toHaveLength(1);
    await hurry();
    await settled(receiver, 1);
    expect(got(receiver)[0]?.payload).toMatchObject({
      kind: "messages",
      name: "Marisol Vega",
      text: "Code 4417.",
      unread: 2,
      latest,
      path: `/messages?with=${owner.id}`,
      tag: `conversation:${owner.id}`,
    });
    expect(service.problems).toEqual([]);
    const [device] = (await send<{ alerts: { lastDeliveredAt: string } }[]>(server.url, "GET /api/sessions", pilot))
      .body;
    expect(Date.parse(device!.alerts.lastDeliveredAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it("[R6] in an exchange creates its job in the same transaction", async () => {
    const { owner, pilot, receiver } = await pair();
    const command = (content: string) => {
      const id = newId();
      return { id, name: "messages.send", input: { id, receiverId: pilot.id, content, aircraftId: null } };
    };
    const body = {
      clientId: newId(),
      userId: owner.id,
      schema: 1,
      cursor: null,
      commands: [command("One"), command("Two")],
    };
    const answer = await send(server.url, "POST /api/sync", { headers: owner.headers, body });
    expect(answer.status).toBe(200);
    expect(await db("push_jobs").where({ userId: pilot.id, peerId: owner.id })).toHaveLength(1);
    await hurry();
    await settled(receiver, 1);
    expect(got(receiver)[0]?.payload.text).toBe("Two");
  });

  it("that was read before the push is not pushed", async () => {
    const { owner, pilot, receiver } = await pair();
    await write(owner, pilot, "Hello");
    await send(server.url, `POST /api/messages/${pilot.id}/${owner.id}/read`, { headers: pilot.headers });
    await hurry();
    await done();
    expect(service.count(receiver)).toBe(0);
  });

  it("is not pushed from a muted conversation, to a deactivated user, or if its kind is off", async () => {
    const { owner, pilot, receiver } = await pair();
    const { headers } = pilot;
    await send(server.url, `PUT /api/settings/mutes/${owner.id}`, { headers, body: { until: null } });
    await write(owner, pilot, "Muted");
    await hurry();
    await done();
    expect((await send(server.url, `DELETE /api/settings/mutes/${owner.id}`, { headers })).status).toBe(204);
    const off = { notices: { messages: { push: false } } };
    expect((await send(server.url, "PATCH /api/settings", { headers, body: off })).status).toBe(200);
    await write(owner, pilot, "Off");
    await hurry();
    await done();
    await send(server.url, "PATCH /api/settings", { headers, body: { notices: { messages: { push: true } } } });
    await write(owner, pilot, "Gone");
    await db("users").where({ id: pilot.id }).update({ isActive: false });
    await hurry();
    await done();
    expect(service.count(receiver)).toBe(0);
  });

  it("that the reader has on screen cancels its push", async () => {
    const { owner, pilot, receiver } = await pair();
    const id = await write(owner, pilot, "Hello");
    const line = await openLine(server.url, pilot);
    line.hello(null);
    line.say({ type: "seen", ids: [id] });
    await done();
    line.socket.close();
    expect(service.count(receiver)).toBe(0);
    expect(await db("messages").where({ id }).first("read")).toEqual({ read: false });
  });

  it("waits for the end of quiet hours in the user's time zone", async () => {
    const { owner, pilot, receiver } = await pair();
    const quietHours = { on: true, from: "00:00", until: "23:59", timeZone: "Pacific/Honolulu" };
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body: { quietHours } });
    await write(owner, pilot, "Late");
    await hurry();
    await vi.waitFor(async () => {
      const job = await db("push_jobs").where({ userId: pilot.id }).first();
      expect(job.leaseUntil).toBeNull();
      expect(Date.parse(job.runAt)).toBeGreaterThan(Date.now());
    }, soon);
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body: { quietHours: { on: false } } });
    await hurry();
    await settled(receiver, 1);
  });

  it("contains neither name nor text if the user hides them", async () => {
    const { owner, pilot, receiver } = await pair();
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body: { hideText: true } });
    const latest = await write(owner, pilot, "Secret");
    await hurry();
    await settled(receiver, 1);
    expect(got(receiver)[0]?.payload).toMatchObject({ latest });
    expect(JSON.stringify(got(receiver)[0]?.payload)).not.toMatch(/Secret|Marisol/);
  });

  it("replaces earlier pushes of its conversation at the push service, and no others", async () => {
    const { owner, pilot, receiver } = await pair();
    const [other, also] = [await aPilot(db), service.receiver()];
    await subscribe(other, also);
    for (const content of ["One", "Two"]) {
      const sent = service.count(receiver);
      await write(owner, pilot, content);
      await hurry();
      await settled(receiver, sent + 1);
    }
    await write(owner, other, "Three");
    await hurry();
    await settled(also, 1);
    const topics = [...got(receiver), ...got(also)].map(({ headers }) => headers["topic"]);
    expect(topics[1]).toBe(topics[0]);
    expect(topics[2]).not.toBe(topics[0]);
  });

  it("fits into 2,048 bytes for any text", async () => {
    const { owner, pilot, receiver } = await pair();
    await db("users")
      .where({ id: owner.id })
      .update({ name: "🛩️".repeat(60) });
    await write(owner, pilot, "👩🏽‍✈️".repeat(500));
    await hurry();
    await settled(receiver, 1);
    expect(service.problems).toEqual([]);
  });
});

describe("bookings and reviews", () => {
  it("are separate kinds, each with a setting", async () => {
    const { owner, pilot, receiver } = await pair();
    const planeId = await aPlane(db, pilot.id, {});
    const booking = { id: newId(), aircraftId: planeId, pilotId: owner.id, ownerId: pilot.id };
    const now = Date.now();
    const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000);
    const times = { startDate: hoursAgo(3), endsAt: hoursAgo(1), hours: 2 };
    await db("bookings").insert({ ...booking, ...times, status: "completed", totalPrice: 100 });
    const post = async (content: string) => {
      // Earlier events happened long ago.
      await db("messages")
        .where({ receiverId: pilot.id })
        .update({ createdAt: db.raw(`"createdAt" - interval '1 hour'`) });
      const ids = { senderId: owner.id, receiverId: pilot.id, bookingId: booking.id };
      await db("messages").insert({ id: newId(), ...ids, content });
      await scheduleNotice(db, pilot.id, owner.id, "conversation");
      await hurry();
    };
    await post("May I fly on Monday?");
    await settled(receiver, 1);
    await post("I have to cancel.");
    await settled(receiver, 2);
    const body = { notices: { bookingChanges: { push: false }, reviews: { push: true } } };
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body });
    await post("Or rather not.");
    await done();
    await settled(receiver, 2);
    const write = async (me: typeof owner, targetType: string, targetId: string, comment: string) => {
      const body = { bookingId: booking.id, targetType, targetId, rating: 5, comment };
      expect((await send(server.url, "POST /api/reviews", { headers: me.headers, body })).status).toBe(201);
      await hurry();
    };
    // A hidden one is no news: the end of the flight has asked for the other side.
    await write(owner, "aircraft", planeId, "Tidy.");
    await done();
    await write(pilot, "user", owner.id, "On time.");
    await write(owner, "user", pilot.id, "Kind.");
    await settled(receiver, 3);
    const told = got(receiver).map(({ payload: { kind, text, path } }) => [kind, text, path]);
    const chat = `/messages?with=${owner.id}`;
    expect(told).toEqual([
      ["bookingRequests", "May I fly on Monday?", chat],
      ["bookingChanges", "I have to cancel.", chat],
      ["reviews", "5 of 5 stars: Kind.", chat],
    ]);
  });
});

describe("an answer of a push service", () => {
  it.each([404, 410])("%i ends the subscription", async (status) => {
    const { owner, pilot, receiver } = await pair([{ status }]);
    await write(owner, pilot, "Hello");
    await hurry();
    await vi.waitFor(async () => expect(await db("push_subscriptions").where({ userId: pilot.id })).toEqual([]), soon);
    expect(service.count(receiver)).toBe(1);
  });

  it("413 leads to a push without the text", async () => {
    const { owner, pilot, receiver } = await pair([{ status: 413 }, { status: 201 }]);
    await write(owner, pilot, "Far too long");
    await hurry();
    await settled(receiver, 2);
    expect(got(receiver).map(({ payload }) => payload.text)).toEqual(["Far too long", undefined]);
    expect(got(receiver)[1]?.payload.name).toBe("Marisol Vega");
  });

  it("429 and 503 lead to a retry when the service says, else with backoff", async () => {
    const script = [{ status: 429, headers: { "retry-after": "900" } }, { status: 503 }, { status: 201 }];
    const { owner, pilot, receiver } = await pair(script);
    const wait = async () => {
      const { rows } = await db.raw(
        `select extract(epoch from d."runAt" - now())::integer as wait from push_deliveries d
         join push_subscriptions p on p.id = d."subscriptionId" where p."userId" = ?`,
        [pilot.id],
      );
      return (rows as { wait: number | null }[])[0]?.wait ?? 0;
    };
    await write(owner, pilot, "Patience");
    await hurry();
    await settled(receiver, 1);
    expect(await wait()).toBeGreaterThan(800);
    await retryNow();
    await settled(receiver, 2);
    expect(await wait()).toBeGreaterThan(60);
    expect(await wait()).toBeLessThanOrEqual(120);
    await retryNow();
    await settled(receiver, 3);
    expect(await wait()).toBe(0);
    const row = await db("push_subscriptions").where({ userId: pilot.id }).first();
    expect(row).toMatchObject({ failingSince: null, lastStatus: 201 });
  });

  it("that takes over ten seconds counts as a timeout and leads to a retry", async () => {
    const { owner, pilot, receiver } = await pair(["silence", { status: 201 }]);
    await write(owner, pilot, "Anybody there?");
    await hurry();
    await vi.waitFor(
      async () => {
        const [row] = await db("push_subscriptions").where({ userId: pilot.id });
        expect(row.failingSince).not.toBeNull();
        // A try ends with its lease, and only then the time of the next one is stored.
        expect(await db("push_deliveries").whereNotNull("leaseUntil")).toEqual([]);
      },
      { timeout: 15_000, interval: 100 },
    );
    await retryNow();
    await settled(receiver, 2);
  }, 30_000);

  it.each([401, 403])("%i logs an error and keeps the subscription", async (status) => {
    const { owner, pilot, receiver } = await pair([{ status }]);
    await write(owner, pilot, "Hello");
    await hurry();
    await settled(receiver, 1);
    expect(await db("push_subscriptions").where({ userId: pilot.id })).toHaveLength(1);
    expect(server.logged.join("")).toContain("a push service refused a push");
    expect(server.logged.join("")).not.toContain(receiver.subscription.endpoint);
  });

  it("with a redirect is not followed", async () => {
    const other = service.receiver();
    const headers = { location: other.subscription.endpoint };
    const { owner, pilot, receiver } = await pair([{ status: 307, headers }]);
    await write(owner, pilot, "Hello");
    await hurry();
    await settled(receiver, 1);
    expect(service.count(other)).toBe(0);
  });
});

describe("a test push", () => {
  it("reaches only this device, also in quiet hours", async () => {
    const { pilot, receiver } = await pair();
    const quietHours = { on: true, from: "00:00", until: "23:59", timeZone: "UTC" };
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body: { quietHours } });
    expect((await send(server.url, "POST /api/push/test", pilot)).status).toBe(204);
    await settled(receiver, 1);
    expect((await send(server.url, "POST /api/push/test", pilot)).status).toBe(429);
    expect(got(receiver)[0]?.payload).toMatchObject({ kind: "test", path: "/settings", tag: "test" });
  });

  it("waits for a new subscription of this device, and reaches it", async () => {
    const { pilot, receiver } = await pair();
    async function subscribeAgain(tx: Knex.Transaction) {
      const old = await tx("push_subscriptions").where({ userId: pilot.id }).first();
      await tx("sessions").where({ idHash: old.sessionHash }).forUpdate().first("idHash");
      await tx("push_subscriptions").where({ id: old.id }).delete();
      await tx("push_subscriptions").insert({ ...old, id: newId() });
    }
    const test = () => send(server.url, "POST /api/push/test", pilot);
    expect(code(await whileHeld(db, subscribeAgain, test))).toEqual([204, undefined]);
    await settled(receiver, 1);
  });

  it("is refused if the push service's 410 removes the subscription concurrently", async () => {
    const { pilot } = await pair();
    const remove = (tx: Knex.Transaction) => tx("push_subscriptions").where({ userId: pilot.id }).delete();
    const test = () => send(server.url, "POST /api/push/test", pilot);
    expect(code(await whileHeld(db, remove, test))).toEqual([409, "push-off-here"]);
  });

  it("needs a subscription", async () => {
    const pilot = await aPilot(db);
    const answer = await send(server.url, "POST /api/push/test", pilot);
    expect([answer.status, answer.body.code]).toEqual([409, "push-off-here"]);
  });
});
