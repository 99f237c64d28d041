import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { entities } from "../../../shared/entities.ts";
import { send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { newId } from "../../../shared/kit/ids.ts";

let server: TestServer;
let db: Knex;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  admin = await aPilot(db, { isAdmin: true, name: "Renata Kowal" });
});

type Path = "verify" | "toggle-active" | "toggle-admin" | "password";

function write(id: string, path: Path, body: unknown, me: TestPerson | null = admin): Promise<Answer<object>> {
  return send(server.url, `PATCH /api/admin/users/${id}/${path}`, { body, headers: me?.headers ?? {} });
}

const bodies: Record<Path, object> = {
  verify: { verified: true },
  "toggle-active": { isActive: true },
  "toggle-admin": { isAdmin: true },
  password: { newPassword: "tail-wind" },
};
const paths = Object.keys(bodies) as Path[];

const lines = (scope: string, entity: keyof typeof entities) =>
  db("change_log").where({ scope: `user:${scope}`, entity: entities[entity].number });

function logIn({ email }: TestPerson, password = PASSWORD): Promise<Answer<{ code?: string }>> {
  return send(server.url, "POST /api/auth/login", { body: { email, password } });
}

describe("access to admin commands", () => {
  it("requires a session and the admin flag", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    for (const path of paths) {
      expect(await write(other.id, path, bodies[path], null)).toMatchObject({ status: 401 });
      const refused = { status: 403, body: { code: "forbidden" } };
      expect(await write(other.id, path, bodies[path], pilot)).toMatchObject(refused);
      expect(await write(pilot.id, path, bodies[path], pilot)).toMatchObject(refused);
    }
  });

  it("answers an unknown or malformed id with 404, and an invalid body with its problem", async () => {
    const other = await aPilot(db);
    const missing = { status: 404, body: { code: "user-not-found" } };
    for (const path of paths) {
      expect(await write(newId(), path, bodies[path])).toMatchObject(missing);
      expect(await write("nobody", path, bodies[path])).toMatchObject(missing);
      const [field] = Object.keys(bodies[path]);
      for (const body of [{}, { [field!]: "yes" }])
        expect(await write(other.id, path, body)).toMatchObject({ status: 400, body: { fields: { [field!]: /./ } } });
    }
    expect(await write(other.id, "password", { newPassword: "short" })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: "Password must be at least 6 characters long." } },
    });
  });

  it("[S201] refuses changes of the admin's own account", async () => {
    for (const path of paths)
      for (const body of [bodies[path], { verified: false, isActive: false, isAdmin: false, newPassword: "tail-wind" }])
        expect(await write(admin.id, path, body)).toMatchObject({ status: 403, body: { code: "own-admin" } });
    expect(await db("users").where({ id: admin.id }).first()).toMatchObject({ isActive: true, isAdmin: true });
  });
});

describe("verifying", () => {
  it("[S238] returns the changed user, and logs the change for them and their partners, once", async () => {
    const [owner, partner] = [await anOwner(db), await aPilot(db)];
    await db("messages").insert({ id: newId(), senderId: partner.id, receiverId: owner.id, content: "Hello" });
    for (let time = 0; time < 2; time++)
      expect(await write(owner.id, "verify", { verified: true })).toMatchObject({
        status: 200,
        body: { id: owner.id, email: owner.email, verified: true, isActive: true },
      });
    expect(await lines(owner.id, "me")).toHaveLength(1);
    expect(await lines(partner.id, "people")).toHaveLength(1);
    const profile = await send(server.url, `GET /api/users/${owner.id}`);
    expect(profile.body).toMatchObject({ verified: true });
    expect(await write(owner.id, "verify", { verified: false })).toMatchObject({ body: { verified: false } });
  });
});

describe("another user's password", () => {
  it("[S241] is set at once, which ends the old one, their sessions and an open reset link", async () => {
    const person = await aPilot(db);
    await db("users")
      .where({ id: person.id })
      .update({ passwordResetToken: "digest", passwordResetExpiry: db.raw("now() + interval '1 hour'") });
    const answer = await write(person.id, "password", { newPassword: "cross-wind" });
    expect([answer.status, answer.body]).toMatchObject([200, { id: person.id, email: person.email }]);
    expect(answer.text).not.toContain("argon2");
    expect((await send(server.url, "GET /api/auth/me", { headers: person.headers })).status).toBe(401);
    expect((await send(server.url, "GET /api/auth/me", { headers: admin.headers })).status).toBe(200);
    expect((await logIn(person)).status).toBe(401);
    expect((await logIn(person, "cross-wind")).status).toBe(200);
    expect(await db("users").where({ id: person.id }).first()).toMatchObject({ passwordResetToken: null });
  });
});

