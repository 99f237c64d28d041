// The audit trail: who, whom, what, before, after, why; and that nobody removes the last admin.
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { AuditEntry } from "../../../shared/domain/safety/audit.ts";
import { code, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  admin = await aPilot(db, { isAdmin: true, name: "Renata Kowal" });
});

const as = (me: TestPerson, extra = {}) => ({ headers: { ...me.headers, ...extra } });
const onUser = (id: string, path: string, body: object, me = admin, extra = {}) =>
  send(server.url, `PATCH /api/admin/users/${id}/${path}`, { body, ...as(me, extra) });
const read = (query = "", me = admin): Promise<Answer<AuditEntry[]>> =>
  send<AuditEntry[]>(server.url, `GET /api/admin/audit${query}`, as(me));
const linesAbout = async (target: string) => (await read(`?target=${target}`)).body;

describe("every act of an admin adds one line", () => {
  it("[S1000] with who, whom, before, after and why; none when nothing changes, or it is refused", async () => {
    const dale = await aPilot(db, { name: "Dale Whitcomb" });
    for (let time = 0; time < 2; time++)
      await onUser(dale.id, "verify", { verified: true, reason: "  Saw the licence. " });
    await onUser(dale.id, "toggle-active", { isActive: false });
    await onUser(dale.id, "toggle-admin", { isAdmin: true, reason: " " });
    await onUser(dale.id, "password", { newPassword: "cross-wind-7", reason: "Asked by phone" });
    expect((await onUser(dale.id, "password", { newPassword: "x" })).status).toBe(400);
    expect((await onUser(newId(), "verify", { verified: true })).status).toBe(404);
    expect((await onUser(admin.id, "verify", { verified: true })).status).toBe(403);
    const lines = await linesAbout(dale.id);
    expect(lines.map(({ action, before, after, reason }) => ({ action, before, after, reason }))).toEqual([
      { action: "admin.setPassword", before: null, after: null, reason: "Asked by phone" },
      { action: "admin.setAdmin", before: { isAdmin: false }, after: { isAdmin: true }, reason: null },
      { action: "admin.setActive", before: { isActive: true }, after: { isActive: false }, reason: null },
      {
        action: "admin.setVerified",
        before: { verified: false },
        after: { verified: true },
        reason: "Saw the licence.",
      },
    ]);
    for (const { admin: who, target, at } of lines) {
      expect(who).toEqual({ id: admin.id, name: "Renata Kowal" });
      expect(target).toEqual({ type: "user", id: dale.id, name: "Dale Whitcomb" });
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    }
    const { rows } = await db.raw(`select string_agg(to_jsonb(a)::text, ' ') as text from admin_actions a`);
    expect(rows[0].text).not.toMatch(/cross-wind|argon2|token/i);
  });

  it("for edits and deletions of others' listings, but not for what an owner does", async () => {
    const owner = await anOwner(db);
    const [plane, own] = [await aPlane(db, owner.id), await aPlane(db, admin.id)];
    const edit = (id: string, body: object, me: TestPerson) =>
      send(server.url, `PATCH /api/aircraft/${id}`, { body, ...as(me) });
    await edit(plane, { name: "Skylane", verified: true }, owner);
    await edit(plane, { hourlyRate: 210, verified: true, name: "Skylane", reason: "Papers seen" }, admin);
    await edit(plane, { hourlyRate: 210 }, admin);
    expect(await linesAbout(plane)).toMatchObject([
      {
        action: "aircraft.update",
        target: { type: "aircraft", name: "Skylane" },
        before: { hourlyRate: 150, verified: false },
        after: { hourlyRate: 210, verified: true },
        reason: "Papers seen",
      },
    ]);
    await edit(own, { name: "Mine", isActive: false }, admin);
    expect(await linesAbout(own)).toMatchObject([{ before: { isActive: true }, after: { isActive: false } }]);
    const remove = (id: string, query = "") => send(server.url, `DELETE /api/aircraft/${id}${query}`, as(admin));
    expect((await remove(plane, "?reason=Sold")).status).toBe(204);
    await remove(own);
    expect((await linesAbout(plane))[0]).toMatchObject({ action: "aircraft.delete", after: null, reason: "Sold" });
    expect((await linesAbout(plane))[0]?.before).toMatchObject({ name: "Skylane", ownerId: owner.id });
    expect(await linesAbout(own)).toHaveLength(1);
  });

  it("also from a device's queue, and once for a repeated command", async () => {
    const owner = await anOwner(db);
    const plane = await aPlane(db, owner.id);
    const id = newId();
    const input = { id: plane, hourlyRate: 333, reason: "Typo" };
    const command = { id, name: "aircraft.update", lane: `aircraft:${plane}`, input };
    const body = { clientId: newId(), userId: admin.id, schema: 1, cursor: null, commands: [command] };
    for (let time = 0; time < 2; time++) await send(server.url, "POST /api/sync", { body, ...as(admin) });
    const key = { "idempotency-key": newId() };
    await Promise.all(Array.from({ length: 40 }, () => onUser(owner.id, "verify", { verified: true }, admin, key)));
    expect(await linesAbout(plane)).toMatchObject([{ after: { hourlyRate: 333 }, reason: "Typo" }]);
    expect(await linesAbout(owner.id)).toHaveLength(1);
  });

  it("in the transaction of the change: without its line the change does not happen", async () => {
    const dale = await aPilot(db);
    await db.raw(`alter table admin_actions add constraint none check (reason is distinct from 'unlucky')`);
    try {
      expect((await onUser(dale.id, "verify", { verified: true, reason: "unlucky" })).status).not.toBe(200);
    } finally {
      await db.raw("alter table admin_actions drop constraint none");
    }
    expect(await db("users").where({ id: dale.id }).first("verified")).toEqual({ verified: false });
  });
});

