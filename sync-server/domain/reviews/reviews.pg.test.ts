import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { Flights, of, ofPlane } from "../../../tests/flights.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { showDueReviews } from "../../jobs/due-reviews.ts";

let flights: Flights;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  flights = await Flights.start();
  ({ db, pilot, owner, plane } = flights);
});

const ratingOf = (table: "users" | "aircraft", id: string) => db(table).where({ id }).first("rating", "reviewCount");

describe("POST /api/reviews", () => {
  it("[S012] answers 201 with the review, and counts it for the aircraft once it is visible", async () => {
    const own = await aPlane(db, owner.id);
    await db("favorites").insert({ id: newId(), userId: pilot.id, aircraftId: own });
    const ratings: unknown[] = [];
    for (const rating of [5, 4, 4]) {
      const id = await flights.flown({ aircraftId: own });
      const target = { targetType: "aircraft" as const, targetId: own };
      const { status, body } = await flights.write(pilot, id, target, { rating });
      expect(status).toBe(201);
      if (rating === 5) {
        expect(body).toEqual({
          id: expect.any(String),
          aircraftId: own,
          userId: pilot.id,
          bookingId: id,
          targetType: "aircraft",
          targetId: own,
          rating: 5,
          comment: "Well kept.",
          createdAt: expect.any(String),
          visibleAt: null,
          reply: null,
          repliedAt: null,
        });
        expect([await flights.cardsOf(own), await ratingOf("aircraft", own)]).toEqual([
          [],
          { rating: 0, reviewCount: 0 },
        ]);
      }
      await flights.write(pilot, id, of(owner));
      await flights.write(owner, id, of(pilot));
      ratings.push(await db("aircraft").where({ id: own }).first("rating", "reviewCount", "rev"));
    }
    expect(ratings).toEqual([
      { rating: 5, reviewCount: 1, rev: 1 },
      { rating: 4.5, reviewCount: 2, rev: 2 },
      { rating: 4.33, reviewCount: 3, rev: 3 },
    ]);
    expect(await scopesOf(db, 6, own)).toEqual(["bucket:denver-co", `user:${owner.id}`, `user:${pilot.id}`].sort());
    expect((await flights.cardsOf(own)).map(({ rating, userName }) => [rating, userName])).toEqual([
      [4, pilot.name],
      [4, pilot.name],
      [5, pilot.name],
    ]);
  });

  it("[S013] lets pilot and owner review each other, hides both, and shows all with the last", async () => {
    const [own, renter] = [await anOwner(db), await aPilot(db)];
    const other = await aPlane(db, own.id);
    const message = { senderId: renter.id, receiverId: own.id, content: "Hello", aircraftId: other };
    await db("messages").insert({ ...message, id: newId() });
    const id = await flights.flown({ aircraftId: other, pilotId: renter.id, ownerId: own.id });
    await flights.write(renter, id, of(own), { rating: 3 });
    await flights.write(own, id, of(renter), { rating: 5 });
    expect(await flights.hidden(id)).toHaveLength(2);
    expect((await flights.reviewsOf(renter, id)).map(({ rating }) => rating)).toEqual([3]);
    expect((await flights.reviewsOf(own, id)).map(({ rating }) => rating)).toEqual([5]);
    expect(await ratingOf("users", own.id)).toEqual({ rating: 0, reviewCount: 0 });
    await flights.write(renter, id, { targetType: "aircraft", targetId: other }, { rating: 2 });
    expect(await flights.hidden(id)).toEqual([]);
    for (const me of [renter, own])
      expect((await flights.reviewsOf(me, id)).map(({ rating }) => rating).sort()).toEqual([2, 3, 5]);
    expect(await ratingOf("users", own.id)).toEqual({ rating: 3, reviewCount: 1 });
    expect(await ratingOf("users", renter.id)).toEqual({ rating: 5, reviewCount: 1 });
    expect([await scopesOf(db, 1, own.id), await scopesOf(db, 2, own.id)]).toEqual([
      [`user:${own.id}`],
      [`user:${renter.id}`],
    ]);
    expect(await db("bookings").where({ id }).first("aircraftReviewed", "ownerReviewed", "pilotReviewed")).toEqual({
      aircraftReviewed: true,
      ownerReviewed: true,
      pilotReviewed: true,
    });
    expect(await scopesOf(db, 5, id)).toEqual([`user:${own.id}`, `user:${renter.id}`].sort());
    expect(code(await send(flights.server.url, `GET /api/bookings/${id}/reviews`, { headers: pilot.headers }))).toEqual(
      [404, "booking-not-found"],
    );
  });

  it("shows all reviews without the one of a deleted listing", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flights.flown({ aircraftId: own });
    await db("aircraft").where({ id: own }).update({ deletedAt: db.fn.now() });
    await flights.write(pilot, id, of(owner));
    expect(await flights.hidden(id)).toHaveLength(1);
    await flights.write(owner, id, of(pilot));
    expect(await flights.hidden(id)).toEqual([]);
  });

  it("shows what both have written when the listing is deleted or hidden before its review", async () => {
    const [gone, kept] = [await aPlane(db, owner.id), await aPlane(db, owner.id)];
    const [first, second] = [await flights.flown({ aircraftId: gone }), await flights.flown({ aircraftId: kept })];
    for (const id of [first, second]) await flights.write(pilot, id, of(owner));
    await flights.write(owner, first, of(pilot));
    expect(await flights.hidden(first)).toHaveLength(2);
    const deleted = await send(flights.server.url, `DELETE /api/aircraft/${gone}`, { headers: owner.headers });
    expect(deleted.status).toBe(204);
    await showDueReviews(db);
    expect(await flights.hidden(first)).toEqual([]);
    await db("aircraft").where({ id: kept }).update({ isActive: false });
    await flights.write(owner, second, of(pilot));
    expect(await flights.hidden(second)).toEqual([]);
  });

  it("[S443] [R5] stores one review per author, booking and target; a later one changes it until it is visible", async () => {
    const id = await flights.flown();
    const texts = ["One.", "Two.", "Three.", "Four."];
    const twins = await Promise.all(texts.map((comment) => flights.write(pilot, id, ofPlane(plane), { comment })));
    expect(twins.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(twins.map(({ body }) => body.id)).size).toBe(1);
    const edited = await flights.write(pilot, id, ofPlane(plane), { rating: 2, comment: "Five." });
    expect(edited.body).toMatchObject({ id: twins[0]!.body.id, rating: 2, comment: "Five.", visibleAt: null });
    const other = await flights.flown();
    const again = { id: newId() };
    const same = await Promise.all([1, 2, 3].map(() => flights.write(pilot, other, ofPlane(plane), again)));
    expect(same.map(({ status, body }) => [status, body.id])).toEqual([1, 2, 3].map(() => [201, again.id]));
    expect(await db("reviews").whereIn("bookingId", [id, other])).toHaveLength(2);
    await flights.writeAll(id);
    for (const [me, target] of [
      [pilot, ofPlane(plane)],
      [pilot, of(owner)],
      [owner, of(pilot)],
    ] as const)
      expect(code(await flights.write(me, id, target))).toEqual([409, "already-reviewed"]);
  });

  it("[S448] counts each of many concurrent reviews", async () => {
    const own = await aPlane(db, owner.id);
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await flights.flown({ aircraftId: own }));
    const target = { targetType: "aircraft" as const, targetId: own };
    const writes = ids.flatMap((id, index) => [
      () => flights.write(pilot, id, target, { rating: index % 2 ? 5 : 2 }),
      () => flights.write(pilot, id, of(owner)),
      () => flights.write(owner, id, of(pilot)),
    ]);
    const answers = await Promise.all(writes.map((one) => one()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await ratingOf("aircraft", own)).toEqual({ rating: 3.5, reviewCount: 8 });
    const visible = db("reviews").where({ targetType: "user" }).whereNotNull("visibleAt");
    for (const { id } of [owner, pilot]) {
      const [{ count }] = (await visible.clone().where({ targetId: id }).count()) as [{ count: number }];
      expect(await db("users").where({ id }).first("reviewCount")).toEqual({ reviewCount: Number(count) });
    }
  });

  it("requires a completed booking of the author, and a target in it", async () => {
    const stranger = await aPilot(db);
    const done = await flights.flown();
    for (const status of ["requested", "accepted", "declined", "cancelled", "expired"])
      expect([status, ...code(await flights.write(pilot, await flights.flown({ status }), ofPlane(plane)))]).toEqual([
        status,
        403,
        "not-completed",
      ]);
    expect(code(await flights.write(stranger, done, ofPlane(plane)))).toEqual([404, "booking-not-found"]);
    expect(code(await flights.write(pilot, newId(), ofPlane(plane)))).toEqual([404, "booking-not-found"]);
    expect(code(await flights.write(owner, done, ofPlane(plane)))).toEqual([403, "forbidden"]);
    for (const [me, target] of [
      [pilot, of(pilot)],
      [pilot, of(stranger)],
      [pilot, { targetType: "aircraft", targetId: await aPlane(db, owner.id) }],
      [owner, of(owner)],
    ] as const)
      expect(code(await flights.write(me, done, target))).toEqual([400, "invalid"]);
    for (const more of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { comment: " " }, { comment: "x".repeat(4001) }])
      expect(code(await flights.write(pilot, done, ofPlane(plane), more))).toEqual([400, "invalid"]);
    await db("aircraft").where({ id: plane }).update({ deletedAt: db.fn.now() });
    expect(code(await flights.write(pilot, done, ofPlane(plane)))).toEqual([404, "aircraft-not-found"]);
    await db("aircraft").where({ id: plane }).update({ deletedAt: null });
    expect(await db("reviews").where({ bookingId: done })).toEqual([]);
  });

  it("works over the exchange, which returns the new rows with the outcome", async () => {
    const id = await flights.flown();
    const review = newId();
    const input = { id: review, bookingId: id, ...ofPlane(plane), rating: 2, comment: "Late." };
    const { body } = await send<ExchangeAnswer>(flights.server.url, "POST /api/sync", {
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
