// Reports: what is stored, who reads it, and that one admin closes each.
import type { Knex } from "knex";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../shared/domain/safety/audit.ts";
import type { AdminReport, Report } from "../../../shared/domain/safety/reports.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { code, fieldsOf, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { sendReportMail } from "../../jobs/report-mails.ts";

let server: TestServer;
let db: Knex;
let admin: TestPerson;
let pilot: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  admin = await aPilot(db, { isAdmin: true, name: "Renata Kowal" });
});

beforeEach(async () => {
  [pilot, owner] = [await aPilot(db), await anOwner(db, { name: "Marisol Vega" })];
});

const call = <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: unknown): Promise<Answer<Body>> =>
  send<Body>(server.url, route, { headers: me.headers, body });
const reportOn = (me: TestPerson, targetType: string, targetId: string, more: object = {}) =>
  call<Report>(me, "POST /api/reports", { targetType, targetId, why: "abuse", ...more });
const close = (id: string, body: object, me = admin) => call<Report>(me, `PATCH /api/admin/reports/${id}`, body);
const queue = (query = "", me = admin) => call<AdminReport[]>(me, `GET /api/admin/reports${query}`);
const own = async (me: TestPerson) => {
  const body = { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands: [] };
  const { rows } = (await call<ExchangeAnswer>(me, "POST /api/sync", body)).body;
  return ((rows as Record<string, unknown>)["reports"] ?? []) as Report[];
};
const write = async (from: TestPerson, to: TestPerson, content: string) =>
  (await call<{ id: string }>(from, "POST /api/messages", { receiverId: to.id, content })).body.id;
const mailsOf = async (reportId: string, to: "reporter" | "about") => {
  const sent: { to: string; subject: string; text: string }[] = [];
  const mailer = { send: (mail: (typeof sent)[number]) => Promise.resolve(void sent.push(mail)) };
  await sendReportMail({ db, mailer } as never, { reportId, to });
  return sent;
};

