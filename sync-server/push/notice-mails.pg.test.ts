import type { AddressInfo } from "node:net";
import type { Knex } from "knex";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "../../tests/http.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { startPushService, testKeys, type PushService } from "../../tests/push/push-service.ts";
import { storeRequest } from "../../tests/push/stored-request.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { demoPeople } from "../db/seed/demo-people.ts";

type Received = { to: string[]; raw: string };

const received: Received[] = [];
const inbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let raw = "";
    stream.on("data", (chunk: Buffer) => (raw += chunk.toString("utf8")));
    stream.on("end", () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
      done();
    });
  },
});

let service: PushService;
let server: TestServer;
let db: Knex;
const site = "https://tailhour.example";

beforeAll(async () => {
  service = await startPushService();
  const port = await new Promise<number>((resolve) => {
    const listening = inbox.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
  const env = { ...testKeys, PUSH_TEST_ORIGIN: service.origin, SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: site };
  server = await startTestServer({ env });
  db = server.db;
});
beforeEach(() => void (received.length = 0));
afterAll(async () => {
  await new Promise<void>((resolve) => inbox.close(() => resolve()));
  await service.close();
});

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

async function write(from: TestPerson, to: TestPerson, content: string): Promise<void> {
  const body = { receiverId: to.id, content };
  const answer = await send(server.url, "POST /api/messages", { headers: from.headers, body });
  expect(answer.status).toBe(201);
}

/** Ends the first four seconds, so that the notice is planned. */
async function planned(to: TestPerson): Promise<void> {
  await db("push_jobs").update({ runAt: db.fn.now() });
  await waitFor(async () => expect(await db("push_jobs").where({ userId: to.id })).toEqual([]));
  await waitFor(async () => expect(await db("push_deliveries").whereNotNull("leaseUntil")).toEqual([]));
}

/** Moves all events a quarter of an hour into the past. */
async function quarterPasses(): Promise<void> {
  const earlier = (column: string) => db.raw(`?? - interval '15 minutes'`, [column]);
  await db("messages").update({ createdAt: earlier("createdAt") });
  await db("push_told").update({ toldAt: earlier("toldAt") });
  await db("jobs")
    .where({ kind: "notice-mail" })
    .update({ runAt: earlier("runAt") });
  await waitFor(async () =>
    expect(await db("jobs").where({ kind: "notice-mail" }).where("runAt", "<", db.fn.now())).toEqual([]),
  );
}

/** Decodes quoted-printable, which breaks long lines. */
function readable(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function post(person: TestPerson, route: string, status: number, body?: object): Promise<void> {
  expect((await send(server.url, route, { headers: person.headers, body })).status).toBe(status);
}

async function subscribe(person: TestPerson, status: number): Promise<void> {
  const body = service.receiver([{ status }]).subscription;
  expect((await send(server.url, "POST /api/push/subscriptions", { headers: person.headers, body })).status).toBe(201);
}

describe("mail about unread messages", () => {
  it("is sent once after 15 minutes, as text and HTML, with links to PUBLIC_URL and to unsubscribe", async () => {
    const [owner, pilot] = [await aPilot(db, { name: "<i>Marisol</i> Vega" }), await aPilot(db)];
    await write(owner, pilot, "Fuel is on me. <b>Really</b>");
    await planned(pilot);
    expect(received).toEqual([]);
    await write(owner, pilot, "And the headsets.");
    await planned(pilot);
    await quarterPasses();
    expect(received.map(({ to }) => to)).toEqual([[pilot.email]]);
    const raw = received[0]!.raw;
    const mail = readable(raw);
    expect(raw).toContain("text/plain");
    expect(raw).toContain("text/html");
    expect(mail).toContain("2 new messages from");
    expect(mail).toContain(`${site}/messages?with=${owner.id}`);
    expect(mail).toContain("And the headsets.");
    expect(mail).toContain("&lt;i&gt;Marisol&lt;/i&gt;");
    expect(raw.replaceAll(/\r\n\s/g, " ")).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const [, address] = /List-Unsubscribe: +<([^>]+)>/.exec(raw.replaceAll(/\r\n\s/g, " ")) ?? [];
    const stop = new URL(address!);
    expect(stop.origin).toBe(site);
    await send(server.url, `POST ${stop.pathname}${stop.search}`, { body: "List-Unsubscribe=One-Click" });
    await db("messages").update({ read: true });
    await write(owner, pilot, "Still there?");
    await planned(pilot);
    await quarterPasses();
    expect(received).toHaveLength(1);
  });

  it("is sent again only after the user has read", async () => {
    const [owner, pilot] = [await aPilot(db), await aPilot(db)];
    for (const content of ["One", "Two"]) {
      await write(owner, pilot, content);
      await planned(pilot);
      await quarterPasses();
    }
    expect(received).toHaveLength(1);
    await send(server.url, `POST /api/messages/${pilot.id}/${owner.id}/read`, { headers: pilot.headers });
    await write(owner, pilot, "Three");
    await planned(pilot);
    await quarterPasses();
    expect(received).toHaveLength(2);
  });

  it("is sent if no push arrived", async () => {
    const owner = await aPilot(db);
    const [told, untold] = [await aPilot(db), await aPilot(db)];
    await subscribe(told, 201);
    await subscribe(untold, 410);
    for (const pilot of [told, untold]) {
      await write(owner, pilot, "Hello");
      await planned(pilot);
    }
    await waitFor(async () => expect(await db("push_subscriptions").where({ userId: untold.id })).toEqual([]));
    await quarterPasses();
    expect(received.map(({ to }) => to[0])).toEqual([untold.email]);
  });

  it.each([
    ["the device has signed out since", (pilot: TestPerson) => post(pilot, "POST /api/auth/logout", 204)],
    [
      "the browser has another address since",
      (pilot: TestPerson) => post(pilot, "POST /api/push/subscriptions", 201, service.receiver().subscription),
    ],
    ["the address is gone since", (pilot: TestPerson) => db("push_subscriptions").where({ userId: pilot.id }).delete()],
  ])("does not come when a push has arrived and %s", async (_, change) => {
    const [owner, pilot] = [await aPilot(db), await aPilot(db)];
    await subscribe(pilot, 201);
    await write(owner, pilot, "Hello");
    await planned(pilot);
    await waitFor(async () => expect(await db("push_told").where({ userId: pilot.id })).toHaveLength(1));
    await change(pilot);
    await quarterPasses();
    expect(received).toEqual([]);
  });

  it("covers messages after the last delivered push, and kinds that are off for push", async () => {
    const [owner, pilot] = [await aPilot(db, { name: "Marisol Vega" }), await aPilot(db)];
    await db("notice_settings").insert({ userId: pilot.id, bookingRequestsPush: false });
    const receiver = service.receiver([{ status: 201 }, { status: 410 }]);
    await post(pilot, "POST /api/push/subscriptions", 201, receiver.subscription);
    await storeRequest(db, owner, pilot);
    await write(owner, pilot, "Told");
    await planned(pilot);
    await waitFor(async () => expect(await db("push_told").where({ userId: pilot.id })).toHaveLength(1));
    await write(owner, pilot, "Not told");
    await planned(pilot);
    await waitFor(async () => expect(await db("push_subscriptions").where({ userId: pilot.id })).toEqual([]));
    await quarterPasses();
    expect(received).toHaveLength(1);
    const mail = readable(received[0]!.raw);
    expect(mail).toContain("New from Marisol Vega: 1 booking request and 1 message");
    expect(mail).toContain("Not told");
  });

  it("counts each kind apart", async () => {
    const [owner, pilot] = [await aPilot(db, { name: "Marisol Vega" }), await aPilot(db)];
    await storeRequest(db, owner, pilot);
    await write(owner, pilot, "And the headsets?");
    await planned(pilot);
    await quarterPasses();
    expect(readable(received[0]!.raw)).toContain("New from Marisol Vega: 1 booking request and 1 message");
    await db("messages").update({ read: true });
    await storeRequest(db, owner, pilot);
    await planned(pilot);
    await quarterPasses();
    expect(readable(received[1]!.raw)).toContain("New booking request from Marisol Vega");
  });

  it("is not sent for read, younger or muted messages, or where mail is off", async () => {
    const [owner, pilot] = [await aPilot(db), await aPilot(db)];
    const { headers } = pilot;
    await write(owner, pilot, "Hello");
    await planned(pilot);
    await db("jobs").where({ kind: "notice-mail" }).update({ runAt: db.fn.now() });
    await waitFor(async () => {
      const [job] = await db("jobs").where({ kind: "notice-mail" });
      expect(Date.parse(job.runAt)).toBeGreaterThan(Date.now() + 600_000);
    });
    await send(server.url, `PUT /api/settings/mutes/${owner.id}`, { headers, body: {} });
    await quarterPasses();
    await send(server.url, `DELETE /api/settings/mutes/${owner.id}`, { headers });
    await write(owner, pilot, "Again");
    await planned(pilot);
    await db("messages").update({ read: true });
    await quarterPasses();
    await send(server.url, "PATCH /api/settings", { headers, body: { notices: { messages: { email: false } } } });
    await write(owner, pilot, "Once more");
    await planned(pilot);
    await quarterPasses();
    expect(received).toEqual([]);
  });

  it("is sent in quiet hours, while push waits", async () => {
    const [owner, pilot] = [await aPilot(db), await aPilot(db)];
    const quietHours = { on: true, from: "00:00", until: "23:59", timeZone: "UTC" };
    await send(server.url, "PATCH /api/settings", { headers: pilot.headers, body: { quietHours } });
    await write(owner, pilot, "At night");
    await db("push_jobs").update({ runAt: db.fn.now() });
    await waitFor(async () => expect(await db("jobs").where({ kind: "notice-mail" })).toHaveLength(1));
    await quarterPasses();
    expect(received).toHaveLength(1);
  });

  it("is never sent to demo logins, and omits text that the user hides", async () => {
    const demo = await startTestServer({ env: { DEMO: "1" } });
    const login = demoPeople.find(({ password }) => password !== undefined)!;
    const person = await demo.db("users").where({ email: login.email }).first("id");
    const [owner, pilot] = [await aPilot(demo.db), await aPilot(demo.db)];
    await demo.db("notice_settings").insert({ userId: pilot.id, hideText: true });
    for (const receiverId of [person.id, pilot.id])
      await send(demo.url, "POST /api/messages", { headers: owner.headers, body: { receiverId, content: "Secret" } });
    await demo.db("push_jobs").update({ runAt: demo.db.fn.now() });
    await waitFor(async () => expect(await demo.db("jobs").where({ kind: "notice-mail" })).toHaveLength(2));
    const earlier = (column: string) => demo.db.raw(`?? - interval '15 minutes'`, [column]);
    await demo.db("messages").update({ createdAt: earlier("createdAt") });
    await demo.db("jobs").update({ runAt: earlier("runAt") });
    await waitFor(async () => expect(await demo.db("jobs").where({ kind: "notice-mail" })).toEqual([]));
    const mails = await demo.db("demo_mail").whereIn("to", [login.email, pilot.email]);
    expect(mails.map(({ to }) => to)).toEqual([pilot.email]);
    expect(JSON.stringify(mails)).not.toContain("Secret");
  });
});
