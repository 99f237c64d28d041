// One user in special situations: several tabs, a session that ends, a server restored from a backup.
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { renewGeneration } from "../../sync-server/db/change-log.ts";
import { send } from "../http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { truthFor } from "../sync/busy-market.ts";
import { aPhone, type Phone } from "./phone.ts";
import { noTrouble, rest, type Trouble } from "./trouble.ts";

/** `SENDS=10000` for a longer run. */
const SENDS = Number(process.env["SENDS"] ?? 10_000);

let server: TestServer;
let db: Knex;
let trouble: Trouble;
const servers = () => [server.url];

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  trouble = noTrouble();
});

const open = (person: TestPerson, over: { sharing?: Phone; hasLine?: boolean } = {}) =>
  aPhone({ person, servers, trouble, ...over });

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await rest(30);
}

const isDrained = async ({ engine }: Phone) => (await engine.outbox()).every(({ state }) => state === "attention");

async function isLikeServer(phone: Phone): Promise<boolean> {
  const [truth, mirror] = [await truthFor(db, phone.person.id), await phone.mirror()];
  return truth.size === mirror.size && [...truth].every(([key, row]) => sorted(row) === sorted(mirror.get(key)));
}

const sorted = (row: unknown) => JSON.stringify(row, Object.keys(row ?? {}).sort());

describe("one user", () => {
  it(
    "[R5] [R8] with two tabs and a worker that all flush, without locks, doubles nothing",
    { timeout: 300_000 },
    async () => {
      const [me, peer] = [await aPilot(db), await anOwner(db)];
      const tab = await open(me, { hasLine: false });
      const others = [
        await open(me, { sharing: tab, hasLine: false }),
        await open(me, { sharing: tab, hasLine: false }),
      ];
      const all = [tab, ...others];
      trouble.faultShare = 0.15;
      for (let turn = 0; turn < SENDS; turn++) {
        const phone = all[turn % 3]!;
        await phone.engine.queue("messages.send", { receiverId: peer.id, content: `${turn}`, aircraftId: null });
        if (turn % 20 === 0) for (const one of all) void one.engine.trigger("online");
      }
      trouble.faultShare = 0;
      for (const one of all) void one.engine.trigger("online");
      await until(() => isDrained(tab));
      const stored = await db("messages").where({ senderId: me.id }).orderBy(["createdAt", "id"]).pluck("content");
      expect(stored).toEqual(Array.from({ length: SENDS }, (_, turn) => `${turn}`));
      for (const one of all) one.close();
    },
  );

  it(
    "[R9] [R13] whose session ends in the middle sees nothing any more, and keeps what was not sent",
    { timeout: 30_000 },
    async () => {
      const [me, peer] = [await aPilot(db), await anOwner(db)];
      const phone = await open(me);
      await phone.engine.queue("messages.send", { receiverId: peer.id, content: "before", aircraftId: null });
      await until(() => isDrained(phone));
      await send(server.url, "POST /api/auth/logout", { headers: me.headers, body: {} });
      await phone.engine.queue("messages.send", { receiverId: peer.id, content: "after", aircraftId: null });
      await until(() => Promise.resolve(phone.troubles.length > 0));
      expect(phone.troubles).toEqual(["the server ended the session"]);
      expect((await phone.mirror()).size).toBe(0);
      expect(
        (await phone.engine.outbox()).map(({ state, input }) => [state, (input as { content: string }).content]),
      ).toEqual([["parked", "after"]]);
      expect(await db("messages").where({ senderId: me.id }).pluck("content")).toEqual(["before"]);
      phone.close();
    },
  );

  it(
    "[R4] [R12] starts afresh, with the outbox kept, when the server comes back from a backup",
    { timeout: 30_000 },
    async () => {
      const [me, peer] = [await aPilot(db), await anOwner(db)];
      const plane = await aPlane(db, peer.id);
      const phone = await open(me);
      await phone.engine.queue("favorites.add", { aircraftId: plane });
      await phone.engine.queue("messages.send", { receiverId: peer.id, content: "kept", aircraftId: plane });
      await until(async () => (await isDrained(phone)) && (await isLikeServer(phone)));
      // The backup lacks the message, and the device's cursor is invalid in it.
      await db("messages").where({ senderId: me.id }).delete();
      await renewGeneration(db);
      await phone.engine.queue("messages.send", { receiverId: peer.id, content: "new", aircraftId: null });
      await until(async () => (await isDrained(phone)) && (await isLikeServer(phone)));
      expect(await db("messages").where({ senderId: me.id }).pluck("content")).toEqual(["new"]);
      phone.close();
    },
  );
});

