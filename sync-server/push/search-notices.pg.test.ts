import type { AddressInfo } from "node:net";
import type { Knex } from "knex";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import type { SavedSearch } from "../../shared/domain/searches.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, type TestPerson } from "../../tests/people.ts";
import { startPushService, testKeys, type PushService, type Receiver } from "../../tests/push/push-service.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

const mails: { to: string; raw: string }[] = [];
const inbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let raw = "";
    stream.on("data", (chunk: Buffer) => (raw += chunk.toString("utf8")));
    stream.on("end", () => {
      for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw });
      done();
    });
  },
});

let service: PushService;
let server: TestServer;
let db: Knex;
let owner: TestPerson;

beforeAll(async () => {
  service = await startPushService();
  const port = await new Promise<number>((resolve) => {
    const listening = inbox.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
  const env = { ...testKeys, PUSH_TEST_ORIGIN: service.origin, SMTP_URL: `smtp://127.0.0.1:${port}` };
  server = await startTestServer({ env: { ...env, RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  owner = await anOwner(db);
});
afterAll(async () => {
  await new Promise<void>((resolve) => inbox.close(() => resolve()));
  await service.close();
});

const soon = { timeout: 10_000, interval: 20 };

async function call<Body>(route: string, who: TestPerson, body?: unknown): Promise<Body> {
  const answer = await send<Body>(server.url, route, { headers: who.headers, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

type Looking = { pilot: TestPerson; search: SavedSearch; receiver: Receiver };

/** Creates a pilot with push and a saved search for words that no other test uses. */
async function looking(words: string, script?: Parameters<PushService["receiver"]>[0]): Promise<Looking> {
  const [pilot, receiver] = [await aPilot(db), service.receiver(script)];
  await call("POST /api/push/subscriptions", pilot, receiver.subscription);
  const search = await call<SavedSearch>("POST /api/searches", pilot, { name: "My search", words });
  return { pilot, search, receiver };
}

const list = (name: string, fields: object = {}) =>
  call<Aircraft>("POST /api/aircraft", owner, {
    ...{ name, make: "Cessna", model: "172S", location: "Denver CO", hourlyRate: 1150 },
    ...fields,
  });

const jobsOf = (person: TestPerson) => db("push_jobs").where({ userId: person.id });

/** Waits until the matcher has created the notice job. */
const noticed = (person: TestPerson) => vi.waitFor(async () => expect(await jobsOf(person)).toHaveLength(1), soon);

/** Ends the seconds that collect news and waits for the plan. */
async function planned(person: TestPerson): Promise<void> {
  await db("push_jobs").where({ userId: person.id }).update({ runAt: db.fn.now() });
  await vi.waitFor(async () => expect(await jobsOf(person)).toEqual([]), soon);
}

const arrives = (receiver: Receiver) => vi.waitFor(() => expect(service.count(receiver)).toBe(1), soon);
const payloadOf = (receiver: Receiver) => service.received.find((one) => one.receiver === receiver.name)?.payload;

/** Moves all events 15 minutes into the past and waits for due mails. */
async function quarterPasses(): Promise<void> {
  const earlier = (column: string) => db.raw(`?? - interval '15 minutes'`, [column]);
  await db("search_matches").update({ at: earlier("at") });
  await db("push_told").update({ toldAt: earlier("toldAt") });
  await db("notice_mails").update({ mailedAt: earlier("mailedAt") });
  const jobs = () => db("jobs").where({ kind: "notice-mail" });
  await jobs().update({ runAt: earlier("runAt") });
  await vi.waitFor(async () => expect(await jobs().where("runAt", "<", db.fn.now())).toEqual([]), soon);
}

const mailsTo = ({ email }: TestPerson) =>
  mails.filter(({ to }) => to === email).map(({ raw }) => raw.replaceAll(/=\r?\n/g, ""));

describe("a new match of a saved search", () => {
  it("reaches the user by push with the aircraft and a link to it", async () => {
    const { pilot, search, receiver } = await looking("Alpha");
    const plane = await list("Alpha One");
    await noticed(pilot);
    await planned(pilot);
    await arrives(receiver);
    expect(payloadOf(receiver)).toMatchObject({
      kind: "savedSearches",
      name: "My search",
      text: "New match: Alpha One, Denver CO, $1,150 per hour",
      path: `/aircraft/${plane.id}`,
      tag: `search:${search.id}`,
    });
    // Push delivered it, so no mail follows.
    await vi.waitFor(async () => expect(await db("push_told").where({ userId: pilot.id })).toHaveLength(1), soon);
    await quarterPasses();
    expect(mailsTo(pilot)).toEqual([]);
  });

  it("contains neither search nor aircraft if the user hides text", async () => {
    const { pilot, receiver } = await looking("Bravo");
    await call("PATCH /api/settings", pilot, { hideText: true });
    await list("Bravo One");
    await noticed(pilot);
    await planned(pilot);
    await arrives(receiver);
    expect(payloadOf(receiver)).not.toHaveProperty("name");
    expect(JSON.stringify(payloadOf(receiver))).not.toContain("Bravo");
  });

  it("delays push until quiet hours end, but not mail", async () => {
    const { pilot, receiver } = await looking("Charlie");
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { on: true, from: clock(-1), until: clock(5), timeZone: "UTC" };
    await call("PATCH /api/settings", pilot, { quietHours });
    await list("Charlie One");
    await noticed(pilot);
    await db("push_jobs").where({ userId: pilot.id }).update({ runAt: db.fn.now() });
    await vi.waitFor(async () => {
      const [job] = await jobsOf(pilot);
      expect(Date.parse(job.runAt) - Date.now()).toBeGreaterThan(3 * 3_600_000);
    }, soon);
    expect(service.count(receiver)).toBe(0);
    await quarterPasses();
    expect(mailsTo(pilot)).toHaveLength(1);
    await call("PATCH /api/settings", pilot, { quietHours: { on: false } });
    await vi.waitFor(async () => expect(await jobsOf(pilot)).toEqual([]), soon);
  });

  it("is mailed once if no push arrived, with an unsubscribe link", async () => {
    const { pilot, search } = await looking("Delta", [{ status: 410 }]);
    await list("Delta One");
    await noticed(pilot);
    await list("Delta Two");
    await vi.waitFor(
      async () => expect(await db("search_matches").where({ searchId: search.id })).toHaveLength(2),
      soon,
    );
    await planned(pilot);
    await quarterPasses();
    const [mail, ...more] = mailsTo(pilot);
    expect(more).toEqual([]);
    expect(mail).toContain("Subject: 2 new matches for My search");
    expect(mail).toContain("See the aircraft");
    expect(mail).toMatch(/List-Unsubscribe:\s+<.*token=/);
    expect(mail).toMatch(/\/aircraft\/[0-9a-f-]{36}/);
    await list("Delta Three");
    await noticed(pilot);
    await planned(pilot);
    await quarterPasses();
    expect(mailsTo(pilot)[1]).toContain("Subject: New match for My search");
  });

  it("respects the settings per kind and per search", async () => {
    const { pilot, receiver } = await looking("Echo");
    await call("PATCH /api/settings", pilot, { notices: { savedSearches: { push: false, email: false } } });
    await list("Echo One");
    await noticed(pilot);
    await planned(pilot);
    expect(
      await db("push_deliveries").join("push_subscriptions as p", "p.id", "subscriptionId").where({ userId: pilot.id }),
    ).toEqual([]);
    await quarterPasses();
    expect([service.count(receiver), mailsTo(pilot)]).toEqual([0, []]);
  });

  it.each([
    [
      "its search is switched off",
      ({ search, pilot }: Looking) => call(`PATCH /api/searches/${search.id}`, pilot, { notify: false }),
    ],
    ["its search is removed", ({ search, pilot }: Looking) => call(`DELETE /api/searches/${search.id}`, pilot)],
    [
      "its search asks for something else",
      ({ search, pilot }: Looking) => call(`PATCH /api/searches/${search.id}`, pilot, { words: "golf" }),
    ],
    [
      "the aircraft matches no more",
      (_: Looking, plane: Aircraft) => call(`PATCH /api/aircraft/${plane.id}`, owner, { name: "Other" }),
    ],
    ["the aircraft is deleted", (_: Looking, plane: Aircraft) => call(`DELETE /api/aircraft/${plane.id}`, owner)],
    [
      "the user is deactivated",
      ({ pilot }: Looking) => db("users").where({ id: pilot.id }).update({ isActive: false }),
    ],
  ])("is not sent when %s before", async (why, act) => {
    const name = `Foxtrot${why.replaceAll(/\W/g, "")}`;
    const all = await looking(name);
    const plane = await list(name);
    await noticed(all.pilot);
    await act(all, plane);
    await planned(all.pilot);
    await quarterPasses();
    expect([service.count(all.receiver), mailsTo(all.pilot)]).toEqual([0, []]);
  });
});
