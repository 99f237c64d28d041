import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { Message } from "../../../shared/domain/messages.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let other: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, other, owner] = [await aPilot(db), await aPilot(db), await anOwner(db)];
  plane = await aPlane(db, owner.id, { location: "San Diego CA" });
});

type Made = { booking: Booking; message: Message };
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const content = "Booking request for Cessna 172";

function ask(me: TestPerson, more: object = {}, headers: Record<string, string> = {}): Promise<Answer<Made>> {
  const body = { aircraftId: plane, startDate: inHours(48), hours: 3, content, ...more };
  return send<Made>(server.url, "POST /api/bookings", { body, headers: { ...me.headers, ...headers } });
}
function step(me: TestPerson, id: string, status: string, more: object = {}): Promise<Answer<Booking>> {
  return send<Booking>(server.url, `PATCH /api/bookings/${id}`, { body: { status, ...more }, headers: me.headers });
}
const code = ({ status, body }: Answer<unknown>) => [status, (body as { code?: string }).code];
const fieldsOf = ({ body }: Answer<unknown>) => Object.keys((body as { fields?: object }).fields ?? {});
const linesAbout = (id: string) =>
  db("messages").where({ bookingId: id }).orderBy("createdAt").select("senderId", "receiverId", "content", "read");
const scopesOf = async (entity: number, id: string) =>
  (await db("change_log").where({ entity, id }).distinct("scope").orderBy("scope")).map(({ scope }) => scope as string);
const both = () => [`user:${pilot.id}`, `user:${owner.id}`].sort();
const pastFrom = (hours: number, startedAgo: number) => ({
  startDate: new Date(Date.now() - startedAgo * HOUR),
  endsAt: new Date(Date.now() + (hours - startedAgo) * HOUR),
  hours,
});

