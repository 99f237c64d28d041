import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReplyTime } from "../../../shared/domain/accounts.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, inHours, setStatus } from "../../../tests/bookings.ts";
import { databaseBefore } from "../../../tests/earlier-schema.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { advanceBookings } from "../../jobs/booking-clock.ts";
import { repliesOf, replyTimeFrom } from "./reply-time.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const HOUR_MS = 3_600_000;

const write = async (me: TestPerson, receiver: TestPerson) => {
  const answer = await send(server.url, "POST /api/messages", {
    headers: me.headers,
    body: { receiverId: receiver.id, content: "Hello" },
  });
  expect(answer.status).toBe(201);
};

async function replyTimeOf(person: TestPerson): Promise<ReplyTime> {
  const { body } = await send<ReplyTime>(server.url, `GET /api/users/${person.id}`);
  return { replyMinutes: body.replyMinutes, replyRate: body.replyRate };
}

/** Moves the only unmoved inquiry of the two into the past. */
async function askedEarlier(owner: TestPerson, pilot: TestPerson, minutes: number): Promise<void> {
  const moved = await db("inquiries")
    .where({ userId: owner.id, peerId: pilot.id })
    .where("askedAt", ">", new Date(Date.now() - HOUR_MS / 60))
    .update({ askedAt: db.raw(`"askedAt" - ? * interval '1 minute'`, [minutes]) });
  expect(moved).toBe(1);
}

/** Stores inquiries of strangers, oldest last: hours ago, and minutes until the answer. */
async function inquiries(owner: TestPerson, ...all: [hoursAgo: number, minutes: number | null][]): Promise<void> {
  const { id: peerId } = await aPilot(db);
  const rows = all.map(([hoursAgo, minutes]) => {
    const askedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
    const answeredAt = minutes === null ? null : new Date(askedAt.getTime() + minutes * 60_000);
    return { id: newId(), userId: owner.id, peerId, askedAt, answeredAt };
  });
  await db("inquiries").insert(rows);
}