describe("the audit trail", () => {
  it("[S1001] takes no update, deletion or truncation, also from the database's owner", async () => {
    const dale = await aPilot(db);
    await onUser(dale.id, "verify", { verified: true });
    for (const attempt of [
      () => db("admin_actions").where({ targetId: dale.id }).update({ reason: "none" }),
      () => db("admin_actions").where({ targetId: dale.id }).delete(),
      () => db.raw("truncate admin_actions"),
    ])
      await expect(attempt()).rejects.toThrow("The audit trail takes new lines alone");
    expect(await linesAbout(dale.id)).toHaveLength(1);
  });

  it("is read by admins alone", async () => {
    const pilot = await aPilot(db);
    for (const path of ["/api/admin/audit", "/api/admin/audit/admins", "/api/admin/audit.csv"]) {
      expect((await send(server.url, `GET ${path}`)).status).toBe(401);
      expect(code(await send(server.url, `GET ${path}`, as(pilot)))).toEqual([403, "forbidden"]);
    }
  });
});

describe("the audit trail is narrowed and paged", () => {
  it("[S1002] by admin, target, action, words and time, newest first", async () => {
    const second = await aPilot(db, { isAdmin: true, name: "Sten Ode" });
    const people = await Promise.all([1, 2, 3].map((n) => aPilot(db, { name: `Zephyr Quill ${n}` })));
    for (const { id } of people) for (const verified of [true, false]) await onUser(id, "verify", { verified }, second);
    await onUser(people[0]!.id, "toggle-active", { isActive: false }, second);
    const of = async (query: string) => (await read(`?admin=${second.id}&${query}`)).body;
    expect(await of("")).toHaveLength(7);
    expect(await of("action=admin.setActive")).toHaveLength(1);
    expect(await of(`target=${people[1]!.id}`)).toHaveLength(2);
    expect(await of("q=quill+zephyr")).toHaveLength(7);
    expect(await of("q=nobody+at+all")).toHaveLength(0);
    const complaint = { targetType: "user", targetId: people[2]!.id, why: "spam" };
    const report = await send<{ id: string }>(server.url, "POST /api/reports", { body: complaint, ...as(admin) });
    const close = `PATCH /api/admin/reports/${report.body.id}`;
    await send(server.url, close, { body: { action: "dismiss" }, ...as(admin) });
    expect((await read("?q=quill+zephyr+3&action=admin.closeReport")).body).toMatchObject([
      { target: { type: "report", id: report.body.id, name: "Zephyr Quill 3" } },
    ]);
    const times = (await of("")).map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await of(`from=${times[0]}`)).toHaveLength(times.filter((at) => at >= times[0]!).length);
    expect(await of(`before=${times[3]}`)).toHaveLength(times.filter((at) => at < times[3]!).length);
    const paged: string[] = [];
    for (let next: string | undefined = `?admin=${second.id}&limit=2`; next;) {
      const answer: Answer<AuditEntry[]> = await read(next);
      paged.push(...answer.body.map(({ id }) => id));
      next = /audit(\?[^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(paged).toEqual((await of("")).map(({ id }) => id));
    const auditors = await send<{ name: string }[]>(server.url, "GET /api/admin/audit/admins", as(admin));
    expect(auditors.body.map(({ name }) => name)).toEqual(["Renata Kowal", "Sten Ode"]);
    for (const odd of ["admin=x", "from=yesterday", "limit=0", "cursor=nonsense", "q=%00"])
      expect((await read(`?${odd}`)).status).toBe(400);
  });

  it("by an index for every filter", async () => {
    const plan = async (where: string) => {
      const tx = await db.transaction();
      for (const scan of ["seqscan", "sort", "bitmapscan"]) await tx.raw(`set local enable_${scan} = off`);
      const { rows } = await tx.raw(
        `explain select id from admin_actions where ${where} order by at desc, id desc limit 9`,
      );
      await tx.rollback();
      return (rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]).join("\n");
    };
    expect(await plan("at < now()")).toMatch(/using admin_actions_by_time/);
    expect(await plan(`"adminId" = '${admin.id}'`)).toMatch(/using admin_actions_of_admin/);
    expect(await plan(`"targetId" = '${admin.id}'`)).toMatch(/using admin_actions_of_target/);
    expect(await plan(`action = 'admin.setActive'`)).toMatch(/using admin_actions_of_kind/);
  });
});

describe("the audit trail as a file", () => {
  it("[S1003] has all lines of the filters, quoted, and no cell that a spreadsheet runs", async () => {
    const dale = await aPilot(db, { name: `=HYPERLINK("http://evil.example","x")` });
    await onUser(dale.id, "verify", { verified: true, reason: `+1, "quoted"\nnext line` });
    await onUser(dale.id, "verify", { verified: false, reason: "@SUM(A1)" });
    const file = await send(server.url, `GET /api/admin/audit.csv?target=${dale.id}`, as(admin));
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="audit-trail.csv"');
    expect(file.headers["cache-control"]).toContain("no-store");
    const [head, ...lines] = file.text.replace(/^\uFEFF/, "").split("\r\n");
    expect(head).toContain('"entry","time (UTC)","admin","admin id","action"');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(lines[0]).toContain(`"'@SUM(A1)"`);
    expect(lines[1]).toContain(`"'+1, ""quoted""\nnext line"`);
    expect(lines[2]).toBe("");
  });

  it("is read page by page: more lines than a page has come once each", async () => {
    const target = newId();
    await db.raw(
      `insert into admin_actions (id, "adminId", action, "targetType", "targetId", at)
       select gen_random_uuid(), ?, 'admin.setActive', 'user', ?, now() - (n / 7) * interval '1 second'
       from generate_series(1, 2500) n`,
      [admin.id, target],
    );
    const { text } = await send(server.url, `GET /api/admin/audit.csv?target=${target}`, as(admin));
    const entries = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(0, 38));
    expect([entries.length, new Set(entries).size]).toEqual([2500, 2500]);
  });
});

