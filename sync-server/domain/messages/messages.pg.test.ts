import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../../../shared/domain/messages.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { code, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, owner, stranger] = [await aPilot(db), await anOwner(db), await aPilot(db)];
});

const write = (me: TestPerson, body: object, headers: Record<string, string> = {}): Promise<Answer<Message>> =>
  send<Message>(server.url, "POST /api/messages", { body, headers: { ...me.headers, ...headers } });
const get = <Body>(me: TestPerson | null, path: string) =>
  send<Body>(server.url, `GET ${path}`, { headers: me?.headers ?? {} });

describe("POST /api/messages", () => {
  it("[S164] answers 201 with the message, stored unchanged", async () => {
    const plane = await aPlane(db, owner.id);
    const content = "  Is N123AB free on Friday?\n 🛩️ ";
    const { status, body } = await write(pilot, { receiverId: owner.id, content, aircraftId: plane });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        senderId: pilot.id,
        receiverId: owner.id,
        aircraftId: plane,
        bookingId: null,
        content,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        read: false,
        rev: 0,
      },
    ]);
  });

  it("[R5] runs once for a repeated Idempotency-Key or id", async () => {
    const key = { "idempotency-key": newId() };
    const body = { receiverId: owner.id, content: "once" };
    const answers = [await write(pilot, body, key), await write(pilot, body, key)];
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    const id = newId();
    const twins = await Promise.all([1, 2, 3, 4].map(() => write(pilot, { ...body, id })));
    expect(twins.map(({ status, body: { id: made } }) => [status, made])).toEqual(
      Array.from({ length: 4 }, () => [201, id]),
    );
    expect(await db("messages").where({ content: "once" })).toHaveLength(2);
    expect(code(await write(stranger, { ...body, id }))).toEqual([409, "id-taken"]);
    expect(code(await write(pilot, body, { "idempotency-key": "x" }))).toEqual([400, "bad-idempotency-key"]);
  });

  it("[S221] refuses an invalid message, with the reason", async () => {
    const gone = await aPilot(db);
    await db("users").where({ id: gone.id }).update({ isActive: false });
    const unverified = await aPilot(db, { isEmailVerified: false });
    const hidden = await aPlane(db, owner.id, { isActive: false });
    const text = { content: "Hello" };
    expect(code(await write(pilot, { ...text, receiverId: pilot.id }))).toEqual([400, "message-to-self"]);
    expect(code(await write(pilot, { ...text, receiverId: newId() }))).toEqual([404, "user-not-found"]);
    expect(code(await write(pilot, { ...text, receiverId: gone.id }))).toEqual([403, "receiver-gone"]);
    expect(code(await write(pilot, { ...text, receiverId: owner.id, aircraftId: newId() }))).toEqual([
      404,
      "aircraft-not-found",
    ]);
    expect(code(await write(pilot, { ...text, receiverId: owner.id, aircraftId: hidden }))).toEqual([
      404,
      "aircraft-not-found",
    ]);
    expect((await write(owner, { ...text, receiverId: pilot.id, aircraftId: hidden })).status).toBe(201);
    expect((await write(pilot, { ...text, receiverId: owner.id, aircraftId: hidden })).status).toBe(201);
    const unsent = await write(unverified, { ...text, receiverId: owner.id });
    expect([...code(unsent), (unsent.body as unknown as { error: string }).error]).toEqual([
      403,
      "email-unverified",
      "Please verify your email first.",
    ]);
    for (const content of ["", " \n ", "x".repeat(4001), "a\u0000b", 5, undefined])
      expect([content, ...code(await write(pilot, { receiverId: owner.id, content }))]).toEqual([
        content,
        400,
        "invalid",
      ]);
    expect((await write(pilot, { receiverId: owner.id, content: "x".repeat(4000) })).status).toBe(201);
    expect((await send(server.url, "POST /api/messages", { body: text })).status).toBe(401);
  });
});