describe("the reply time of an owner", () => {
  it("counts first messages and requests, and answers by words or a step", async () => {
    const owner = await anOwner(db);
    const aircraftId = await aPlane(db, owner.id);
    const [writer, asker, declined, proposed] = [
      await aPilot(db),
      await aPilot(db),
      await aPilot(db),
      await aPilot(db),
    ];
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: null, replyRate: null });

    await write(writer, owner);
    await askedEarlier(owner, writer, 30);
    await write(owner, writer);
    // Only the first message of a conversation asks, and only the first answer counts.
    await write(writer, owner);
    await write(owner, writer);

    const first = (await askFor(server.url, asker, { aircraftId })).body.booking.id;
    await askedEarlier(owner, asker, 10);
    await setStatus(server.url, owner, first, "accepted");
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: null, replyRate: null });

    const second = (await askFor(server.url, declined, { aircraftId, ...{ startDate: inHours(72) } })).body.booking.id;
    await askedEarlier(owner, declined, 50);
    await setStatus(server.url, owner, second, "declined");
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 30, replyRate: 1 });

    const third = (await askFor(server.url, proposed, { aircraftId, ...{ startDate: inHours(96) } })).body.booking.id;
    await askedEarlier(owner, proposed, 90);
    const body = { id: newId(), startDate: inHours(98), hours: 3 };
    const { headers } = owner;
    await send(server.url, `POST /api/bookings/${third}/proposals`, { headers, body });
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 40, replyRate: 1 });
    const { body: detail } = await send(server.url, `GET /api/aircraft/${aircraftId}/with-owner`);
    expect(detail.owner).toMatchObject({ replyMinutes: 40, replyRate: 1 });
    expect(await db("inquiries").where({ userId: owner.id })).toHaveLength(4);
  });

  it("counts what stays unanswered: a request when it expires, a message after two days", async () => {
    const owner = await anOwner(db);
    const aircraftId = await aPlane(db, owner.id);
    await inquiries(owner, [60, 20], [70, 20], [80, 20]);
    const pilot = await aPilot(db);
    const { id } = (await askFor(server.url, pilot, { aircraftId })).body.booking;
    await inquiries(owner, [47, null]);
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 20, replyRate: 1 });
    await db("bookings")
      .where({ id })
      .update({ answerBy: new Date(Date.now() - 1000) });
    await advanceBookings(db);
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 20, replyRate: 0.75 });
    await inquiries(owner, [49, null]);
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 20, replyRate: 0.6 });
  });

  it("leaves out requests that ended without the owner, and those accepted at once", async () => {
    const owner = await anOwner(db);
    const aircraftId = await aPlane(db, owner.id);
    await inquiries(owner, [60, 20], [70, 20], [80, 20]);
    const [winner, loser, quitter, lucky] = [await aPilot(db), await aPilot(db), await aPilot(db), await aPilot(db)];
    const ask = async (pilot: TestPerson) => (await askFor(server.url, pilot, { aircraftId })).body.booking.id;
    await setStatus(server.url, quitter, await ask(quitter), "cancelled");
    await ask(loser);
    const won = await ask(winner);
    await askedEarlier(owner, winner, 20);
    await setStatus(server.url, owner, won, "accepted");
    await db("availability_plans").where({ aircraftId }).update({ instant: "verified" });
    await db("users").where({ id: lucky.id }).update({ verified: true });
    const { booking } = (await askFor(server.url, lucky, { aircraftId, ...{ startDate: inHours(96) } })).body;
    expect(booking.status).toBe("accepted");
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 20, replyRate: 1 });
    expect(await db("inquiries").where({ userId: owner.id, peerId: lucky.id })).toEqual([]);
    expect(await db("inquiries").where({ userId: owner.id, peerId: loser.id })).toMatchObject([{ answeredAt: null }]);
  });

  it("[S440] looks at the last twenty within 90 days", async () => {
    const owner = await anOwner(db);
    const day = (days: number, minutes: number | null): [number, number | null] => [days * 24, minutes];
    await inquiries(owner, day(91, 1), day(92, 1), day(93, 1));
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: null, replyRate: null });
    await inquiries(owner, ...Array.from({ length: 10 }, (_, at) => day(40 + at, 500)));
    await inquiries(owner, ...Array.from({ length: 19 }, (_, at) => day(5 + at, 40)), day(4, null));
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 40, replyRate: 0.95 });
  });

  it("[S441] leaves out the owner's quiet hours while they are on", async () => {
    const owner = await anOwner(db);
    const asked = new Date(Date.UTC(2026, 0, 1, 21));
    const answered = new Date(Date.UTC(2026, 0, 2, 8));
    const { id: peerId } = await aPilot(db);
    const rows = [1, 2, 3].map(() => ({ id: newId(), userId: owner.id, peerId, askedAt: asked, answeredAt: answered }));
    await db("inquiries").insert(rows);
    // The wait of that winter night ends long ago, so the inquiries move to yesterday with the clock hours kept.
    const days = Math.floor((Date.now() - answered.getTime()) / (24 * HOUR_MS));
    const shifted = (column: string) => db.raw(`?? + ? * interval '24 hours'`, [column, days]);
    await db("inquiries")
      .update({ askedAt: shifted("askedAt"), answeredAt: shifted("answeredAt") })
      .where({ peerId });
    expect((await replyTimeOf(owner)).replyMinutes).toBe(660);
    const quiet = async (quietHours: object) => {
      await send(server.url, "PATCH /api/settings", { headers: owner.headers, body: { quietHours } });
      return (await replyTimeOf(owner)).replyMinutes;
    };
    expect(await quiet({ on: true, from: "22:00", until: "07:00", timeZone: "UTC" })).toBe(120);
    expect(await quiet({ timeZone: "America/Phoenix" })).toBe(660 - 180);
    expect(await quiet({ on: false })).toBe(660);
  });

  it("[S461] is read by index, however many messages there are", async () => {
    const owner = await anOwner(db);
    await inquiries(owner, ...Array.from({ length: 30 }, (_, at): [number, number] => [at + 1, 20]));
    const [{ peerId }] = await db("inquiries").where({ userId: owner.id });
    await db.raw(
      `insert into messages (id, "senderId", "receiverId", content, "createdAt")
       select gen_random_uuid(), :peerId, :owner, 'x', now() - n * interval '1 minute' from generate_series(1, 5000) n`,
      { peerId, owner: owner.id },
    );
    await db.raw(
      `insert into inquiries (id, "userId", "peerId", "askedAt")
       select gen_random_uuid(), :peerId, :owner, now() - n * interval '1 minute' from generate_series(1, 3000) n`,
      { peerId, owner: owner.id },
    );
    await db.raw("analyze messages, inquiries");
    const { rows } = await db.raw(
      `explain (analyze, timing off, costs off) select ${repliesOf("u.id")} from users u where u.id = ?`,
      [owner.id],
    );
    const plan = (rows as Record<"QUERY PLAN", string>[]).map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("messages_of_pair");
    expect(plan).toContain("inquiries_of_user");
    expect(plan).not.toMatch(/Seq Scan on (messages|inquiries)/);
    expect(await replyTimeOf(owner)).toEqual({ replyMinutes: 20, replyRate: 1 });
  });
});

it("counts what the previous version stored", async () => {
  const { knex, migrate } = await databaseBefore("0022-reply-time");
  const owner = await anOwner(knex);
  const aircraftId = await aPlane(knex, owner.id);
  const say = (from: string, to: string, minutesAgo: number, content: string, bookingId: string | null = null) =>
    knex("messages").insert({
      ...{ id: newId(), senderId: from, receiverId: to, content, bookingId },
      createdAt: new Date(Date.now() - 50 * HOUR_MS - minutesAgo * 60_000),
    });
  const request = async (status: string, line: string, minutes: number) => {
    const [pilot, id] = [await aPilot(knex), newId()];
    const startDate = new Date(Date.now() + HOUR_MS);
    const endsAt = new Date(startDate.getTime() + HOUR_MS);
    const members = { aircraftId, pilotId: pilot.id, ownerId: owner.id };
    await knex("bookings").insert({ id, ...members, startDate, endsAt, hours: 1, totalPrice: 1, status });
    await say(pilot.id, owner.id, minutes, "Booking request", id);
    await say(owner.id, pilot.id, 0, `${line}: Cessna 172.`, id);
  };
  await request("accepted", "Booking accepted", 30);
  await request("declined", "Booking declined", 60);
  await request("expired", "Booking request expired", 90);
  const pilot = await aPilot(knex);
  await say(pilot.id, owner.id, 40, "Hello");
  await say(owner.id, pilot.id, 0, "Hello");
  await migrate();
  const { replies } = await knex("users")
    .where({ id: owner.id })
    .first(knex.raw(`${repliesOf("users.id")} as replies`));
  expect(replyTimeFrom(replies)).toEqual({ replyMinutes: 40, replyRate: 0.75 });
});
