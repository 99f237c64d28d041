import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, content, HOUR, inHours, linesAbout, setStatus } from "../../../tests/bookings.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { countStaleCardDays } from "../availability/card-days.ts";
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

const ask = (me: TestPerson, more: object = {}, headers: Record<string, string> = {}) =>
  askFor(server.url, me, { aircraftId: plane, ...more }, headers);
const step = (me: TestPerson, id: string, status: string, more: object = {}) =>
  setStatus(server.url, me, id, status, more);
const both = () => [`user:${pilot.id}`, `user:${owner.id}`].sort();

describe("POST /api/bookings", () => {
  it("[S172] creates a booking and its message, priced by the server, and logs for both members", async () => {
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
          holdsUntil: null,
          hours: 3,
          status: "requested",
          // 169 × 3 plus ten percent are 557.70.
          totalPrice: 558,
          hourlyRate: 169,
          totalCents: 55_770,
          terms: null,
          eligibility: null,
          sharedPapers: [],
          sharedScans: [],
          answerBy: expect.any(String),
          lastStepBy: null,
          lastStepAt: null,
          reason: null,
          note: null,
          proposal: null,
          // For the owner alone.
          flightsTogether: null,
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
    expect(await scopesOf(db, 5, body.booking.id)).toEqual(both());
    expect(await scopesOf(db, 4, messageId)).toEqual(both());
    // A user who books watches the aircraft.
    expect(await scopesOf(db, 6, rated)).toContain(`user:${pilot.id}`);
  });

  it("accepts an instant with any offset, and stores it in UTC", async () => {
    const { body } = await ask(pilot, { startDate: "2099-12-05T09:00:00-08:00" });
    expect([body.booking.startDate, body.booking.endsAt]).toEqual([
      "2099-12-05T17:00:00.000Z",
      "2099-12-05T20:00:00.000Z",
    ]);
  });

  it("[S344] refuses another price than the pilot saw, and names the new one", async () => {
    const rated = await aPlane(db, owner.id, { hourlyRate: 169 });
    const seen = { aircraftId: rated, hours: 2, quotedTotalCents: 37_180 };
    expect((await ask(pilot, seen)).body.booking.totalCents).toBe(37_180);
    await db("aircraft").where({ id: rated }).update({ hourlyRate: 179 });
    const { status, body } = await ask(pilot, seen);
    expect([status, body]).toEqual([
      409,
      {
        error: "The rate is now $179. Send it at $393.80?",
        code: "price-changed",
        fields: { quotedTotalCents: { base: 37_180, theirs: 39_380, yours: 37_180 } },
      },
    ]);
    expect((await ask(pilot, { ...seen, quotedTotalCents: 39_380 })).status).toBe(201);
    // The quote is kept.
    expect(await db("bookings").where({ aircraftId: rated }).orderBy("createdAt").pluck("totalCents")).toEqual([
      37_180, 39_380,
    ]);
  });

  it("sets the deadline of the answer, and when the owner is reminded", async () => {
    const before = Date.now();
    const { booking } = (await ask(pilot, { startDate: inHours(20) })).body;
    const [answerBy, start] = [Date.parse(booking.answerBy!), Date.parse(booking.startDate)];
    expect(answerBy).toBeGreaterThanOrEqual(before + (start - before) / 2);
    expect(answerBy).toBeLessThan(Date.now() + (start - before) / 2 + 60_000);
    const { nudgeAt } = await db("bookings").where({ id: booking.id }).first("nudgeAt");
    expect(Date.parse(nudgeAt) - before).toBeGreaterThanOrEqual((answerBy - before) / 2);
    expect(Date.parse(nudgeAt)).toBeLessThan(answerBy);
  });

  it("[R5] runs once for a repeated Idempotency-Key or id", async () => {
    const body = { id: newId(), messageId: newId() };
    const key = { "idempotency-key": newId() };
    const start = { startDate: inHours(60) };
    const answers = await Promise.all([1, 2, 3].map(() => ask(pilot, { ...body, ...start }, key)));
    expect(new Set(answers.map(({ body: made }) => JSON.stringify(made))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await linesAbout(db, body.id)).toHaveLength(1);
    expect(code(await ask(other, { id: body.id }))).toEqual([409, "id-taken"]);
    expect(code(await ask(pilot, { id: newId(), messageId: body.messageId }))).toEqual([409, "id-taken"]);
    expect(await db("bookings").where({ pilotId: other.id })).toEqual([]);
  });

  it("refuses invalid input, and names the field", async () => {
    const dear = await aPlane(db, owner.id, { hourlyRate: 1_000_000 });
    const long = await aPlane(db, owner.id, { minHours: 4 });
    for (const [field, more] of [
      ["startDate", { startDate: inHours(-0.01) }],
      ["startDate", { startDate: "tomorrow" }],
      ["startDate", { startDate: "2099-12-05T17:10:00Z" }],
      ["startDate", { startDate: "2099-12-05T17:30:00.001Z" }],
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

  it("requires a verified user and a public aircraft of another user", async () => {
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

describe("GET /api/bookings", () => {
  it("lists the caller's bookings as pilot and as owner, newest first, in pages", async () => {
    const [me, friend] = [await anOwner(db), await anOwner(db)];
    const [mine, theirs] = [await aPlane(db, me.id), await aPlane(db, friend.id)];
    const asPilot = (await ask(me, { aircraftId: theirs })).body.booking;
    const asOwner = (await ask(friend, { aircraftId: mine })).body.booking;
    await ask(pilot);
    const list = (path: string) => send<Booking[]>(server.url, `GET ${path}`, { headers: me.headers });
    expect((await list("/api/bookings")).body).toEqual([{ ...asOwner, flightsTogether: 0 }, asPilot]);
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

describe("a day on which accepted bookings leave no room for the shortest rental", () => {
  it("hides the aircraft from the date filter until one is cancelled", async () => {
    const own = await aPlane(db, owner.id, { location: "Phoenix AZ" });
    // The default plan: open from 07:00 to 21:00.
    await db("availability_plans").where({ aircraftId: own }).delete();
    const day = inHours(24 * 30).slice(0, 10);
    const found = async () => {
      await countStaleCardDays(db);
      const { body } = await send<{ id: string }[]>(server.url, `GET /api/aircraft?date=${day}&location=phoenix`);
      return body.some(({ id }) => id === own);
    };
    // 08:00 to 14:00 and 14:30 to 20:30 in Phoenix.
    const ids: string[] = [];
    for (const startDate of [`${day}T15:00:00Z`, `${day}T21:30:00Z`])
      ids.push((await ask(pilot, { aircraftId: own, startDate, hours: 6 })).body.booking.id);
    expect(await found()).toBe(true);
    for (const id of ids) await step(owner, id, "accepted");
    expect(await found()).toBe(false);
    await step(pilot, ids[0]!, "cancelled");
    expect(await found()).toBe(true);
  });
});
