import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, content, HOUR, inHours, linesAbout, setStatus } from "../../../tests/bookings.ts";
import { whileHeld } from "../../../tests/held.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
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

const ask = (me: TestPerson, more: object = {}, headers: Record<string, string> = {}) =>
  askFor(server.url, me, { aircraftId: plane, ...more }, headers);
const step = (me: TestPerson, id: string, status: string, more: object = {}) =>
  setStatus(server.url, me, id, status, more);
const both = () => [`user:${pilot.id}`, `user:${owner.id}`].sort();
/** Derives the end from the start, since a second clock read would add milliseconds. */
const pastFrom = (hours: number, startedAgo: number) => {
  const start = Date.now() - startedAgo * HOUR;
  return { startDate: new Date(start), endsAt: new Date(start + hours * HOUR), hours };
};

describe("a step of a booking", () => {
  const requested = async (more: object = {}) => (await ask(pilot, more)).body.booking.id;

  it("adds a message of its author, in the aircraft's local time", async () => {
    const id = await requested({ startDate: "2099-07-05T16:00:00Z" });
    const { status, body } = await step(owner, id, "accepted", { peerId: pilot.id });
    expect([status, body.status, body.rev]).toEqual([200, "accepted", 1]);
    expect((await step(pilot, id, "cancelled")).body).toMatchObject({ id, status: "cancelled", rev: 2 });
    expect(await linesAbout(db, id)).toEqual([
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

  it("[S207] is allowed for its member in its status only", async () => {
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
    // After its start a request can only expire.
    expect(await allowed(set(pastFrom(3, 1)))).toEqual([]);
    for (const status of ["declined", "cancelled", "completed", "expired"])
      expect(await allowed(set({ status }), 300)).toEqual([]);
  });

  it("[R5] runs once, however often and on however many devices it is requested", async () => {
    const accepted = await requested({ startDate: inHours(400) });
    const first = await step(owner, accepted, "accepted");
    for (const { status, body } of await Promise.all([1, 2, 3].map(() => step(owner, accepted, "accepted"))))
      expect([status, body]).toEqual([200, first.body]);
    expect(await linesAbout(db, accepted)).toHaveLength(2);
    expect(await db("change_log").where({ entity: 5, id: accepted })).toHaveLength(4);

    const declined = await requested({ startDate: inHours(410) });
    const answers = await Promise.all([1, 2, 3].map(() => step(owner, declined, "declined")));
    expect(answers.map(({ status, body }) => [status, body.status, body.rev])).toEqual(
      Array.from({ length: 3 }, () => [200, "declined", 1]),
    );
    expect(await linesAbout(db, declined)).toHaveLength(2);

    const cancelled = [await step(pilot, accepted, "cancelled"), await step(pilot, accepted, "cancelled")];
    expect(cancelled.map(({ status, body }) => [status, body.rev])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    // The other member's step differs, and so does an earlier step of the same member.
    expect(code(await step(owner, accepted, "cancelled"))).toEqual([409, "wrong-step"]);
    expect(code(await step(owner, accepted, "accepted"))).toEqual([409, "wrong-step"]);
    expect(await linesAbout(db, accepted)).toHaveLength(3);
  });

  it("[S401] keeps who took it, when and why; a reason is for a cancellation only", async () => {
    const id = await requested({ startDate: "2099-12-05T17:00:00Z" });
    const accepted = (await step(owner, id, "accepted", { reason: "weather" })).body;
    expect(accepted).toMatchObject({ lastStepBy: owner.id, lastStepAt: expect.any(String), reason: null, note: null });
    expect(Date.now() - Date.parse(accepted.lastStepAt!)).toBeLessThan(60_000);
    expect(code(await step(pilot, id, "cancelled", { reason: "boredom" }))).toEqual([400, "invalid"]);
    const { body } = await step(pilot, id, "cancelled", { reason: "weather", note: " Ceiling at 400 feet " });
    expect(body).toMatchObject({ lastStepBy: pilot.id, reason: "weather", note: "Ceiling at 400 feet" });
    expect((await linesAbout(db, id)).at(-1)!.content).toBe(
      "Booking cancelled: Cessna 172, Sat, Dec 5, 09:00 PST, 3 hours. Weather: Ceiling at 400 feet.",
    );
  });

  it("answers the hours that its member saw, or is refused", async () => {
    const id = await requested({ startDate: "2099-12-06T17:00:00Z" });
    const seen = { startDate: "2099-12-06T17:00:00Z", hours: 3 };
    for (const other of [
      { ...seen, hours: 2 },
      { ...seen, startDate: "2099-12-06T17:30:00Z" },
    ])
      expect(code(await step(owner, id, "accepted", { seen: other }))).toEqual([409, "request-changed"]);
    expect((await step(owner, id, "accepted", { seen })).body.status).toBe("accepted");
  });

  it("[S386] tells the owner alone how often both have flown together", async () => {
    const [me, host] = [await aPilot(db), await anOwner(db)];
    const own = await aPlane(db, host.id);
    const ids: string[] = [];
    for (const hours of [48, 72, 96])
      ids.push((await ask(me, { aircraftId: own, startDate: inHours(hours) })).body.booking.id);
    expect((await step(host, ids[0]!, "accepted")).body.flightsTogether).toBe(0);
    await db("bookings").where({ id: ids[0] }).update(pastFrom(3, 4));
    expect((await step(me, ids[0]!, "completed")).body.flightsTogether).toBeNull();
    // The owner's devices read the new number on what is still open.
    const lines: string[] = await db("change_log").where({ entity: 5, id: ids[1]! }).pluck("scope");
    expect(lines.sort()).toEqual([`user:${host.id}`, `user:${me.id}`, `user:${host.id}`].sort());
    expect((await step(host, ids[1]!, "accepted")).body.flightsTogether).toBe(1);
    expect((await step(me, ids[1]!, "cancelled")).body.flightsTogether).toBeNull();
    // No later flight reaches an ended booking, so it has no number.
    expect((await step(host, ids[2]!, "declined")).body.flightsTogether).toBeNull();
  });

  it("is refused for others, admins included", async () => {
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

  it("can decline a request of a deactivated pilot, but not accept it", async () => {
    const gone = await aPilot(db);
    const ids = [(await ask(gone)).body.booking.id, (await ask(gone)).body.booking.id];
    await db("users").where({ id: gone.id }).update({ isActive: false });
    expect(code(await step(owner, ids[0]!, "accepted"))).toEqual([403, "receiver-gone"]);
    expect((await step(owner, ids[1]!, "declined")).status).toBe(200);
  });

  it("that needs the other member fails if that one is deactivated while the step waits for the aircraft", async () => {
    const [gone, own] = [await aPilot(db), await aPlane(db, owner.id)];
    const asks = [48, 54, 60].map((hours) => ask(gone, { aircraftId: own, startDate: inHours(hours) }));
    const [asked, open, answered] = (await Promise.all(asks)).map(({ body }) => body.booking.id);
    const propose = (me: TestPerson, id: string, proposal = newId()) =>
      send(server.url, `POST /api/bookings/${id}/proposals`, {
        body: { id: proposal, startDate: inHours(90), hours: 2 },
        headers: me.headers,
      });
    const proposal = newId();
    await step(owner, answered!, "accepted");
    expect((await propose(gone, answered!, proposal)).status).toBe(201);
    const accept = { body: { answer: "accept" }, headers: owner.headers };
    const steps = [
      () => step(owner, asked!, "accepted"),
      () => propose(owner, open!),
      () => send(server.url, `PATCH /api/bookings/${answered}/proposals/${proposal}`, accept),
    ];
    for (const act of steps) {
      await db("users").where({ id: gone.id }).update({ isActive: true });
      const deactivate = async (tx: Knex.Transaction) => {
        await tx("aircraft").where({ id: own }).forUpdate().select("id");
        await tx("users").where({ id: gone.id }).update({ isActive: false });
      };
      expect(code(await whileHeld(db, deactivate, act))).toEqual([403, "receiver-gone"]);
    }
    expect(await db("bookings").where({ id: asked }).first("status")).toEqual({ status: "requested" });
  });

  it("never leads to overlapping accepted bookings: the others are declined", async () => {
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
        "declined",
        "declined",
        "declined",
      ]);
      expect(
        await db("messages").where({ aircraftId: own }).where("content", "like", "Booking accepted%"),
      ).toHaveLength(1);
    }
  });

  it("may accept adjacent bookings", async () => {
    const own = await aPlane(db, owner.id);
    const start = Date.parse(inHours(90));
    for (const at of [start, start + 3 * HOUR]) {
      const { body } = await ask(pilot, { aircraftId: own, startDate: new Date(at).toISOString() });
      expect((await step(owner, body.booking.id, "accepted")).status).toBe(200);
    }
  });
});

describe("a deleted aircraft", () => {
  it("declines its open requests with a message, and stays readable in the conversation", async () => {
    const own = await aPlane(db, owner.id, { location: "San Diego CA" });
    const admin = await aPilot(db, { isAdmin: true });
    const ids: string[] = [];
    for (const me of [pilot, other])
      ids.push((await ask(me, { aircraftId: own, startDate: "2099-12-05T17:00:00Z" })).body.booking.id);
    const remove = () => send(server.url, `DELETE /api/aircraft/${own}`, { headers: admin.headers });
    expect((await remove()).status).toBe(204);
    for (const [index, me] of [pilot, other].entries()) {
      expect((await db("bookings").where({ id: ids[index] }).first("status")).status).toBe("declined");
      expect((await linesAbout(db, ids[index]!)).at(-1)).toEqual({
        // Also after an admin's delete: the conversation is the owner's.
        senderId: owner.id,
        receiverId: me.id,
        content: "Booking declined: Cessna 172, Sat, Dec 5, 09:00 PST, 3 hours. The aircraft is no longer listed.",
        read: false,
      });
    }
    expect(await db("messages").where({ senderId: admin.id })).toEqual([]);
    expect(code(await ask(pilot, { aircraftId: own }))).toEqual([404, "aircraft-not-found"]);
  });

  it("is refused before the end of an accepted booking, with the reason", async () => {
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
