import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { adminAircraftSorts, adminUserSorts } from "../../../shared/domain/admin-rules.ts";
import { send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { readPage, whereFound } from "./paging.ts";

let server: TestServer;
let db: Knex;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  admin = await aPilot(db, { isAdmin: true, name: "Renata Kowal", email: "renata@tower.example" });
});

type Row = { id: string; name: string; email: string; hourlyRate: number };

function get<Body = Row[]>(path: string, me: TestPerson | null = admin): Promise<Answer<Body>> {
  return send<Body>(server.url, `GET ${path}`, { headers: me?.headers ?? {} });
}

/** All pages of a list. */
async function whole(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next;) {
    const answer: Answer<Row[]> = await get(next);
    expect(answer.status).toBe(200);
    rows.push(...answer.body);
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1];
  }
  return rows;
}

const names = (rows: Row[]) => rows.map(({ name }) => name);

describe("the admin's lists", () => {
  it("[S237] require an admin", async () => {
    const pilot = await aPilot(db);
    for (const path of ["/api/admin/users", "/api/admin/aircraft", "/api/admin/stats"]) {
      expect((await get(path, null)).status).toBe(401);
      expect(await get(path, pilot)).toMatchObject({ status: 403, body: { code: "forbidden" } });
      const own = await get(path);
      expect([own.status, own.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(own.text).not.toMatch(/argon2|"password"|verificationCode|ResetToken/);
    }
  });

  it("[S243] contain all users with their addresses, in pages, in every order", async () => {
    const at = Date.now();
    for (let index = 0; index < 23; index++) {
      const person = await aPilot(db, { name: `${index % 2 ? "zoe" : "Zoe"} Number ${index % 7}` });
      // Several rows share a time, which is finer than a JavaScript time.
      const moment = `${new Date(at - Math.floor(index / 4) * 1000).toISOString().slice(0, -1)}123Z`;
      await db("users")
        .where({ id: person.id })
        .update({ createdAt: moment, isActive: index % 5 !== 0 });
    }
    const all = await whole("/api/admin/users");
    expect(all.length).toBe(Number((await db("users").count().first())?.count));
    expect(all[0]).toMatchObject({ email: /@/ });
    for (const sort of adminUserSorts) {
      const paged = await whole(`/api/admin/users?sort=${sort}&limit=4`);
      expect(paged).toEqual((await get(`/api/admin/users?sort=${sort}`)).body);
      expect(new Set(paged.map(({ id }) => id)).size).toBe(all.length);
    }
    const byName = names(await whole("/api/admin/users?sort=name&limit=5&q=number"));
    expect(byName).toHaveLength(23);
    expect(byName.map((name) => name.toLowerCase())).toEqual([...byName].map((name) => name.toLowerCase()).sort());
  });

  it("find users by parts of their name and address", async () => {
    await aPilot(db, { name: "Xaver O%Neil", email: "xo@field.example" });
    const found = async (q: string) => names((await get(`/api/admin/users?q=${encodeURIComponent(q)}`)).body);
    expect(await found("kowal")).toEqual(["Renata Kowal"]);
    expect(await found("  tower.ex   RENATA ")).toEqual(["Renata Kowal"]);
    expect(await found("re ko")).toEqual(["Renata Kowal"]);
    expect(await found("owal zoe")).toEqual([]);
    expect(await found("o%neil")).toEqual(["Xaver O%Neil"]);
    expect(await found("x%")).toEqual([]);
    expect(await found("___")).toEqual([]);
    expect((await get("/api/admin/users?q=%00")).status).toBe(400);
    for (const odd of ["sort=shape", "limit=0", "limit=100000", "cursor=nonsense"])
      expect((await get(`/api/admin/users?${odd}`)).status).toBe(400);
  });

  it("[S244] contain all listings, inactive ones too, but no deleted one", async () => {
    const owner = await anOwner(db, { name: "Marisol Vega" });
    const fleet = await Promise.all(
      [310, 120, 120, 240].map((hourlyRate, index) => aPlane(db, owner.id, { hourlyRate, name: `Baron ${index}` })),
    );
    await db("aircraft").where({ id: fleet[1] }).update({ isActive: false });
    await db("aircraft").where({ id: fleet[3] }).update({ deletedAt: db.fn.now() });
    await db("users").where({ id: owner.id }).update({ isActive: false });
    const rows = (await get("/api/admin/aircraft?q=baron+denver")).body;
    expect(rows.map(({ id }) => id).sort()).toEqual(fleet.slice(0, 3).sort());
    expect(rows[0]).toMatchObject({ ownerName: "Marisol Vega", ownerIsActive: false });
    for (const sort of adminAircraftSorts)
      expect(await whole(`/api/admin/aircraft?sort=${sort}&limit=1`)).toEqual(
        (await get(`/api/admin/aircraft?sort=${sort}`)).body,
      );
    const rates = (await whole("/api/admin/aircraft?sort=price-desc&limit=2")).map(({ hourlyRate }) => hourlyRate);
    expect(rates).toEqual([...rates].sort((a, b) => b - a));
  });

  it("[S154] count exactly, and contain no demo logins without the demo", async () => {
    const { body } = await get<Record<string, number>>("/api/admin/stats");
    const count = async (query: Knex.QueryBuilder) => Number((await query.count().first())?.count);
    expect(body).toEqual({
      totalUsers: await count(db("users")),
      verifiedUsers: await count(db("users").where({ verified: true })),
      totalAircraft: await count(db("aircraft").whereNull("deletedAt")),
      openReports: 0,
    });
    const demo = await startTestServer({ env: { DEMO: "1" } });
    const login = { email: "admin@demo.test", password: "demo-admin" };
    const { body: session } = await send<{ token: string }>(demo.url, "POST /api/auth/login", { body: login });
    const headers = { authorization: `Bearer ${session.token}` };
    expect((await send(demo.url, "GET /api/admin/stats", { headers })).body).toMatchObject({
      testCredentials: [
        { who: "Admin", ...login },
        { who: "Regular user", email: "pilot@demo.test", password: "demo-pilot" },
      ],
    });
  });

  it("use an index for every order, later pages and every search", async () => {
    await db.raw("analyze users, aircraft");
    const plan = async (query: Knex.QueryBuilder, scan: string) => {
      const { sql, bindings } = query.toSQL().toNative();
      const tx = await db.transaction();
      // PostgreSQL scans small tables by default; the question is whether an index can serve.
      await tx.raw(`set local enable_seqscan = off`);
      // With few rows another index and a sort can look as cheap.
      await tx.raw(`set local enable_sort = off`);
      await tx.raw(`set local enable_${scan} = off`);
      const { rows } = await tx.raw(`explain ${sql.replaceAll(/\$\d+/g, "?")}`, bindings as Knex.RawBinding[]);
      await tx.rollback();
      return (rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]).join("\n");
    };
    const orders = [
      ["users", `users."createdAt"`, "timestamptz", "desc", "users_by_age"],
      ["users", "lower(users.name)", "text", "asc", "users_by_name"],
      ["users", "users.email", "text", "asc", "users_email"],
      ["aircraft", `aircraft."createdAt"`, "timestamptz", "desc", "aircraft_all_newest"],
      ["aircraft", "lower(aircraft.name)", "text", "asc", "aircraft_all_by_name"],
      ["aircraft", `aircraft."hourlyRate"`, "integer", "desc", "aircraft_all_by_price"],
    ] as const;
    for (const [table, expression, type, direction, index] of orders) {
      const value = { timestamptz: "2026-01-01 00:00:00+00", text: "m", integer: "100" }[type];
      const cursor = Buffer.from(JSON.stringify({ sort: "s", value, id: admin.id })).toString("base64url");
      const query = db(table).select(`${table}.id`);
      if (table === "aircraft") void query.whereNull("deletedAt");
      const paging = { sort: "s", order: { expression, type, direction }, cursor, limit: 10 };
      await readPage(query, table, paging);
      const text = await plan(query, "bitmapscan");
      expect(text).toContain(index);
      expect(text).toContain("Index Cond");
      expect(text).not.toContain("Seq Scan");
    }
    for (const q of ["kowal", "ko", "k"]) {
      const people = db("users").select("id");
      whereFound(people, "users.name || ' ' || users.email", q);
      expect(await plan(people, "indexscan")).toContain("users_words");
    }
  });
});
