// Blocking: nothing goes either way on any path, listings are hidden from both, and no answer says who blocked.
import type { Knex } from "knex";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { askFor, inHours, linesAbout, setStatus } from "../../../tests/bookings.ts";
import { code, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { matchChanges } from "../searches/matching.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
});

beforeEach(async () => {
  [pilot, owner] = [await aPilot(db), await anOwner(db, { name: "Marisol Vega" })];
  plane = await aPlane(db, owner.id);
});

const call = <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: unknown): Promise<Answer<Body>> =>
  send<Body>(server.url, route, { headers: me.headers, body });
const block = (me: TestPerson, other: TestPerson) => call(me, "POST /api/blocked-people", { userId: other.id });
const unblock = (me: TestPerson, other: TestPerson) => call(me, `DELETE /api/blocked-people/${other.id}`);
const write = (me: TestPerson, other: TestPerson, content = "Hello") =>
  call(me, "POST /api/messages", { receiverId: other.id, content });
const aSend = (other: TestPerson) => ({
  id: newId(),
  name: "messages.send",
  lane: `conversation:${other.id}`,
  input: { receiverId: other.id, content: "Hello", aircraftId: null },
});
const exchange = (me: TestPerson, commands: object[] = [], cursor: string | null = null) =>
  call<ExchangeAnswer>(me, "POST /api/sync", { clientId: newId(), userId: me.id, schema: 1, cursor, commands });
const propose = (me: TestPerson, id: string) =>
  call<Booking>(me, `POST /api/bookings/${id}/proposals`, { id: newId(), startDate: inHours(96), hours: 3 });
const count = async (table: string) => Number((await db(table).count({ count: "*" }).first())?.count);

describe("between a blocked pair nothing goes either way", () => {
  it.each([
    ["the blocker", 0],
    ["the blocked", 1],
  ])(
    "[S1006] %s sends no message over REST, from a queue or in a batch, and reads the answer of a gone receiver",
    async (_, at) => {
      const gone = await aPilot(db);
      await write(pilot, owner);
      await write(pilot, gone);
      await db("users").where({ id: gone.id }).update({ isActive: false });
      expect((await block(pilot, owner)).status).toBe(201);
      const [from, to] = at === 0 ? [pilot, owner] : [owner, pilot];
      const before = await count("messages");
      const refused = await write(from, to);
      expect([refused.status, refused.body]).toEqual([403, (await write(pilot, gone)).body]);
      // A batch takes plain messages; one beside another command runs alone.
      const batch = await exchange(from, [aSend(to), aSend(to)]);
      const alone = await exchange(from, [
        aSend(to),
        { ...aSend(to), name: "messages.markRead", input: { userId: to.id } },
      ]);
      const outcomes = [...batch.body.outcomes, ...alone.body.outcomes].map(({ status, code: why }) => why ?? status);
      expect(outcomes).toEqual(["receiver-gone", "receiver-gone", "receiver-gone", "applied"]);
      expect(await count("messages")).toBe(before);
      expect((await unblock(pilot, owner)).status).toBe(204);
      expect((await write(from, to)).status).toBe(201);
    },
  );

  it("neither requests nor proposes, and no accepted proposal moves a flight", async () => {
    const { booking } = (await askFor(server.url, pilot, { aircraftId: plane })).body;
    await setStatus(server.url, owner, booking.id, "accepted");
    await block(owner, pilot);
    const ask = await askFor(server.url, pilot, { aircraftId: plane });
    expect(code(ask)).toEqual([404, "aircraft-not-found"]);
    expect(code(await propose(pilot, booking.id))).toEqual([403, "receiver-gone"]);
    expect(code(await propose(owner, booking.id))).toEqual([403, "receiver-gone"]);
    await db("bookings")
      .where({ id: booking.id })
      .update({
        proposal: JSON.stringify({ id: newId(), by: owner.id, startDate: inHours(96), hours: 3, note: null }),
      });
    const { proposal } = await db("bookings").where({ id: booking.id }).first();
    const accept = await call(pilot, `PATCH /api/bookings/${booking.id}/proposals/${proposal.id}`, {
      answer: "accept",
    });
    expect(code(accept)).toEqual([403, "receiver-gone"]);
  });

  it("an admin who was blocked books nothing of that owner either", async () => {
    const admin = await aPilot(db, { isAdmin: true });
    await block(owner, admin);
    expect(code(await askFor(server.url, admin, { aircraftId: plane }))).toEqual([403, "receiver-gone"]);
  });

  it("a message queued before the block keeps its outcome when it is sent again", async () => {
    await write(pilot, owner);
    const [sent, late] = [aSend(owner), aSend(owner)];
    expect((await exchange(pilot, [sent])).body.outcomes).toMatchObject([{ status: "applied" }]);
    await block(owner, pilot);
    const { outcomes } = (await exchange(pilot, [sent, late])).body;
    expect(outcomes.map(({ status, code: why }) => why ?? status)).toEqual(["applied", "receiver-gone"]);
  });

  it("a block and what the blocker wrote before it keep their order in one queue", async () => {
    await write(pilot, owner);
    const before = await count("messages");
    const command = { id: newId(), name: "people.block", lane: "", input: { userId: owner.id } };
    const { outcomes } = (await exchange(pilot, [aSend(owner), command, aSend(owner)])).body;
    expect(outcomes.map(({ status, code: why }) => why ?? status)).toEqual(["applied", "applied", "receiver-gone"]);
    expect(await count("messages")).toBe(before + 1);
  });
});

