import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { entities } from "../../../shared/entities.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { whileHeld } from "../../../tests/held.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});

async function edit(me: TestPerson, body: object, id = me.id): Promise<[number, Record<string, unknown>]> {
  const answer = await send(server.url, `PATCH /api/users/${id}`, { body, headers: me.headers });
  return [answer.status, answer.body];
}

const told = (person: string, about: string) =>
  db("change_log").where({ scope: `user:${person}`, entity: entities.people.number, id: about });

describe("PATCH /api/users/:id", () => {
  it("changes the user's own profile, also unverified, and logs for all partners", async () => {
    const [me, partner, stranger] = [await aPilot(db, { isEmailVerified: false }), await anOwner(db), await aPilot(db)];
    await db("messages").insert({ id: newId(), senderId: partner.id, receiverId: me.id, content: "Hello" });
    const [status, body] = await edit(me, {
      name: " Ada ",
      bio: "Tailwheel.",
      userType: "owner",
      email: "x@y.example",
      isAdmin: true,
    });
    expect([status, body]).toMatchObject([
      200,
      { id: me.id, name: "Ada", bio: "Tailwheel.", userType: "owner", email: me.email, isAdmin: false },
    ]);
    expect(await told(partner.id, me.id)).toHaveLength(1);
    expect(await told(stranger.id, me.id)).toHaveLength(0);
    expect(await db("change_log").where({ scope: `user:${me.id}`, entity: entities.me.number })).toHaveLength(1);
    expect((await edit(me, { name: "Ada" }))[0]).toBe(200);
    expect(await told(partner.id, me.id)).toHaveLength(1);
  });

  it("changes to pilot only without aircraft", async () => {
    const me = await anOwner(db);
    const plane = await aPlane(db, me.id);
    expect(await edit(me, { userType: "pilot" })).toMatchObject([409, { code: "has-aircraft" }]);
    await db("aircraft").where({ id: plane }).update({ deletedAt: db.fn.now() });
    expect(await edit(me, { userType: "pilot" })).toMatchObject([200, { userType: "pilot" }]);
  });

  it("refuses a listing of a user who concurrently becomes a pilot", async () => {
    const me = await anOwner(db);
    async function becomePilot(tx: Knex.Transaction) {
      await tx("users").where({ id: me.id }).forUpdate().first("id");
      await tx("users").where({ id: me.id }).update({ userType: "pilot" });
    }
    const body = { name: "Cub", make: "Piper", model: "J-3", location: "Denver CO" };
    const list = () => send(server.url, "POST /api/aircraft", { body, headers: me.headers });
    expect(code(await whileHeld(db, becomePilot, list))).toEqual([403, "owner-only"]);
    expect(await db("aircraft").where({ ownerId: me.id })).toEqual([]);
  });

  it("is refused for other users, and for pictures of other sites", async () => {
    const [me, other] = [await aPilot(db), await aPilot(db)];
    expect(await edit(me, { name: "Eve" }, other.id)).toMatchObject([403, { code: "forbidden" }]);
    expect(await edit(me, { avatarUrl: "https://evil.example/x.png" })).toMatchObject([
      400,
      { fields: { avatarUrl: expect.any(String) } },
    ]);
    expect(await edit(me, { avatarUrl: null })).toMatchObject([200, { avatarUrl: null }]);
    expect(await edit(me, { avatarUrl: "" })).toMatchObject([200, { avatarUrl: null }]);
    expect(await edit(me, { name: " " })).toMatchObject([400, { fields: { name: expect.any(String) } }]);
  });
});