describe("the admin flag", () => {
  it("[S240] grants and revokes rights at once, also in an open session", async () => {
    const other = await aPilot(db);
    const stats = () => send(server.url, "GET /api/admin/stats", { headers: other.headers });
    expect((await stats()).status).toBe(403);
    expect(await write(other.id, "toggle-admin", { isAdmin: true })).toMatchObject({ body: { isAdmin: true } });
    expect((await stats()).status).toBe(200);
    expect(await write(other.id, "toggle-admin", { isAdmin: false })).toMatchObject({ body: { isAdmin: false } });
    expect((await stats()).status).toBe(403);
    expect(await lines(other.id, "me")).toHaveLength(2);
  });

  /** Runs both calls up to the lock of the admins' rows, then releases the lock. */
  async function atOnce(calls: (() => Promise<Answer<object>>)[]): Promise<[number, unknown][]> {
    const tx = await db.transaction();
    await tx("users").where({ isAdmin: true }).select("id").forNoKeyUpdate();
    const answers = calls.map((call) => call());
    const areWaiting = async () => {
      const { rows } = await db.raw(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows[0].count).toBe(calls.length);
    };
    await vi.waitFor(areWaiting, { timeout: 10_000 });
    await tx.commit();
    const results = await Promise.all(answers);
    return results.map(({ status, body }): [number, unknown] => [status, (body as { code?: string }).code]).sort();
  }

  for (const [path, body] of [
    ["toggle-admin", { isAdmin: false }],
    ["toggle-active", { isActive: false }],
  ] as const)
    it(`stays with one user when the last two admins revoke each other (${path})`, async () => {
      await db("users").where({ isAdmin: true }).whereNot({ id: admin.id }).update({ isAdmin: false });
      const rival = await aPilot(db, { isAdmin: true });
      const answers = await atOnce([() => write(rival.id, path, body), () => write(admin.id, path, body, rival)]);
      expect(answers).toEqual([
        [200, undefined],
        [409, "last-admin"],
      ]);
      const left = await db("users").where({ isAdmin: true, isActive: true });
      expect(left).toHaveLength(1);
      // The remaining admin is used by the tests below.
      if (left[0].id !== admin.id) admin = rival;
    });

  it("[S1255] can neither give up the rights, be deactivated nor delete the account, and reads why", async () => {
    await db("users").where({ isAdmin: true }).whereNot({ id: admin.id }).update({ isAdmin: false });
    for (const [path, body] of [
      ["toggle-admin", { isAdmin: false }],
      ["toggle-active", { isActive: false }],
    ] as const)
      expect(await write(admin.id, path, body)).toMatchObject({
        status: 403,
        body: { code: "own-admin", error: "You can't change your own account here. Another admin can." },
      });
    const remove = { body: { password: PASSWORD }, headers: admin.headers };
    expect(await send(server.url, "POST /api/account/delete", remove)).toMatchObject({
      status: 409,
      body: { code: "last-admin", error: "Tailhour needs at least one admin." },
    });
    expect(await write(admin.id, "toggle-admin", { isAdmin: true })).toMatchObject({ status: 403 });
    expect(await db("users").where({ id: admin.id }).first("isAdmin", "isActive")).toEqual({
      isAdmin: true,
      isActive: true,
    });
    expect(await db("account_deletions").where({ userId: admin.id })).toEqual([]);
  });

  it("is checked again inside the transaction", async () => {
    const [rival, third] = [await aPilot(db, { isAdmin: true }), await aPilot(db, { isAdmin: true })];
    const answers = await atOnce([
      () => write(rival.id, "toggle-admin", { isAdmin: false }),
      () => write(third.id, "toggle-admin", { isAdmin: false }, rival),
    ]);
    // Either the rival was first, or the rival had lost the flag.
    expect([
      [
        [200, undefined],
        [200, undefined],
      ],
      [
        [200, undefined],
        [403, "forbidden"],
      ],
    ]).toContainEqual(answers);
  });
});

describe("an admin and others' listings", () => {
  it("may edit every field, verified and isActive too, but never the owner", async () => {
    const owner = await anOwner(db);
    const plane = await aPlane(db, owner.id);
    const edit = (me: TestPerson, body: object) =>
      send(server.url, `PATCH /api/aircraft/${plane}`, { body, headers: me.headers });
    const mine = await edit(owner, { name: "Skylane", verified: true, isActive: false });
    expect(mine).toMatchObject({ status: 200, body: { name: "Skylane", verified: false, isActive: true } });
    const theirs = await edit(admin, { hourlyRate: 210, verified: true, isActive: false, ownerId: admin.id });
    expect(theirs).toMatchObject({
      status: 200,
      body: { hourlyRate: 210, verified: true, isActive: false, ownerId: owner.id },
    });
    expect((await send(server.url, `GET /api/aircraft/${plane}/with-owner`)).status).toBe(404);
    expect(await edit(admin, { isActive: true })).toMatchObject({ status: 200, body: { isActive: true } });
  });
});

describe("the day of a mark Verified", () => {
  type Marked = { verifiedAt: string | null };

  it("is stored when an admin verifies a member, kept by other changes, and removed with the mark", async () => {
    const pilot = await aPilot(db);
    const verifiedAt = async () => (await send<Marked>(server.url, `GET /api/users/${pilot.id}`)).body.verifiedAt;
    expect(await verifiedAt()).toBeNull();
    await write(pilot.id, "verify", { verified: true });
    const first = await verifiedAt();
    expect(first).toMatch(/^\d{4}-.*Z$/);
    await write(pilot.id, "verify", { verified: true });
    await write(pilot.id, "toggle-admin", { isAdmin: true });
    expect(await verifiedAt()).toBe(first);
    await write(pilot.id, "verify", { verified: false });
    expect(await verifiedAt()).toBeNull();
  });

  it("is stored when an admin verifies a listing, and null for a mark from before", async () => {
    const owner = await anOwner(db);
    const id = await aPlane(db, owner.id, { verified: true });
    const marks = async () => {
      const path = `GET /api/aircraft/${id}/with-owner`;
      const { body } = await send<{ aircraft: Marked; owner: Marked }>(server.url, path);
      return [body.aircraft.verifiedAt, body.owner.verifiedAt];
    };
    expect(await marks()).toEqual([null, null]);
    for (const verified of [false, true])
      await send(server.url, `PATCH /api/aircraft/${id}`, { body: { verified }, headers: admin.headers });
    expect(await marks()).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), null]);
  });
});