describe("POST /api/bookings", () => {
  it("makes a booking and its message together, priced by the server, and tells both members", async () => {
    const rated = await aPlane(db, owner.id, { hourlyRate: 169 });
    const messageId = newId();
    const start = inHours(30);
    const { status, body } = await ask(pilot, {
      aircraftId: rated,
      startDate: start,
      messageId,
      totalPrice: 1,
      status: "accepted",
      pilotId: other.id,
    });
    expect([status, body]).toEqual([
      201,
      {
        booking: {
          id: expect.any(String),
          aircraftId: rated,
          pilotId: pilot.id,
          ownerId: owner.id,
          startDate: start,
          endsAt: new Date(Date.parse(start) + 3 * HOUR).toISOString(),
          hours: 3,
          status: "requested",
          // 169 × 3 and ten percent are 557.70.
          totalPrice: 558,
          createdAt: expect.any(String),
          rev: 0,
          aircraftReviewed: false,
          ownerReviewed: false,
          pilotReviewed: false,
        },
        message: expect.objectContaining({
          id: messageId,
          senderId: pilot.id,
          receiverId: owner.id,
          aircraftId: rated,
          bookingId: body.booking.id,
          content,
          read: false,
        }),
      },
    ]);
    expect(await scopesOf(5, body.booking.id)).toEqual(both());
    expect(await scopesOf(4, messageId)).toEqual(both());
    // Whoever books begins to watch.
    expect(await scopesOf(6, rated)).toContain(`user:${pilot.id}`);
  });

  it("takes an instant with any offset and keeps it in UTC", async () => {
    const { body } = await ask(pilot, { startDate: "2099-12-05T09:00:00-08:00" });
    expect([body.booking.startDate, body.booking.endsAt]).toEqual([
      "2099-12-05T17:00:00.000Z",
      "2099-12-05T20:00:00.000Z",
    ]);
  });

  it("[R5] happens once for a repeated Idempotency-Key or id", async () => {
    const body = { id: newId(), messageId: newId() };
    const key = { "idempotency-key": newId() };
    const start = { startDate: inHours(60) };
    const answers = await Promise.all([1, 2, 3].map(() => ask(pilot, { ...body, ...start }, key)));
    expect(new Set(answers.map(({ body: made }) => JSON.stringify(made))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await linesAbout(body.id)).toHaveLength(1);
    expect(code(await ask(other, { id: body.id }))).toEqual([409, "id-taken"]);
    expect(code(await ask(pilot, { id: newId(), messageId: body.messageId }))).toEqual([409, "id-taken"]);
    expect(await db("bookings").where({ pilotId: other.id })).toEqual([]);
  });

  it("refuses what does not fit, and names the field", async () => {
    const dear = await aPlane(db, owner.id, { hourlyRate: 1_000_000 });
    const long = await aPlane(db, owner.id, { minHours: 4 });
    for (const [field, more] of [
      ["startDate", { startDate: inHours(-0.01) }],
      ["startDate", { startDate: "tomorrow" }],
      ["startDate", { startDate: "9998-12-31T00:00:00Z", hours: 1_000_000 }],
      ["hours", { hours: 0 }],
      ["hours", { hours: 2.5 }],
      ["hours", { hours: "3" }],
      ["hours", { hours: 1 }],
      ["hours", { aircraftId: long }],
      ["hours", { aircraftId: dear, hours: 2000 }],
      ["content", { content: " " }],
      ["aircraftId", { aircraftId: "x" }],
      ["ownerId", { ownerId: other.id }],
    ] as const) {
      const answer = await ask(pilot, more);
      expect([...code(answer), ...fieldsOf(answer)]).toEqual([400, "invalid", field]);
    }
    expect((await ask(pilot, { aircraftId: dear, hours: 1952 })).body.booking.totalPrice).toBe(2_147_200_000);
    expect((await ask(pilot, { ownerId: owner.id.toUpperCase() })).status).toBe(201);
  });

  it("is for verified people, and for aircraft of others that are on the market", async () => {
    const unverified = await aPilot(db, { isEmailVerified: false });
    const admin = await aPilot(db, { isAdmin: true });
    const away = await anOwner(db);
    await db("users").where({ id: away.id }).update({ isActive: false });
    const [hidden, theirs] = [await aPlane(db, owner.id, { isActive: false }), await aPlane(db, away.id)];
    expect(code(await ask(unverified))).toEqual([403, "email-unverified"]);
    expect(code(await ask(unverified, { aircraftId: newId() }))).toEqual([404, "aircraft-not-found"]);
    expect(code(await ask(owner))).toEqual([400, "own-aircraft"]);
    expect(code(await ask(pilot, { aircraftId: newId() }))).toEqual([404, "aircraft-not-found"]);
    expect(code(await ask(pilot, { aircraftId: hidden }))).toEqual([404, "aircraft-not-found"]);
    expect(code(await ask(pilot, { aircraftId: theirs }))).toEqual([404, "aircraft-not-found"]);
    expect(code(await ask(admin, { aircraftId: hidden }))).toEqual([404, "aircraft-not-found"]);
    expect(code(await ask(admin, { aircraftId: theirs }))).toEqual([403, "receiver-gone"]);
    expect((await send(server.url, "POST /api/bookings", { body: {} })).status).toBe(401);
    expect(await db("messages").whereIn("senderId", [unverified.id, admin.id])).toEqual([]);
  });
});

describe("the steps of a booking", () => {
  const requested = async (more: object = {}) => (await ask(pilot, more)).body.booking.id;

  it("are told in the conversation by whoever takes them, in the aircraft's own time", async () => {
    const id = await requested({ startDate: "2099-07-05T16:00:00Z" });
    const { status, body } = await step(owner, id, "accepted", { peerId: pilot.id });
    expect([status, body.status, body.rev]).toEqual([200, "accepted", 1]);
    expect((await step(pilot, id, "cancelled")).body).toMatchObject({ id, status: "cancelled", rev: 2 });
    expect(await linesAbout(id)).toEqual([
      { senderId: pilot.id, receiverId: owner.id, content, read: false },
      {
        senderId: owner.id,
        receiverId: pilot.id,
        content: "Booking accepted: Cessna 172, Sun, Jul 5, 09:00 PDT, 3 hours.",
        read: false,
      },
      {
        senderId: pilot.id,
        receiverId: owner.id,
        content: "Booking cancelled: Cessna 172, Sun, Jul 5, 09:00 PDT, 3 hours.",
        read: false,
      },
    ]);
    const log = await db("change_log").where({ entity: 5, id });
    expect(log.map(({ scope }) => scope as string).sort()).toEqual([...both(), ...both(), ...both()].sort());
  });

  it("are taken by the side they belong to, each in its place", async () => {
    const statuses = ["requested", "accepted", "declined", "cancelled", "completed", "expired"];
    const allowed = async (prepare: (id: string) => Promise<unknown>, hours = 100) => {
      const found: string[] = [];
      for (const [side, me] of [
        ["owner", owner],
        ["pilot", pilot],
      ] as const)
        for (const status of statuses) {
          const id = await requested({ startDate: inHours(hours) });
          await prepare(id);
          const answer = await step(me, id, status);
          if (answer.status === 200) found.push(`${side} ${status}`);
          else expect([side, status, ...code(answer)]).toEqual([side, status, 409, "wrong-step"]);
          await db("bookings").where({ id }).update({ status: "declined" });
        }
      return found;
    };
    const set = (fields: object) => (id: string) => db("bookings").where({ id }).update(fields);
    expect(await allowed(async () => {})).toEqual(["owner accepted", "owner declined", "pilot cancelled"]);
    expect(await allowed(set({ status: "accepted" }), 200)).toEqual(["owner cancelled", "pilot cancelled"]);
    expect(await allowed(set({ status: "accepted", ...pastFrom(3, 1) }))).toEqual([
      "owner cancelled",
      "pilot cancelled",
    ]);
    expect(await allowed(set({ status: "accepted", ...pastFrom(3, 4) }))).toEqual([
      "owner completed",
      "pilot completed",
    ]);
    // Past its start a request only waits to expire.
    expect(await allowed(set(pastFrom(3, 1)))).toEqual([]);
    for (const status of ["declined", "cancelled", "completed", "expired"])
      expect(await allowed(set({ status }), 300)).toEqual([]);
  });

  it("are nobody else's business, an admin's included", async () => {
    const id = await requested();
    const admin = await aPilot(db, { isAdmin: true });
    for (const stranger of [other, admin])
      expect(code(await step(stranger, id, "cancelled"))).toEqual([404, "booking-not-found"]);
    expect(code(await step(pilot, newId(), "cancelled"))).toEqual([404, "booking-not-found"]);
    expect((await step(pilot, "nonsense", "cancelled")).status).toBe(404);
    const wrong = await step(pilot, id, "cancelled", { peerId: other.id });
    expect([...code(wrong), ...fieldsOf(wrong)]).toEqual([400, "invalid", "peerId"]);
    expect(code(await step(pilot, id, "flown"))).toEqual([400, "invalid"]);
    expect((await db("bookings").where({ id }).first("status")).status).toBe("requested");
  });

  it("of a pilot who was deactivated can be declined, not accepted", async () => {
    const gone = await aPilot(db);
    const ids = [(await ask(gone)).body.booking.id, (await ask(gone)).body.booking.id];
    await db("users").where({ id: gone.id }).update({ isActive: false });
    expect(code(await step(owner, ids[0]!, "accepted"))).toEqual([403, "receiver-gone"]);
    expect((await step(owner, ids[1]!, "declined")).status).toBe(200);
  });

  it("never end in two accepted bookings that overlap: the loser is told, and its request stays", async () => {
    for (let round = 0; round < 5; round++) {
      const own = await aPlane(db, owner.id);
      const ids = await Promise.all(
        [48, 49, 50, 50.5].map(
          async (hours) => (await ask(pilot, { aircraftId: own, startDate: inHours(hours) })).body.booking.id,
        ),
      );
      const answers = await Promise.all(ids.map((id) => step(owner, id, "accepted")));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status !== 200);
      expect(lost.map(({ status, body }) => [status, body])).toEqual(
        lost.map(() => [409, { error: "Those hours were just taken.", code: "hours-taken" }]),
      );
      const rows = await db("bookings").where({ aircraftId: own }).select("status");
      expect(rows.map(({ status }) => status as string).sort()).toEqual([
        "accepted",
        "requested",
        "requested",
        "requested",
      ]);
      expect(
        await db("messages").where({ aircraftId: own }).where("content", "like", "Booking accepted%"),
      ).toHaveLength(1);
    }
  });

  it("may follow each other hour by hour", async () => {
    const own = await aPlane(db, owner.id);
    const start = Date.now() + 90 * HOUR;
    for (const at of [start, start + 3 * HOUR]) {
      const { body } = await ask(pilot, { aircraftId: own, startDate: new Date(at).toISOString() });
      expect((await step(owner, body.booking.id, "accepted")).status).toBe(200);
    }
  });
});