describe("the last admin stays", () => {
  const admins = () => db("users").where({ isAdmin: true, isActive: true }).count({ count: "*" }).first();

  it.each([
    ["toggle-admin", { isAdmin: false }],
    ["toggle-active", { isActive: false }],
  ])("[S1005] when two admins remove each other forty times at once (%s)", async (path, body) => {
    await db("users").where({ isAdmin: true }).whereNot({ id: admin.id }).update({ isAdmin: false });
    const rival = await aPilot(db, { isAdmin: true });
    const attempts = Array.from({ length: 40 }, (_, n) =>
      n % 2 ? onUser(rival.id, path, body) : onUser(admin.id, path, body, rival),
    );
    const answers = await Promise.all(attempts);
    expect(await admins()).toEqual({ count: 1 });
    for (const { status } of answers) expect([200, 401, 403, 409, 503]).toContain(status);
    const lines = await db("admin_actions").whereIn("targetId", [admin.id, rival.id]).orderBy("at", "desc");
    expect(
      lines.filter(({ action }) => action === `admin.set${path === "toggle-admin" ? "Admin" : "Active"}`),
    ).toHaveLength(1);
    if (!(await db("users").where({ id: admin.id, isAdmin: true, isActive: true }).first())) admin = rival;
  });

  it("whatever statement removes it: an update, a deletion, or two transactions that each remove one", async () => {
    await db("users").where({ isAdmin: true }).whereNot({ id: admin.id }).update({ isAdmin: false });
    const alone = { constraint: "users_last_admin" };
    await expect(db("users").where({ id: admin.id }).update({ isAdmin: false })).rejects.toMatchObject(alone);
    await expect(db("users").where({ id: admin.id }).update({ isActive: false })).rejects.toMatchObject(alone);
    await expect(db("users").where({ id: admin.id }).delete()).rejects.toMatchObject(alone);
    const rival = await aPilot(db, { isAdmin: true });
    await expect(db("users").where({ isAdmin: true }).update({ isAdmin: false })).rejects.toMatchObject(alone);
    for (let round = 0; round < 10; round++) {
      await db("users").whereIn("id", [admin.id, rival.id]).update({ isAdmin: true });
      const removals = [admin.id, rival.id].map((id) => db("users").where({ id }).update({ isAdmin: false }));
      const settled = await Promise.allSettled(removals);
      expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await admins()).toEqual({ count: 1 });
    }
  });
});
