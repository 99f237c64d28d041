import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  owner = await anOwner(db);
});

const listing = { name: "Cessna 172", make: "Cessna", model: "172", location: "Denver CO" };

const call = (person: TestPerson, route: string, body?: unknown, key?: string) =>
  send(server.url, route, { body, headers: { ...person.headers, ...(key ? { "idempotency-key": key } : {}) } });

describe("an Idempotency-Key", () => {
  it("must be a UUID", async () => {
    const answer = await call(owner, "POST /api/aircraft", listing, "again");
    expect([answer.status, answer.body.code]).toEqual([400, "bad-idempotency-key"]);
  });

  it("returns the first status and record to a retry, and is the record's id", async () => {
    const key = newId();
    const first = await call(owner, "POST /api/aircraft", listing, key);
    const second = await call(owner, "POST /api/aircraft", { ...listing, name: "Another" }, key.toUpperCase());
    expect(first.status).toBe(201);
    expect(first.body.id).toBe(key);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await db("aircraft").where({ id: key })).toHaveLength(1);
  });

  it("runs one of many concurrent requests, and answers all of them equally", async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(owner, "POST /api/aircraft", listing, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  it("repeats a refusal, even if the command would succeed now", async () => {
    const pilot = await aPilot(db);
    const key = newId();
    const first = await call(pilot, "POST /api/aircraft", listing, key);
    expect([first.status, first.body.code]).toEqual([403, "owner-only"]);
    await db("users").where({ id: pilot.id }).update({ userType: "owner" });
    const second = await call(pilot, "POST /api/aircraft", listing, key);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await call(pilot, "POST /api/aircraft", listing, newId())).status).toBe(201);
  });

  it.each([
    ["a body that does not fit", "POST /api/messages", { content: "" }, 400, "invalid"],
    ["a path that names nothing", "PATCH /api/aircraft/none", { name: "Skyhawk" }, 404, "aircraft-not-found"],
  ])("repeats the refusal of %s, whatever comes next", async (_, route, wrong, status, code) => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const key = newId();
    const body = { ...wrong, ...("content" in wrong ? { receiverId: other.id } : {}) };
    const first = await call(pilot, route, body, key);
    expect([first.status, first.body.code]).toEqual([status, code]);
    expect(await db("outcomes").where({ userId: pilot.id })).toMatchObject([
      { commandId: key, status: "refused", code },
    ]);
    const next = route.startsWith("POST") ? { ...body, content: "Hello" } : body;
    const second = await call(pilot, route, next, key.toUpperCase());
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await db("messages").where({ senderId: pilot.id })).toEqual([]);
    const message = { receiverId: other.id, content: "Hello" };
    expect((await call(pilot, "POST /api/messages", message, newId())).status).toBe(201);
  });

  it("repeats the first answer to an invalid retry", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const key = newId();
    const first = await call(pilot, "POST /api/messages", { receiverId: other.id, content: "Hello" }, key);
    const second = await call(pilot, "POST /api/messages", { receiverId: other.id, content: "" }, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  it("counts concurrent refusals once, and answers all of them equally", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const key = newId();
    const bodies = ["", "Hello", "", "Hello"].map((content) => ({ receiverId: other.id, content }));
    const answers = await Promise.all(bodies.map((body) => call(pilot, "POST /api/messages", body, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await db("outcomes").where({ userId: pilot.id })).toHaveLength(1);
  });

  it("makes the refusal of a body stored; without a key or a user none is stored", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const id = newId();
    expect((await call(pilot, "POST /api/messages", { id, receiverId: other.id, content: "" })).status).toBe(400);
    expect(await db("outcomes").where({ userId: pilot.id })).toEqual([]);
    const answer = await call(pilot, "POST /api/messages", { id, receiverId: other.id, content: "Hello" });
    expect([answer.status, answer.body.id]).toEqual([201, id]);
    const guest = await send(server.url, "POST /api/auth/login", { body: {}, headers: { "idempotency-key": newId() } });
    expect([guest.status, guest.body.code]).toEqual([400, "invalid"]);
  });

  it("may be a UUID of any version, and messages keep their sending order", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const keys = ["f0000000-0000-4000-8000-00000000000a", "80000000-0000-4000-8000-00000000000b"];
    keys.push("00000000-0000-1000-8000-00000000000c");
    for (const key of keys) {
      const { body } = await call(pilot, "POST /api/messages", { receiverId: other.id, content: key }, key);
      expect(body.id).toBe(key);
    }
    const { body } = await call(other, `GET /api/messages/${other.id}/${pilot.id}`);
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual(keys);
    const upTo = keys[1];
    await call(other, `POST /api/messages/${other.id}/${pilot.id}/read`, { upTo });
    expect((await db("messages").where({ senderId: pilot.id, read: false })).map(({ id }) => id)).toEqual([keys[2]]);
    const again = await call(pilot, "POST /api/messages", { receiverId: other.id, content: "again" }, keys[0]);
    expect([again.status, again.body.id]).toEqual([201, keys[0]]);
  });

  it("repeats an answer without a body", async () => {
    const plane = await aPlane(db, owner.id);
    const key = newId();
    expect((await call(owner, `DELETE /api/aircraft/${plane}`, undefined, key)).status).toBe(204);
    const again = await call(owner, `DELETE /api/aircraft/${plane}`, undefined, key);
    expect([again.status, again.text]).toEqual([204, ""]);
  });

  it("answers a repeated password change without checking the old password again", async () => {
    const pilot = await aPilot(db);
    const key = newId();
    const body = { oldPassword: PASSWORD, newPassword: "another one" };
    const first = await call(pilot, "POST /api/auth/change-password", body, key);
    const second = await call(pilot, "POST /api/auth/change-password", body, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it("counts a wrong code once", async () => {
    const pilot = await aPilot(db, { isEmailVerified: false });
    await db("users")
      .where({ id: pilot.id })
      .update({ verificationCode: "x".repeat(64), verificationCodeExpiry: db.raw("now() + interval '1 minute'") });
    const key = newId();
    const body = { code: "123456" };
    for (let count = 0; count < 3; count++)
      expect((await call(pilot, "POST /api/auth/verify-email", body, key)).body.code).toBe("code-invalid");
    expect(await db("users").where({ id: pilot.id }).first("verificationTries")).toEqual({ verificationTries: 1 });
  });

  it("belongs to one user: another user may use the same key", async () => {
    const plane = await aPlane(db, owner.id);
    const [one, two] = [await aPilot(db), await aPilot(db)];
    const key = newId();
    const answers = [
      await call(one, `DELETE /api/favorites/${plane}`, undefined, key),
      await call(two, `DELETE /api/favorites/${plane}`, undefined, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  });

  it("belongs to one command: another command with it is refused", async () => {
    const plane = await aPlane(db, owner.id);
    const key = newId();
    await call(owner, "POST /api/aircraft", listing, key);
    const other = await call(owner, `DELETE /api/aircraft/${plane}`, undefined, key);
    expect([other.status, other.body.code]).toEqual([409, "id-taken"]);
    expect(await db("aircraft").where({ id: plane }).whereNull("deletedAt")).toHaveLength(1);
  });
});

describe("a record's id", () => {
  it("comes from the body, and is the command's id too", async () => {
    const id = newId();
    const first = await call(owner, "POST /api/aircraft", { ...listing, id });
    const second = await call(owner, "POST /api/aircraft", { ...listing, id });
    expect(first.body.id).toBe(id);
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  it("takes precedence over a key, and each of the two finds the first answer", async () => {
    const [id, key] = [newId(), newId()];
    const first = await call(owner, "POST /api/aircraft", { ...listing, id }, key);
    expect(first.body.id).toBe(id);
    expect((await call(owner, "POST /api/aircraft", listing, key)).body).toEqual(first.body);
    expect((await call(owner, "POST /api/aircraft", { ...listing, id }, newId())).body).toEqual(first.body);
  });

  it("of another user's record is refused, and the record stays", async () => {
    const other = await anOwner(db);
    const plane = await aPlane(db, other.id);
    const answer = await call(owner, "POST /api/aircraft", { ...listing, id: plane });
    expect([answer.status, answer.body.code]).toEqual([409, "id-taken"]);
    expect((await db("aircraft").where({ id: plane }).first()).ownerId).toBe(other.id);
  });

  it("is made by the server when the request has none", async () => {
    const { body } = await call(owner, "POST /api/aircraft", listing);
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });
});

describe("an internal error", () => {
  it("stores nothing, and the log names only the command", async () => {
    const broken = await startTestServer();
    const person = await anOwner(broken.db);
    await broken.db.raw("alter table catalogue_buckets rename to elsewhere");
    const key = newId();
    const answer = await send(broken.url, "POST /api/aircraft", {
      body: listing,
      headers: { ...person.headers, "idempotency-key": key },
    });
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: `Something went wrong on our side. Please try again. Request ${String(answer.headers["x-request-id"])}.`,
        code: "internal",
      },
    ]);
    expect(await broken.db("outcomes")).toEqual([]);
    expect(broken.logged.join("")).toContain('"command":"aircraft.create"');
    await broken.db.raw("alter table elsewhere rename to catalogue_buckets");
    const again = await send(broken.url, "POST /api/aircraft", {
      body: listing,
      headers: { ...person.headers, "idempotency-key": key },
    });
    expect(again.status).toBe(201);
  });
});