describe("a deleted aircraft", () => {
  it("declines its open requests with a line, and stays readable in the conversation", async () => {
    const own = await aPlane(db, owner.id, { location: "San Diego CA" });
    const admin = await aPilot(db, { isAdmin: true });
    const ids: string[] = [];
    for (const me of [pilot, other])
      ids.push((await ask(me, { aircraftId: own, startDate: "2099-12-05T17:00:00Z" })).body.booking.id);
    const remove = () => send(server.url, `DELETE /api/aircraft/${own}`, { headers: admin.headers });
    expect((await remove()).status).toBe(204);
    for (const [index, me] of [pilot, other].entries()) {
      expect((await db("bookings").where({ id: ids[index] }).first("status")).status).toBe("declined");
      expect((await linesAbout(ids[index]!)).at(-1)).toEqual({
        // Also when an admin deletes it: the conversation is the owner's.
        senderId: owner.id,
        receiverId: me.id,
        content: "Booking declined: Cessna 172, Sat, Dec 5, 09:00 PST, 3 hours. The aircraft is no longer listed.",
        read: false,
      });
    }
    expect(await db("messages").where({ senderId: admin.id })).toEqual([]);
    expect(code(await ask(pilot, { aircraftId: own }))).toEqual([404, "aircraft-not-found"]);
  });

  it("is not deleted while an accepted booking lies ahead, and the reason is given", async () => {
    const own = await aPlane(db, owner.id);
    const { body } = await ask(pilot, { aircraftId: own });
    await step(owner, body.booking.id, "accepted");
    const remove = () => send(server.url, `DELETE /api/aircraft/${own}`, { headers: owner.headers });
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        code: "booked-ahead",
        error: "This aircraft has an accepted booking ahead. Cancel it before deleting the listing.",
      },
    });
    await step(owner, body.booking.id, "cancelled");
    expect((await remove()).status).toBe(204);
  });
});

