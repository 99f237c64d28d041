import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Review, ReviewCard } from "../../../shared/domain/reviews.ts";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer } from "../../../shared/sync.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { code, send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { dueReviews, showDueReviews } from "../../jobs/due-reviews.ts";

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

/** Both members write everything they can. */
async function writeAll(id: string, aircraftId = plane, stars = { aircraft: 4, owner: 4, pilot: 4 }): Promise<void> {
  await write(pilot, id, { targetType: "aircraft", targetId: aircraftId }, { rating: stars.aircraft });
  await write(pilot, id, of(owner), { rating: stars.owner });
  await write(owner, id, of(pilot), { rating: stars.pilot });
}
const reviewsOf = async (me: TestPerson, bookingId: string) =>
  (await send<Review[]>(server.url, `GET /api/bookings/${bookingId}/reviews`, { headers: me.headers })).body;
const cardsOf = async (aircraftId: string) =>
  (await send<ReviewCard[]>(server.url, `GET /api/aircraft/${aircraftId}/reviews`)).body;
const ratingOf = (table: "users" | "aircraft", id: string) => db(table).where({ id }).first("rating", "reviewCount");
const hidden = (bookingId: string) => db("reviews").where({ bookingId }).whereNull("visibleAt").pluck("targetType");
/** Moves a flight so that its 14 days are over. */
const endLongAgo = async (id: string) => {
  const earlier = (column: string) => db.raw(`?? - interval '14 days'`, [column]);
  await db("bookings")
    .where({ id })
    .update({ startDate: earlier("startDate"), endsAt: earlier("endsAt") });
  await db("reviews")
    .where({ bookingId: id })
    .update({ dueAt: daysAgo(0) });
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe("POST /api/reviews", () => {
  it("[S012] answers 201 with the review, and counts it for the aircraft once it is visible", async () => {
    const own = await aPlane(db, owner.id);
    await db("favorites").insert({ id: newId(), userId: pilot.id, aircraftId: own });
    const ratings: unknown[] = [];
    for (const rating of [5, 4, 4]) {
      const id = await flown({ aircraftId: own });
      const target = { targetType: "aircraft" as const, targetId: own };
      const { status, body } = await write(pilot, id, target, { rating });
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
        expect([await cardsOf(own), await ratingOf("aircraft", own)]).toEqual([[], { rating: 0, reviewCount: 0 }]);
      }
      await write(pilot, id, of(owner));
      await write(owner, id, of(pilot));
      ratings.push(await db("aircraft").where({ id: own }).first("rating", "reviewCount", "rev"));
    }
    expect(ratings).toEqual([
      { rating: 5, reviewCount: 1, rev: 1 },
      { rating: 4.5, reviewCount: 2, rev: 2 },
      { rating: 4.33, reviewCount: 3, rev: 3 },
    ]);
    expect(await scopesOf(db, 6, own)).toEqual(["bucket:denver-co", `user:${owner.id}`, `user:${pilot.id}`].sort());
    expect((await cardsOf(own)).map(({ rating, userName }) => [rating, userName])).toEqual([
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
    const id = await flown({ aircraftId: other, pilotId: renter.id, ownerId: own.id });
    await write(renter, id, of(own), { rating: 3 });
    await write(own, id, of(renter), { rating: 5 });
    expect(await hidden(id)).toHaveLength(2);
    expect((await reviewsOf(renter, id)).map(({ rating }) => rating)).toEqual([3]);
    expect((await reviewsOf(own, id)).map(({ rating }) => rating)).toEqual([5]);
    expect(await ratingOf("users", own.id)).toEqual({ rating: 0, reviewCount: 0 });
    await write(renter, id, { targetType: "aircraft", targetId: other }, { rating: 2 });
    expect(await hidden(id)).toEqual([]);
    for (const me of [renter, own])
      expect((await reviewsOf(me, id)).map(({ rating }) => rating).sort()).toEqual([2, 3, 5]);
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
    expect(code(await send(server.url, `GET /api/bookings/${id}/reviews`, { headers: pilot.headers }))).toEqual([
      404,
      "booking-not-found",
    ]);
  });

  it("shows all reviews without the one of a deleted listing", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flown({ aircraftId: own });
    await db("aircraft").where({ id: own }).update({ deletedAt: db.fn.now() });
    await write(pilot, id, of(owner));
    expect(await hidden(id)).toHaveLength(1);
    await write(owner, id, of(pilot));
    expect(await hidden(id)).toEqual([]);
  });

  it("shows what both have written when the listing is deleted or hidden before its review", async () => {
    const [gone, kept] = [await aPlane(db, owner.id), await aPlane(db, owner.id)];
    const [first, second] = [await flown({ aircraftId: gone }), await flown({ aircraftId: kept })];
    for (const id of [first, second]) await write(pilot, id, of(owner));
    await write(owner, first, of(pilot));
    expect(await hidden(first)).toHaveLength(2);
    const deleted = await send(server.url, `DELETE /api/aircraft/${gone}`, { headers: owner.headers });
    expect(deleted.status).toBe(204);
    await showDueReviews(db);
    expect(await hidden(first)).toEqual([]);
    await db("aircraft").where({ id: kept }).update({ isActive: false });
    await write(owner, second, of(pilot));
    expect(await hidden(second)).toEqual([]);
  });

  it("[S443] [R5] stores one review per author, booking and target; a later one changes it until it is visible", async () => {
    const id = await flown();
    const texts = ["One.", "Two.", "Three.", "Four."];
    const twins = await Promise.all(texts.map((comment) => write(pilot, id, ofPlane(), { comment })));
    expect(twins.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(twins.map(({ body }) => body.id)).size).toBe(1);
    const edited = await write(pilot, id, ofPlane(), { rating: 2, comment: "Five." });
    expect(edited.body).toMatchObject({ id: twins[0]!.body.id, rating: 2, comment: "Five.", visibleAt: null });
    const other = await flown();
    const again = { id: newId() };
    const same = await Promise.all([1, 2, 3].map(() => write(pilot, other, ofPlane(), again)));
    expect(same.map(({ status, body }) => [status, body.id])).toEqual([1, 2, 3].map(() => [201, again.id]));
    expect(await db("reviews").whereIn("bookingId", [id, other])).toHaveLength(2);
    await writeAll(id);
    for (const [me, target] of [
      [pilot, ofPlane()],
      [pilot, of(owner)],
      [owner, of(pilot)],
    ] as const)
      expect(code(await write(me, id, target))).toEqual([409, "already-reviewed"]);
  });

  it("[S448] counts each of many concurrent reviews", async () => {
    const own = await aPlane(db, owner.id);
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await flown({ aircraftId: own }));
    const target = { targetType: "aircraft" as const, targetId: own };
    const writes = ids.flatMap((id, index) => [
      () => write(pilot, id, target, { rating: index % 2 ? 5 : 2 }),
      () => write(pilot, id, of(owner)),
      () => write(owner, id, of(pilot)),
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

describe("14 days after the flight", () => {
  it("[S442] the job shows what is written, and nobody can write or change any more", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flown({ aircraftId: own });
    const target = { targetType: "aircraft" as const, targetId: own };
    await write(pilot, id, target, { rating: 5 });
    await showDueReviews(db);
    expect(await hidden(id)).toHaveLength(1);
    await endLongAgo(id);
    expect(code(await write(pilot, id, target))).toEqual([403, "reviews-closed"]);
    expect(code(await write(owner, id, of(pilot)))).toEqual([403, "reviews-closed"]);
    // As two processes do.
    await Promise.all([showDueReviews(db), showDueReviews(db), showDueReviews(db)]);
    expect(await db("aircraft").where({ id: own }).first("rating", "reviewCount", "rev")).toEqual({
      rating: 5,
      reviewCount: 1,
      rev: 1,
    });
    expect((await reviewsOf(owner, id)).map(({ rating }) => rating)).toEqual([5]);
    expect(code(await write(pilot, id, target))).toEqual([409, "already-reviewed"]);
    expect(await scopesOf(db, 6, own)).toContain("bucket:denver-co");
  });

  it("[S449] the job runs beside writes: each review is counted once", async () => {
    const own = await aPlane(db, owner.id);
    const target = { targetType: "aircraft" as const, targetId: own };
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) ids.push(await flown({ aircraftId: own }));
    await Promise.all(ids.map((id) => write(pilot, id, target)));
    // The end has not come by the clock of writers, so the job and the last reviews compete.
    await db("reviews")
      .whereIn("bookingId", ids)
      .update({ dueAt: daysAgo(0) });
    await Promise.all([
      ...ids.flatMap((id) => [write(pilot, id, of(owner)), write(owner, id, of(pilot))]),
      showDueReviews(db),
      showDueReviews(db),
    ]);
    expect(await ratingOf("aircraft", own)).toEqual({ rating: 4, reviewCount: 6 });
    expect(await db("reviews").whereIn("bookingId", ids).whereNull("visibleAt")).toEqual([]);
  });

  it("the job shows reviews that the previous version wrote, at once when all three exist", async () => {
    const [first, second] = [await flown(), await flown()];
    const row = (bookingId: string, userId: string, target: Target) => ({
      ...{ id: newId(), bookingId, userId, ...target, rating: 3, comment: "Fine." },
    });
    await db("reviews").insert(row(first, pilot.id, ofPlane()));
    for (const target of [ofPlane(), of(owner)]) await db("reviews").insert(row(second, pilot.id, target));
    await db("reviews").insert(row(second, owner.id, of(pilot)));
    await showDueReviews(db);
    expect([await hidden(first), await hidden(second)]).toEqual([["aircraft"], []]);
    await db("reviews").insert({ ...row(first, pilot.id, ofPlane()), bookingId: null });
    expect(await db("reviews").where({ bookingId: null }).whereNull("visibleAt")).toEqual([]);
  });

  it("[S460] the due reviews are found by their index", async () => {
    await db.transaction(async (tx) => {
      await tx.raw("set local enable_seqscan = off");
      const { rows } = await tx.raw(`explain ${dueReviews}`, { most: 500 });
      expect(JSON.stringify(rows)).toContain("reviews_due");
    });
  });
});

describe("POST /api/reviews/{id}/reply", () => {
  const reply = (me: TestPerson, id: string, content = "Thank you.") =>
    send<Review>(server.url, `POST /api/reviews/${id}/reply`, { body: { content }, headers: me.headers });

  it("[S446] answers with the only reply of the reviewed, which the card shows", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flown({ aircraftId: own });
    await write(pilot, id, { targetType: "aircraft", targetId: own });
    const [mine] = await reviewsOf(pilot, id);
    expect(code(await reply(owner, mine!.id))).toEqual([404, "review-not-found"]);
    await writeAll(id, own);
    expect((await cardsOf(own))[0]).not.toHaveProperty("reply");
    expect(code(await reply(pilot, mine!.id))).toEqual([403, "forbidden"]);
    expect(code(await reply(owner, mine!.id, " "))).toEqual([400, "invalid"]);
    const answers = await Promise.all(["One.", "Two."].map((content) => reply(owner, mine!.id, content)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(code(await reply(owner, mine!.id))).toEqual([409, "already-replied"]);
    const { reply: content, repliedAt } = answers.find(({ status }) => status === 200)!.body;
    expect((await cardsOf(own))[0]!.reply).toEqual({ content, date: repliedAt });
    const ofOwner = (await reviewsOf(pilot, id)).find(({ targetId }) => targetId === owner.id)!;
    const ofPilot = (await reviewsOf(pilot, id)).find(({ targetId }) => targetId === pilot.id)!;
    expect(code(await reply(pilot, ofOwner.id))).toEqual([403, "forbidden"]);
    expect((await reply(owner, ofOwner.id)).status).toBe(200);
    expect((await reply(pilot, ofPilot.id)).status).toBe(200);
    for (const unknown of [newId(), "1"]) expect(code(await reply(owner, unknown))).toEqual([404, "review-not-found"]);
  });
});