describe("open requests end, flights stay", () => {
  it("[S1007] the blocker declines the requests of the blocked, and cancels their own, each with its line", async () => {
    const theirs = (await askFor(server.url, pilot, { aircraftId: plane })).body.booking;
    const own = await aPlane(db, pilot.id);
    await db("users").where({ id: pilot.id }).update({ userType: "owner" });
    const mine = (await askFor(server.url, owner, { aircraftId: own })).body.booking;
    await block(owner, pilot);
    const [declined, cancelled] = await Promise.all(
      [theirs, mine].map(({ id }) => db("bookings").where({ id }).first()),
    );
    expect([declined.status, declined.lastStepBy]).toEqual(["declined", owner.id]);
    expect([cancelled.status, cancelled.lastStepBy]).toEqual(["cancelled", owner.id]);
    for (const { id } of [theirs, mine]) {
      const lines = await linesAbout(db, id);
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatchObject({ senderId: owner.id, receiverId: pilot.id });
      expect(lines[1].content).not.toMatch(/block/i);
    }
  });

  it("accepted flights stay, their open proposals end, and both members can still cancel", async () => {
    const booked = async (hours: number) => {
      const { booking } = (await askFor(server.url, pilot, { aircraftId: plane, startDate: inHours(hours) } as never))
        .body;
      await setStatus(server.url, owner, booking.id, "accepted");
      return booking.id;
    };
    const [first, second] = [await booked(48), await booked(120)];
    expect((await propose(pilot, first)).status).toBe(201);
    await block(owner, pilot);
    const rows = await db("bookings").whereIn("id", [first, second]).select("status", "proposal");
    expect(rows).toEqual([
      { status: "accepted", proposal: null },
      { status: "accepted", proposal: null },
    ]);
    expect((await setStatus(server.url, pilot, first, "cancelled")).status).toBe(200);
    expect((await setStatus(server.url, owner, second, "cancelled")).status).toBe(200);
    expect((await linesAbout(db, second)).at(-1)).toMatchObject({ senderId: owner.id });
  });

  it("no request stays open when forty requests and the block come at once", async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => anOwner(db)));
    for (const one of owners) {
      const planes = await Promise.all([1, 2, 3, 4, 5].map(() => aPlane(db, one.id)));
      const asks = planes.map((aircraftId) => askFor(server.url, pilot, { aircraftId }));
      const answers = await Promise.all([...asks, block(one, pilot)]);
      for (const { status } of answers) expect([201, 404, 403, 503]).toContain(status);
      expect((await block(one, pilot)).status).toBe(201);
      const open = await db("bookings").where({ ownerId: one.id, pilotId: pilot.id, status: "requested" });
      expect(open).toEqual([]);
    }
  });

  it("the same block forty times at once is one row, and one line for each request", async () => {
    const { booking } = (await askFor(server.url, pilot, { aircraftId: plane })).body;
    const answers = await Promise.all(Array.from({ length: 40 }, () => block(owner, pilot)));
    for (const { status } of answers) expect([201, 503]).toContain(status);
    expect(await db("blocked_people").where({ userId: owner.id })).toHaveLength(1);
    expect(await linesAbout(db, booking.id)).toHaveLength(2);
  });
});

