import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { Flights, of, ofPlane, type Target } from "../../../tests/flights.ts";
import { code } from "../../../tests/http.ts";
import { aPlane, type TestPerson } from "../../../tests/people.ts";
import { dueReviews, showDueReviews } from "../../jobs/due-reviews.ts";

let flights: Flights;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  flights = await Flights.start();
  ({ db, pilot, owner } = flights);
});

const ratingOf = (table: "users" | "aircraft", id: string) => db(table).where({ id }).first("rating", "reviewCount");

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

describe("14 days after the flight", () => {
  it("[S442] the job shows what is written, and nobody can write or change any more", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flights.flown({ aircraftId: own });
    const target = { targetType: "aircraft" as const, targetId: own };
    await flights.write(pilot, id, target, { rating: 5 });
    await showDueReviews(db);
    expect(await flights.hidden(id)).toHaveLength(1);
    await endLongAgo(id);
    expect(code(await flights.write(pilot, id, target))).toEqual([403, "reviews-closed"]);
    expect(code(await flights.write(owner, id, of(pilot)))).toEqual([403, "reviews-closed"]);
    // As two processes do.
    await Promise.all([showDueReviews(db), showDueReviews(db), showDueReviews(db)]);
    expect(await db("aircraft").where({ id: own }).first("rating", "reviewCount", "rev")).toEqual({
      rating: 5,
      reviewCount: 1,
      rev: 1,
    });
    expect((await flights.reviewsOf(owner, id)).map(({ rating }) => rating)).toEqual([5]);
    // The end, and not the review, is what refuses a late change.
    expect(code(await flights.write(pilot, id, target))).toEqual([403, "reviews-closed"]);
    expect(await scopesOf(db, 6, own)).toContain("bucket:denver-co");
  });

  it("[S449] the job runs beside writes: each review is counted once", async () => {
    const own = await aPlane(db, owner.id);
    const target = { targetType: "aircraft" as const, targetId: own };
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) ids.push(await flights.flown({ aircraftId: own }));
    await Promise.all(ids.map((id) => flights.write(pilot, id, target)));
    // The end has not come by the clock of writers, so the job and the last reviews compete.
    await db("reviews")
      .whereIn("bookingId", ids)
      .update({ dueAt: daysAgo(0) });
    await Promise.all([
      ...ids.flatMap((id) => [flights.write(pilot, id, of(owner)), flights.write(owner, id, of(pilot))]),
      showDueReviews(db),
      showDueReviews(db),
    ]);
    expect(await ratingOf("aircraft", own)).toEqual({ rating: 4, reviewCount: 6 });
    expect(await db("reviews").whereIn("bookingId", ids).whereNull("visibleAt")).toEqual([]);
  });

  it("the job shows reviews that the previous version wrote, at once when all three exist", async () => {
    const [first, second] = [await flights.flown(), await flights.flown()];
    const row = (bookingId: string, userId: string, target: Target) => ({
      ...{ id: newId(), bookingId, userId, ...target, rating: 3, comment: "Fine." },
    });
    await db("reviews").insert(row(first, pilot.id, ofPlane(flights.plane)));
    for (const target of [ofPlane(flights.plane), of(owner)]) await db("reviews").insert(row(second, pilot.id, target));
    await db("reviews").insert(row(second, owner.id, of(pilot)));
    await showDueReviews(db);
    expect([await flights.hidden(first), await flights.hidden(second)]).toEqual([["aircraft"], []]);
    await db("reviews").insert({ ...row(first, pilot.id, ofPlane(flights.plane)), bookingId: null });
    expect(await db("reviews").where({ bookingId: null }).whereNull("visibleAt")).toEqual([]);
  });

  it("what is due at once is due in the same microsecond, however its time is rounded", async () => {
    const id = await flights.flown();
    await flights.write(pilot, id, ofPlane(flights.plane));
    for (let round = 0; round < 20; round++) {
      await db.transaction(async (tx) => {
        await tx("reviews").where({ bookingId: id }).update({ dueAt: tx.fn.now() });
        const { rows } = await tx.raw(dueReviews, { most: 500 });
        expect(rows).toContainEqual({ id });
      });
    }
    await showDueReviews(db);
    expect(await flights.hidden(id)).toEqual([]);
  });

  it("[S460] the due reviews are found by their index", async () => {
    await db.transaction(async (tx) => {
      await tx.raw("set local enable_seqscan = off");
      const { rows } = await tx.raw(`explain ${dueReviews}`, { most: 500 });
      expect(JSON.stringify(rows)).toContain("reviews_due");
    });
  });
});