describe("a report", () => {
  it("[S1014] of a person keeps copies of the chosen messages, and admins read no others", async () => {
    await write(pilot, owner, "Is it free?");
    const bad = await write(owner, pilot, "Pay me outside");
    await write(owner, pilot, "Our secret plans");
    const sent = await reportOn(pilot, "user", owner.id, { why: "scam", words: "Asked for cash", messageIds: [bad] });
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { targetName: "Marisol Vega", status: "open", outcome: null },
    ]);
    await db("messages").where({ id: bad }).update({ content: "changed later" });
    const answer = await queue();
    const found = answer.body.find(({ id }) => id === sent.body.id)!;
    expect(found.evidence).toEqual({
      messages: [
        { id: bad, senderId: owner.id, content: "Pay me outside", createdAt: expect.stringMatching(/Z$/) as string },
      ],
    });
    expect(found.reporter).toMatchObject({ id: pilot.id, sent: 1, received: 0 });
    expect(found.about).toMatchObject({ id: owner.id, name: "Marisol Vega", sent: 0, received: 1, isActive: true });
    expect(answer.text).not.toMatch(/Our secret plans|Is it free|test\.example/);
    expect(await own(pilot)).toEqual([sent.body]);
    expect(await own(owner)).toEqual([]);
  });

  it("[S1015] takes no message of another conversation, and nothing about oneself or nobody", async () => {
    const third = await aPilot(db);
    const [theirs, mine] = [await write(third, owner, "Hi"), await write(pilot, third, "Hello")];
    for (const id of [theirs, mine, newId()]) {
      const answer = await reportOn(pilot, "user", owner.id, { messageIds: [id] });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["messageIds"]]);
    }
    expect(code(await reportOn(pilot, "user", pilot.id))).toEqual([400, "report-yourself"]);
    expect(code(await reportOn(owner, "aircraft", await aPlane(db, owner.id)))).toEqual([400, "report-yourself"]);
    expect(code(await reportOn(pilot, "user", newId()))).toEqual([404, "user-not-found"]);
    expect(code(await reportOn(pilot, "aircraft", newId()))).toEqual([404, "aircraft-not-found"]);
    expect(code(await reportOn(pilot, "review", newId()))).toEqual([404, "review-not-found"]);
    expect((await reportOn(pilot, "user", owner.id, { why: "boring" })).status).toBe(400);
    const many = Array.from({ length: 21 }, () => newId());
    expect(fieldsOf(await reportOn(pilot, "user", owner.id, { messageIds: many }))).toEqual(["messageIds"]);
  });

  it("of a listing or a review keeps a copy of it", async () => {
    const plane = await aPlane(db, owner.id, { name: "Skylane", description: "As new" });
    const review = newId();
    await db("reviews").insert({
      ...{ id: review, userId: pilot.id, targetType: "aircraft", targetId: plane, aircraftId: plane },
      ...{ rating: 1, comment: "Awful people", visibleAt: db.fn.now() },
    });
    await reportOn(pilot, "aircraft", plane, { why: "false-listing" });
    await reportOn(owner, "review", review);
    await db("aircraft").where({ id: plane }).update({ description: "Changed" });
    const evidence = (await queue()).body
      .filter(({ targetId }) => [plane, review].includes(targetId))
      .map((one) => [one.about.id, one.evidence]);
    expect(evidence).toMatchObject([
      [owner.id, { listing: { name: "Skylane", description: "As new" } }],
      [pilot.id, { review: { rating: 1, comment: "Awful people" } }],
    ]);
  });

  it("is open once for each target, also forty times at once, and at most twenty a day", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => reportOn(pilot, "user", owner.id)));
    for (const answer of answers) expect([201, 409, 503]).toContain(answer.status);
    expect(await db("reports").where({ reporterId: pilot.id })).toHaveLength(1);
    expect(code(await reportOn(pilot, "user", owner.id))).toEqual([409, "already-reported"]);
    for (let n = 0; n < 19; n++) {
      const plane = await aPlane(db, owner.id);
      expect((await reportOn(pilot, "aircraft", plane)).status).toBe(201);
    }
    const over = await reportOn(pilot, "aircraft", await aPlane(db, owner.id));
    expect([...code(over), Number(over.headers["retry-after"]) > 80_000]).toEqual([429, "too-many", true]);
    // From a queue it waits instead of being lost.
    const input = { targetType: "aircraft", targetId: await aPlane(db, owner.id), why: "spam" };
    const command = { id: newId(), name: "reports.send", lane: "", input };
    const body = { clientId: newId(), userId: pilot.id, schema: 1, cursor: null, commands: [command] };
    const { outcomes } = (await call<ExchangeAnswer>(pilot, "POST /api/sync", body)).body;
    expect(outcomes).toMatchObject([{ status: "retry" }]);
  });
});