describe("GET /api/bookings", () => {
  it("lists the caller's, as pilot and as owner, newest first, by pages", async () => {
    const [me, friend] = [await anOwner(db), await anOwner(db)];
    const [mine, theirs] = [await aPlane(db, me.id), await aPlane(db, friend.id)];
    const asPilot = (await ask(me, { aircraftId: theirs })).body.booking;
    const asOwner = (await ask(friend, { aircraftId: mine })).body.booking;
    await ask(pilot);
    const list = (path: string) => send<Booking[]>(server.url, `GET ${path}`, { headers: me.headers });
    expect((await list("/api/bookings")).body).toEqual([asOwner, asPilot]);
    expect((await send(server.url, "GET /api/bookings")).status).toBe(401);
    expect((await list("/api/bookings?cursor=x")).status).toBe(400);
    await db.raw(
      `insert into bookings (id, "aircraftId", "pilotId", "ownerId", "startDate", "endsAt", hours, "totalPrice", "createdAt")
       select gen_random_uuid(), ?, ?, ?, now(), now() + interval '1 hour', 1, 1, now() - n * interval '1 minute'
       from generate_series(1, 1001) n`,
      [theirs, me.id, friend.id],
    );
    const first = await list("/api/bookings");
    const second = await list(/^<([^>]+)>/.exec(String(first.headers.link))![1]!);
    expect([first.body.length, second.body.length, second.headers.link]).toEqual([1000, 3, undefined]);
    expect(new Set([...first.body, ...second.body].map(({ id }) => id)).size).toBe(1003);
  });
});

describe("a day on which accepted bookings cover the working hours", () => {
  it("is not found by the date filter, and is again once one is cancelled", async () => {
    const own = await aPlane(db, owner.id, { location: "Phoenix AZ" });
    const found = async () => {
      const { body } = await send<{ id: string }[]>(server.url, "GET /api/aircraft?date=2099-03-02&location=phoenix");
      return body.some(({ id }) => id === own);
    };
    // 08:00 to 20:00 in Phoenix.
    const ids: string[] = [];
    for (const startDate of ["2099-03-02T15:00:00Z", "2099-03-02T21:00:00Z"])
      ids.push((await ask(pilot, { aircraftId: own, startDate, hours: 6 })).body.booking.id);
    expect(await found()).toBe(true);
    for (const id of ids) await step(owner, id, "accepted");
    expect(await found()).toBe(false);
    await step(pilot, ids[0]!, "cancelled");
    expect(await found()).toBe(true);
  });
});