describe("neither sees the other's listings", () => {
  it.each([
    ["the owner", true],
    ["the pilot", false],
  ])(
    "[S1008] %s blocked: detail, reviews, hours, lists and favorites; others and admins see them",
    async (_, byOwner) => {
      const [stranger, admin] = [await aPilot(db), await aPilot(db, { isAdmin: true })];
      const day = inHours(48).slice(0, 10);
      const paths = ["with-owner", "reviews", `availability?from=${day}&days=3`];
      await call(pilot, "POST /api/favorites", { aircraftId: plane });
      const lists = async (me: TestPerson) => {
        const listed = await Promise.all(
          ["/api/aircraft?sort=newest", `/api/aircraft?ownerId=${owner.id}`, "/api/favorites"].map((path) =>
            call<{ id: string }[]>(me, `GET ${path}`),
          ),
        );
        return listed.map(({ body }) => body.some(({ id }) => id === plane));
      };
      expect(await lists(pilot)).toEqual([true, true, true]);
      await (byOwner ? block(owner, pilot) : block(pilot, owner));
      for (const path of paths) {
        const statusFor = async (me: TestPerson) => (await call(me, `GET /api/aircraft/${plane}/${path}`)).status;
        expect(await statusFor(pilot), path).toBe(404);
        for (const me of [owner, stranger, admin]) expect(await statusFor(me), path).toBe(200);
      }
      expect(await lists(pilot)).toEqual([false, false, false]);
      expect((await lists(stranger)).slice(0, 2)).toEqual([true, true]);
      expect((await lists(admin)).slice(0, 2)).toEqual([true, true]);
      expect(code(await call(pilot, "POST /api/favorites", { aircraftId: plane }))).toEqual([
        404,
        "aircraft-not-found",
      ]);
      expect((await call(pilot, `GET /api/users/${owner.id}`)).status).toBe(200);
    },
  );

  it("no saved search matches them, and similar aircraft leave them out", async () => {
    const search = { name: "Denver", location: "Denver CO" };
    const [mine, other] = [pilot, await aPilot(db)];
    for (const me of [mine, other]) await call(me, "POST /api/searches", search);
    await block(owner, mine);
    const form = { name: "Skylane", make: "Cessna", model: "182", location: "Denver CO" };
    expect((await call(owner, "POST /api/aircraft", form)).status).toBe(201);
    while (await db("aircraft_changes").first("seq")) await matchChanges(db);
    const matches = async (me: TestPerson) => (await db("searches").where({ userId: me.id }).first()).matches;
    expect([await matches(mine), await matches(other)]).toEqual([0, 1]);
    const third = await anOwner(db);
    const booked = (await askFor(server.url, mine, { aircraftId: await aPlane(db, third.id) })).body.booking;
    const similar = await call<{ ownerId: string }[]>(mine, `GET /api/bookings/${booked.id}/similar`);
    expect(similar.status).toBe(200);
    expect(similar.body.map(({ ownerId }) => ownerId)).not.toContain(owner.id);
  });
});

describe("the rows of devices", () => {
  const rowsOf = async (me: TestPerson) => {
    const { rows } = (await exchange(me)).body as unknown as { rows: Record<string, Record<string, unknown>[]> };
    return { blocked: rows["blockedPeople"] ?? [], hidden: (rows["hiddenOwners"] ?? []).map(({ ownerId }) => ownerId) };
  };

  it("[S1009] only the blocker has whom they blocked; both have an owner to hide, alike", async () => {
    const other = await anOwner(db);
    await aPlane(db, other.id);
    await block(owner, other);
    expect(await rowsOf(owner)).toEqual({
      blocked: [{ blockedId: other.id, name: other.name, createdAt: expect.stringMatching(/Z$/) as string }],
      hidden: [other.id],
    });
    expect(await rowsOf(other)).toEqual({ blocked: [], hidden: [owner.id] });
    await block(other, owner);
    await unblock(owner, other);
    expect((await rowsOf(owner)).hidden).toEqual([other.id]);
    await unblock(other, owner);
    expect(await rowsOf(owner)).toEqual({ blocked: [], hidden: [] });
  });

  it("the device of the blocked learns nothing of a blocker without listings, until their first", async () => {
    const start = (await exchange(owner)).body.to;
    await block(pilot, owner);
    const quiet = (await exchange(owner, [], start)).body;
    expect([quiet.rows, quiet.drops]).toEqual([{}, {}]);
    await db("users").where({ id: pilot.id }).update({ userType: "owner" });
    const form = { name: "Cub", make: "Piper", model: "J-3", location: "Denver CO" };
    const { body } = await call<{ id: string }>(pilot, "POST /api/aircraft", form);
    const told = (await exchange(owner, [], quiet.to)).body as unknown as { rows: Record<string, unknown> };
    expect(told.rows["hiddenOwners"]).toEqual([{ ownerId: pilot.id }]);
    await call(pilot, `DELETE /api/aircraft/${body.id}`);
    const then = (await exchange(owner, [], (told as unknown as { to: string }).to)).body;
    expect(then.drops).toMatchObject({ hiddenOwners: [pilot.id] });
  });

  it("refuse oneself and nobody; unblocking somebody who is not blocked succeeds", async () => {
    expect(code(await block(pilot, pilot))).toEqual([400, "block-yourself"]);
    expect(code(await call(pilot, "POST /api/blocked-people", { userId: newId() }))).toEqual([404, "user-not-found"]);
    expect(code(await call(pilot, "DELETE /api/blocked-people/nobody"))).toEqual([404, "user-not-found"]);
    expect((await unblock(pilot, owner)).status).toBe(204);
    await db.raw(
      `with people as (
         insert into users (id, email, password, name, "userType", "memberSince")
         select gen_random_uuid(), 'many-' || n || '@test.example', '', 'Many', 'pilot', '2024' from generate_series(1, 1000) n
         returning id
       )
       insert into blocked_people ("userId", "blockedId", name) select ?, id, 'Many' from people`,
      [pilot.id],
    );
    expect(code(await block(pilot, owner))).toEqual([409, "too-many-blocked"]);
  });

  it("a waiting notice of what the blocked wrote is dropped; the blocked gets none about the block", async () => {
    await write(owner, pilot, "Is it you?");
    await write(pilot, owner, "Yes");
    const jobs = () => db("push_jobs").whereIn("userId", [pilot.id, owner.id]).select("userId");
    expect(await jobs()).toHaveLength(2);
    await block(pilot, owner);
    expect(await jobs()).toEqual([{ userId: owner.id }]);
  });
});