describe("the queue of reports", () => {
  const aReport = async (why = "abuse") => (await reportOn(pilot, "user", owner.id, { why })).body.id;
  const trail = async (target: string) =>
    (await call<AuditEntry[]>(admin, `GET /api/admin/audit?target=${target}`)).body;

  it("is for admins alone, open ones with the oldest first, in pages", async () => {
    expect((await send(server.url, "GET /api/admin/reports")).status).toBe(401);
    expect(code(await queue("", pilot))).toEqual([403, "forbidden"]);
    expect(code(await close(newId(), { action: "dismiss" }, pilot))).toEqual([403, "forbidden"]);
    const people = await Promise.all([1, 2, 3].map(() => aPilot(db)));
    for (const { id } of people) await reportOn(pilot, "user", id);
    const all = (await queue()).body;
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
    const paged: string[] = [];
    for (let next: string | undefined = "?limit=2"; next;) {
      const answer: Answer<AdminReport[]> = await queue(next);
      paged.push(...answer.body.map(({ id }) => id));
      next = /reports(\?[^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(code(await close(newId(), { action: "dismiss" }))).toEqual([404, "report-not-found"]);
  });

  it.each([
    ["dismiss", {}, "no-action", 0],
    ["warn", { warning: "Please be kind." }, "acted", 1],
    ["deactivate", {}, "acted", 1],
  ])(
    "[S1016] %s closes a report, writes the trail, and mails the outcome without details",
    async (action, more, outcome, mails) => {
      const id = await aReport();
      const closed = await close(id, { action, ...more, reason: "Read it" });
      expect([closed.status, closed.body]).toEqual([200, { id, status: "closed", outcome }]);
      const [line] = await trail(id);
      expect(line).toMatchObject({
        ...{ action: "admin.closeReport", admin: { id: admin.id }, reason: "Read it" },
        target: { type: "report", id, name: owner.name },
        before: { status: "open", about: owner.id },
        after: { status: "closed", action },
      });
      const isActive = (await db("users").where({ id: owner.id }).first("isActive")).isActive as boolean;
      expect(isActive).toBe(action !== "deactivate");
      expect((await trail(owner.id)).map(({ action: act }) => act)).toEqual(isActive ? [] : ["admin.setActive"]);
      expect(await own(pilot)).toMatchObject([{ id, status: "closed", outcome }]);
      expect((await queue("?status=closed")).body[0]).toMatchObject({ id, action, closedBy: "Renata Kowal" });
      const jobs = await db("jobs").whereRaw("payload->>'reportId' = ?", [id]);
      expect(jobs.length).toBeLessThanOrEqual(1 + mails);
      const [toReporter] = await mailsOf(id, "reporter");
      expect(toReporter?.to).toBe(pilot.email);
      expect(toReporter?.text).toContain(outcome === "acted" ? "acted on it" : "found nothing against our rules");
      expect(toReporter?.text).not.toMatch(/deactivated|be kind|closed your/);
      const [toAbout] = action === "dismiss" ? [] : await mailsOf(id, "about");
      expect(toAbout?.text.includes(pilot.name) ?? false).toBe(false);
      if (action === "warn") expect(toAbout?.text).toContain("Please be kind.");
      // A new report of the same person is possible again.
      if (isActive) expect((await reportOn(pilot, "user", owner.id)).status).toBe(201);
    },
  );

  it("hides a listing, and offers that for a listing alone", async () => {
    const plane = await aPlane(db, owner.id);
    const { id } = (await reportOn(pilot, "aircraft", plane)).body;
    expect((await close(id, { action: "hide-listing", reason: "Not airworthy" })).status).toBe(200);
    expect((await send(server.url, `GET /api/aircraft/${plane}/with-owner`)).status).toBe(404);
    expect(await trail(plane)).toMatchObject([
      { action: "aircraft.update", before: { isActive: true }, after: { isActive: false }, reason: "Not airworthy" },
    ]);
    const other = await aReport();
    expect(fieldsOf(await close(other, { action: "hide-listing" }))).toEqual(["action"]);
    expect(fieldsOf(await close(other, { action: "warn", warning: " " }))).toEqual(["warning"]);
  });

  it.each(["dismiss", "deactivate"])(
    "[S1017] is closed once when two admins act forty times at once (%s): the others read that it is closed",
    async (action) => {
      const second = await aPilot(db, { isAdmin: true });
      const id = await aReport();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => close(id, { action }, n % 2 ? admin : second)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200)
          expect([
            [409, "report-closed"],
            [503, "busy"],
          ]).toContainEqual(code(answer));
      expect(await trail(id)).toHaveLength(1);
      expect(await trail(owner.id)).toHaveLength(action === "deactivate" ? 1 : 0);
    },
  );

  it("deactivates no admin's own account, and not the last admin", async () => {
    const id = (await reportOn(pilot, "user", admin.id)).body.id;
    expect(code(await close(id, { action: "deactivate" }))).toEqual([403, "own-admin"]);
    expect((await db("reports").where({ id }).first()).status).toBe("open");
  });
});