describe("reading", () => {
  it("[S271] shows a conversation oldest first, to its two members only", async () => {
    const [one, other] = [await aPilot(db), await anOwner(db)];
    for (const content of ["a", "b"]) await write(one, { receiverId: other.id, content });
    await write(other, { receiverId: one.id, content: "c" });
    for (const [me, them] of [
      [one, other],
      [other, one],
    ] as const) {
      const { status, body } = await get<Message[]>(me, `/api/messages/${me.id}/${them.id}`);
      expect([status, body.map(({ content }) => content).join("")]).toEqual([200, "abc"]);
    }
    expect(code(await get(stranger, `/api/messages/${one.id}/${other.id}`))).toEqual([403, "forbidden"]);
    expect(code(await get(one, `/api/messages/${other.id}/${one.id}`))).toEqual([403, "forbidden"]);
    expect(code(await get(one, `/api/messages/${one.id}/${newId()}`))).toEqual([404, "user-not-found"]);
    expect(code(await get(one, `/api/messages/nobody/${other.id}`))).toEqual([404, "user-not-found"]);
    expect((await get(null, `/api/messages/${one.id}/${other.id}`)).status).toBe(401);
    expect((await get<Message[]>(stranger, `/api/messages/${stranger.id}/${one.id}`)).body).toEqual([]);
  });

  it("[S168] lists conversations latest first, with the other user and the last message", async () => {
    const [me, first, second] = [await aPilot(db), await anOwner(db), await anOwner(db)];
    await db("users").where({ id: first.id }).update({ verified: true });
    await write(me, { receiverId: first.id, content: "to first, before" });
    await write(me, { receiverId: first.id, content: "to first" });
    await db("messages").where({ receiverId: first.id }).update({ read: true });
    await write(second, { receiverId: me.id, content: "from second" });
    type Line = { user: Record<string, unknown>; lastMessage: Record<string, unknown> };
    const { body } = await get<Line[]>(me, `/api/messages/conversations/${me.id}`);
    expect(body).toEqual([
      {
        user: { id: second.id, name: second.name, verified: false, avatarUrl: null, userType: "owner" },
        lastMessage: {
          content: "from second",
          senderId: second.id,
          receiverId: me.id,
          read: false,
          createdAt: expect.any(String),
        },
      },
      {
        user: { id: first.id, name: first.name, verified: true, avatarUrl: null, userType: "owner" },
        lastMessage: {
          content: "to first",
          senderId: me.id,
          receiverId: first.id,
          read: true,
          createdAt: expect.any(String),
        },
      },
    ]);
    expect(code(await get(stranger, `/api/messages/conversations/${me.id}`))).toEqual([403, "forbidden"]);
  });

  it("returns more than a thousand messages in linked pages", async () => {
    const [one, other] = [await aPilot(db), await anOwner(db)];
    const at = Date.now();
    const rows = Array.from({ length: 2005 }, (_, index) => ({
      id: newId(),
      senderId: one.id,
      receiverId: other.id,
      content: `${index}`,
      createdAt: new Date(at - 5000 + Math.floor(index / 3)),
    }));
    rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
    await db.batchInsert("messages", rows, 500);
    let path = `/api/messages/${one.id}/${other.id}`;
    const pages: string[][] = [];
    for (;;) {
      const { body, headers } = await get<Message[]>(one, path);
      pages.unshift(body.map(({ id }) => id));
      const link = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1];
      if (!link) break;
      path = link;
    }
    expect(pages.map((page) => page.length)).toEqual([5, 1000, 1000]);
    expect(pages.flat()).toEqual(rows.map(({ id }) => id));
    expect(code(await get(one, `/api/messages/${one.id}/${other.id}?cursor=x`))).toEqual([400, "invalid"]);
  });

  it("[S175] counts unread messages", async () => {
    const [me, first, second] = [await aPilot(db), await anOwner(db), await anOwner(db)];
    const ids: string[] = [];
    for (const content of ["a", "b", "c"]) ids.push((await write(first, { receiverId: me.id, content })).body.id);
    await write(second, { receiverId: me.id, content: "d" });
    const count = async () => (await get<{ count: number }>(me, "/api/messages/unread/count")).body;
    const read = (path: string, body: object = {}) => send(server.url, `POST ${path}`, { body, headers: me.headers });
    expect(await count()).toEqual({ count: 4 });
    expect((await read(`/api/messages/${me.id}/${first.id}/read`, { upTo: ids[1] })).status).toBe(204);
    expect(await count()).toEqual({ count: 2 });
    expect((await read(`/api/messages/${me.id}/${first.id}/read`)).status).toBe(204);
    expect((await read(`/api/messages/${me.id}/${first.id}/read`)).status).toBe(204);
    expect(await count()).toEqual({ count: 1 });
    expect(code(await read(`/api/messages/${first.id}/${me.id}/read`))).toEqual([403, "forbidden"]);
    expect(code(await read(`/api/messages/${me.id}/${newId()}/read`))).toEqual([404, "user-not-found"]);
    const lines = await db("change_log").where({ scope: `user:${first.id}`, entity: 4 });
    expect(lines).toHaveLength(6);
  });
});