describe("rows that a user may see", () => {
  /** Events that change visible rows, and the affected user. The device must end equal to the server. */
  const events: [string, (people: { me: TestPerson; owner: TestPerson; plane: string }) => Promise<unknown>][] = [
    ["an aircraft edited", ({ owner, plane }) => patch(owner, `/api/aircraft/${plane}`, { hourlyRate: 99 })],
    ["an aircraft moved", ({ owner, plane }) => patch(owner, `/api/aircraft/${plane}`, { location: "Seattle WA" })],
    ["an aircraft switched off", ({ plane }) => asAdmin(`/api/aircraft/${plane}`, { isActive: false })],
    [
      "an aircraft deleted",
      ({ owner, plane }) => send(server.url, `DELETE /api/aircraft/${plane}`, { headers: owner.headers }),
    ],
    ["a partner renamed", ({ owner }) => patch(owner, `/api/users/${owner.id}`, { name: "Another Name" })],
    ["a message", ({ me, owner }) => write(owner, me)],
    [
      "a read mark",
      ({ me, owner }) =>
        send(server.url, `POST /api/messages/${owner.id}/${me.id}/read`, { headers: owner.headers, body: {} }),
    ],
    ["a booking asked for", ({ me, plane }) => book(me, plane)],
    [
      "a booking accepted",
      async ({ me, owner, plane }) => {
        const { booking } = (await book(me, plane)).body;
        return patch(owner, `/api/bookings/${booking.id}`, { status: "accepted" });
      },
    ],
    [
      "a review of an aircraft",
      async ({ me, plane }) => review(me, await flown(me, plane), { targetType: "aircraft", targetId: plane }),
    ],
    [
      "a review of a person",
      async ({ me, owner, plane }) => review(me, await flown(me, plane), { targetType: "user", targetId: owner.id }),
    ],
    [
      "a favorite on another device",
      ({ me, plane }) => send(server.url, `DELETE /api/favorites/${plane}`, { headers: me.headers }),
    ],
  ];
  let admin: TestPerson;

  beforeAll(async () => {
    admin = await aPilot(db, { isAdmin: true });
  });

  const patch = (who: TestPerson, path: string, body: object) =>
    send(server.url, `PATCH ${path}`, { headers: who.headers, body });
  const asAdmin = (path: string, body: object) => patch(admin, path, body);
  const write = (from: TestPerson, to: TestPerson) =>
    send(server.url, "POST /api/messages", { headers: from.headers, body: { receiverId: to.id, content: "Hello" } });
  const book = ({ headers }: TestPerson, aircraftId: string) => {
    const body = { aircraftId, startDate: "2099-12-05T17:00:00Z", hours: 2, content: "Booking request" };
    return send<{ booking: { id: string } }>(server.url, "POST /api/bookings", { headers, body });
  };
  /** A completed booking, as if its time had passed. */
  const flown = async (me: TestPerson, plane: string): Promise<string> => {
    const { id } = (await book(me, plane)).body.booking;
    await db("bookings").where({ id }).update({ status: "completed" });
    return id;
  };
  const review = ({ headers }: TestPerson, bookingId: string, target: object) =>
    send(server.url, "POST /api/reviews", { headers, body: { bookingId, ...target, rating: 4, comment: "Fine." } });

  it.each(events)("[R1] [R15] %s: live, and after an offline period", { timeout: 30_000 }, async (_, happen) => {
    const [me, owner] = [await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    await send(server.url, "POST /api/favorites", { headers: me.headers, body: { aircraftId: plane } });
    await write(me, owner);
    const online = [await open(me), await open(owner)];
    const offline = [await open(me, { hasLine: false }), await open(owner, { hasLine: false })];
    await until(async () => (await Promise.all([...online, ...offline].map(isLikeServer))).every(Boolean));
    const before = await truthFor(db, me.id);
    const answer = (await happen({ me, owner, plane })) as { status: number };
    expect(answer.status).toBeLessThan(300);
    expect([...(await truthFor(db, me.id))]).not.toEqual([...before]);
    await until(async () => (await Promise.all(online.map(isLikeServer))).every(Boolean));
    for (const phone of offline) await phone.engine.trigger("online");
    await until(async () => (await Promise.all(offline.map(isLikeServer))).every(Boolean));
    for (const phone of [...online, ...offline]) phone.close();
  });
});
