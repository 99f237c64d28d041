import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReviewCard } from "../../../shared/domain/reviews.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { code, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
  plane = await aPlane(db, owner.id);
  // The two have a conversation, as after every booking.
  const message = { senderId: pilot.id, receiverId: owner.id, content: "Hello", aircraftId: plane };
  await db("messages").insert({ ...message, id: newId() });
});

let hoursAgo = 2;
/** Inserts a finished booking of the pilot with the owner. */
async function flown(fields: object = {}): Promise<string> {
  const id = newId();
  hoursAgo += 2;
  const startDate = new Date(Date.now() - hoursAgo * 3_600_000);
  const endsAt = new Date(startDate.getTime() + 3_600_000);
  const members = { aircraftId: plane, pilotId: pilot.id, ownerId: owner.id };
  const row = { id, ...members, startDate, endsAt, hours: 1, status: "completed", totalPrice: 165, ...fields };
  await db("bookings").insert(row);
  return id;
}

type Target = { targetType: "aircraft" | "user"; targetId: string };
const ofPlane = (): Target => ({ targetType: "aircraft", targetId: plane });
const of = ({ id }: { id: string }): Target => ({ targetType: "user", targetId: id });

function write(me: TestPerson, bookingId: string, target: Target, more: object = {}): Promise<Answer<{ id: string }>> {
  const body = { bookingId, ...target, rating: 4, comment: "Well kept.", ...more };
  return send(server.url, "POST /api/reviews", { body, headers: me.headers });
}

describe("POST /api/reviews", () => {
  it("[S012] answers 201 with the review, and updates the aircraft's average and count", async () => {
    const own = await aPlane(db, owner.id);
    await db("favorites").insert({ id: newId(), userId: pilot.id, aircraftId: own });
    const target = { targetType: "aircraft" as const, targetId: own };
    const ratings: unknown[] = [];
    for (const rating of [5, 4, 4]) {
      const { status, body } = await write(pilot, await flown({ aircraftId: own }), target, { rating });
      expect(status).toBe(201);
      ratings.push(await db("aircraft").where({ id: own }).first("rating", "reviewCount", "rev"));
      if (rating === 5)
        expect(body).toEqual({
          id: expect.any(String),
          aircraftId: own,
          userId: pilot.id,
          bookingId: expect.any(String),
          targetType: "aircraft",
          targetId: own,
          rating: 5,
          comment: "Well kept.",
          createdAt: expect.any(String),
        });
    }
    expect(ratings).toEqual([
      { rating: 5, reviewCount: 1, rev: 1 },
      { rating: 4.5, reviewCount: 2, rev: 2 },
      { rating: 4.33, reviewCount: 3, rev: 3 },
    ]);
    expect(await scopesOf(db, 6, own)).toEqual(["bucket:denver-co", `user:${owner.id}`, `user:${pilot.id}`].sort());
    const cards = await send<ReviewCard[]>(server.url, `GET /api/aircraft/${own}/reviews`);
    expect(cards.body.map(({ rating, userName }) => [rating, userName])).toEqual([
      [4, pilot.name],
      [4, pilot.name],
      [5, pilot.name],
    ]);
  });

  it("[S013] lets pilot and owner review each other, and logs for them and their partners", async () => {
    const id = await flown();
    expect((await write(pilot, id, of(owner), { rating: 3 })).status).toBe(201);
    expect((await write(owner, id, of(pilot), { rating: 5 })).status).toBe(201);
    for (const [person, rating] of [
      [owner, 3],
      [pilot, 5],
    ] as const)
      expect(await db("users").where({ id: person.id }).first("rating", "reviewCount")).toEqual({
        rating,
        reviewCount: 1,
      });
    expect([await scopesOf(db, 1, owner.id), await scopesOf(db, 2, owner.id)]).toEqual([
      [`user:${owner.id}`],
      [`user:${pilot.id}`],
    ]);
    expect(
      await db("bookings").where({ id }).first("aircraftReviewed", "ownerReviewed", "pilotReviewed", "rev"),
    ).toEqual({ aircraftReviewed: false, ownerReviewed: true, pilotReviewed: true, rev: 2 });
    expect(await scopesOf(db, 5, id)).toEqual([`user:${owner.id}`, `user:${pilot.id}`].sort());
  });

  it("[R5] accepts one review per author, booking and target, also with concurrent repeats", async () => {
    const id = await flown();
    const twins = await Promise.all([1, 2, 3, 4].map(() => write(pilot, id, ofPlane())));
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(code(twins.find(({ status }) => status === 409)!)).toEqual([409, "already-reviewed"]);
    const other = await flown();
    const again = { id: newId() };
    const same = await Promise.all([1, 2, 3].map(() => write(pilot, other, ofPlane(), again)));
    expect(same.map(({ status, body }) => [status, body.id])).toEqual([1, 2, 3].map(() => [201, again.id]));
    expect(await db("reviews").whereIn("bookingId", [id, other])).toHaveLength(2);
  });

  it("counts each of many concurrent reviews", async () => {
    const own = await aPlane(db, owner.id);
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await flown({ aircraftId: own }));
    const target = { targetType: "aircraft" as const, targetId: own };
    await Promise.all(ids.map((id, index) => write(pilot, id, target, { rating: index % 2 ? 5 : 2 })));
    expect(await db("aircraft").where({ id: own }).first("rating", "reviewCount")).toEqual({
      rating: 3.5,
      reviewCount: 8,
    });
  });

  it("requires a completed booking of the author, and a target in it", async () => {
    const stranger = await aPilot(db);
    const done = await flown();
    for (const status of ["requested", "accepted", "declined", "cancelled", "expired"])
      expect([status, ...code(await write(pilot, await flown({ status }), ofPlane()))]).toEqual([
        status,
        403,
        "not-completed",
      ]);
    expect(code(await write(stranger, done, ofPlane()))).toEqual([404, "booking-not-found"]);
    expect(code(await write(pilot, newId(), ofPlane()))).toEqual([404, "booking-not-found"]);
    expect(code(await write(owner, done, ofPlane()))).toEqual([403, "forbidden"]);
    for (const [me, target] of [
      [pilot, of(pilot)],
      [pilot, of(stranger)],
      [pilot, { targetType: "aircraft", targetId: await aPlane(db, owner.id) }],
      [owner, of(owner)],
    ] as const)
      expect(code(await write(me, done, target))).toEqual([400, "invalid"]);
    for (const more of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { comment: " " }, { comment: "x".repeat(4001) }])
      expect(code(await write(pilot, done, ofPlane(), more))).toEqual([400, "invalid"]);
    await db("aircraft").where({ id: plane }).update({ deletedAt: db.fn.now() });
    expect(code(await write(pilot, done, ofPlane()))).toEqual([404, "aircraft-not-found"]);
    await db("aircraft").where({ id: plane }).update({ deletedAt: null });
    expect(await db("reviews").where({ bookingId: done })).toEqual([]);
  });

  it("works over the exchange, which returns the new rows with the outcome", async () => {
    const id = await flown();
    const review = newId();
    const input = { id: review, bookingId: id, ...ofPlane(), rating: 2, comment: "Late." };
    const { body } = await send<ExchangeAnswer>(server.url, "POST /api/sync", {
      body: {
        clientId: newId(),
        userId: pilot.id,
        schema: 1,
        cursor: null,
        commands: [{ id: review, name: "reviews.write", input }],
      },
      headers: pilot.headers,
    });
    expect(body.outcomes).toEqual([{ id: review, status: "applied" }]);
    expect(body.rows["bookings"]).toContainEqual(expect.objectContaining({ id, aircraftReviewed: true }));
  });
});