describe("over the exchange", () => {
  type Sent = { id: string; name: string; input: object };
  const exchange = async (me: TestPerson, commands: Sent[]) => {
    const body = { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands };
    return (await send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers: me.headers })).body;
  };

  it("[R8] a request, a message and a cancellation of one conversation happen in the order sent, once", async () => {
    const [me, host] = [await aPilot(db), await anOwner(db)];
    const own = await aPlane(db, host.id);
    const [id, messageId] = [newId(), newId()];
    const input = { id, messageId, aircraftId: own, ownerId: host.id, startDate: inHours(20), hours: 2, content };
    const commands = [
      { id, name: "bookings.request", input },
      { id: newId(), name: "messages.send", input: { receiverId: host.id, content: "Keys at 07:30?" } },
      { id: newId(), name: "bookings.setStatus", input: { id, status: "cancelled", peerId: host.id } },
    ];
    const first = await exchange(me, commands);
    const again = await exchange(me, commands);
    for (const { outcomes, rows } of [first, again]) {
      expect(outcomes.map(({ status }) => status)).toEqual(["applied", "applied", "applied"]);
      expect(rows["bookings"]).toEqual([expect.objectContaining({ id, status: "cancelled", ownerId: host.id })]);
      expect(rows["aircraft"]!.map((row) => row["id"])).toEqual([own]);
      expect(rows["people"]!.map((row) => row["id"])).toEqual([host.id]);
      const said = rows["messages"]!.sort((a, b) => (String(a["createdAt"]) < String(b["createdAt"]) ? -1 : 1));
      expect(said.map((row) => [row["bookingId"], String(row["content"]).slice(0, 17)])).toEqual([
        [id, content.slice(0, 17)],
        [null, "Keys at 07:30?"],
        [id, "Booking cancelled"],
      ]);
    }
    const heard = await exchange(host, []);
    expect(heard.rows["bookings"]).toEqual([expect.objectContaining({ id, pilotId: me.id })]);
    expect((await exchange(other, [])).rows["bookings"] ?? []).not.toContainEqual(expect.objectContaining({ id }));
  });

  it("refuses with the sentence that says why", async () => {
    const id = newId();
    const late = { aircraftId: plane, ownerId: owner.id, startDate: inHours(-1), hours: 3, content };
    const { outcomes } = await exchange(pilot, [
      { id, name: "bookings.request", input: { ...late, id, messageId: newId() } },
      { id: newId(), name: "bookings.setStatus", input: { id: newId(), status: "accepted" } },
    ]);
    expect(outcomes).toMatchObject([
      { status: "refused", code: "invalid", message: "That start has passed. Choose a later one." },
      { status: "refused", code: "booking-not-found" },
    ]);
  });
});

describe("the limits of messages", () => {
  it("hold for a booking's message too: REST is told to wait, the exchange to try again", async () => {
    const small = await startTestServer({ env: { LIMIT_NEW_RECEIVERS: "1" } });
    const me = await aPilot(small.db);
    const planes: string[] = [];
    for (let index = 0; index < 3; index++) planes.push(await aPlane(small.db, (await anOwner(small.db)).id));
    const body = (index: number) => ({ aircraftId: planes[index], startDate: inHours(5), hours: 2, content });
    const rest = (index: number) => send(small.url, "POST /api/bookings", { body: body(index), headers: me.headers });
    expect([(await rest(0)).status, (await rest(0)).status]).toEqual([201, 201]);
    expect(code(await rest(1))).toEqual([429, "too-many"]);
    const id = newId();
    const commands = [{ id, name: "bookings.request", input: { ...body(2), id, messageId: newId() } }];
    const { body: answer } = await send<ExchangeAnswer>(small.url, "POST /api/sync", {
      body: { clientId: newId(), userId: me.id, schema: 1, cursor: null, commands },
      headers: me.headers,
    });
    expect(answer.outcomes).toMatchObject([{ id, status: "retry", code: "too-many" }]);
    expect(await small.db("bookings").where({ id })).toEqual([]);
  });
});
