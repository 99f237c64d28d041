import type { Knex } from "knex";
import { pino } from "pino";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { ensureBuckets } from "../db/buckets.ts";
import { ensureSyncMeta } from "../db/change-log.ts";
import { advanceBookings, dueBookings, dueNudges, remindOwners, startBookingClock } from "./booking-clock.ts";

let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let plane: string;

beforeAll(async () => {
  db = (await freshDatabase()).knex;
  await ensureSyncMeta(db);
  await db.transaction((tx) => ensureBuckets(tx));
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
  plane = await aPlane(db, owner.id, { location: "Miami FL" });
});

/** Inserts a booking of two hours that starts in `startsIn` hours. */
async function booked(status: string, startsIn: number): Promise<string> {
  const id = newId();
  const startDate = new Date(Date.now() + startsIn * 3_600_000);
  const endsAt = new Date(startDate.getTime() + 7_200_000);
  const members = { aircraftId: plane, pilotId: pilot.id, ownerId: owner.id };
  await db("bookings").insert({ id, ...members, startDate, endsAt, hours: 2, status, totalPrice: 363 });
  return id;
}

describe("the booking clock", () => {
  it("[S392] expires a request at its deadline, before its start", async () => {
    const [late, open] = [await booked("requested", 3), await booked("requested", 3)];
    const answerBy = (hours: number) => ({ answerBy: new Date(Date.now() + hours * 3_600_000) });
    await db("bookings").where({ id: late }).update(answerBy(-0.01));
    await db("bookings").where({ id: open }).update(answerBy(1));
    await advanceBookings(db);
    expect(await db("bookings").whereIn("id", [late, open]).orderBy("status").pluck("status")).toEqual([
      "expired",
      "requested",
    ]);
    await db("messages").delete();
  });

  it("[S208] expires requests at their start and completes bookings at their end, once, with a message to both", async () => {
    const before = {
      late: await booked("requested", -0.1),
      open: await booked("requested", 1),
      over: await booked("accepted", -2.1),
      flying: await booked("accepted", -0.05),
      gone: await booked("cancelled", -9),
    };
    await Promise.all([advanceBookings(db), advanceBookings(db), advanceBookings(db)]);
    await advanceBookings(db);
    const after: Record<string, [string, number]> = {};
    for (const [name, id] of Object.entries(before)) {
      const { status, rev } = await db("bookings").where({ id }).first("status", "rev");
      after[name] = [status, rev];
    }
    expect(after).toEqual({
      late: ["expired", 1],
      open: ["requested", 0],
      over: ["completed", 1],
      flying: ["accepted", 0],
      gone: ["cancelled", 0],
    });
    const said = await db("messages").orderBy("createdAt").select("senderId", "receiverId", "content", "bookingId");
    expect(said).toHaveLength(2);
    for (const [id, words] of [
      [before.late, /^Booking request expired: Cessna 172, .* E[SD]T, 2 hours\.$/],
      [before.over, /^Booking completed: Cessna 172, .* E[SD]T, 2 hours\.$/],
    ] as const) {
      expect(said).toContainEqual({
        senderId: owner.id,
        receiverId: pilot.id,
        content: expect.stringMatching(words),
        bookingId: id,
      });
      const scopes = await db("change_log").where({ entity: 5, id }).orderBy("scope").pluck("scope");
      expect(scopes).toEqual([`user:${pilot.id}`, `user:${owner.id}`].sort());
    }
  });

  it("[S390] reminds the owner once, at half the time, while the request is open", async () => {
    const due = { nudgeAt: new Date(Date.now() - 1000), answerBy: new Date(Date.now() + 3_600_000) };
    const ids = [await booked("requested", 5), await booked("requested", 5), await booked("requested", 5)];
    await db("bookings").where({ id: ids[0] }).update(due);
    await db("bookings")
      .where({ id: ids[1] })
      .update({ ...due, nudgeAt: due.answerBy });
    await db("bookings")
      .where({ id: ids[2] })
      .update({ ...due, answerBy: due.nudgeAt });
    await Promise.all([remindOwners(db), remindOwners(db), remindOwners(db)]);
    await remindOwners(db);
    const jobs = await db("push_jobs")
      .where({ about: "booking" })
      .whereIn("peerId", ids)
      .select("userId", "peerId", "version");
    expect(jobs).toEqual([{ userId: owner.id, peerId: ids[0], version: 0 }]);
    expect(await db("bookings").where({ id: ids[0] }).first("nudgeAt", "nudgedAt", "status")).toMatchObject({
      nudgeAt: null,
      nudgedAt: expect.any(String),
      status: "requested",
    });
  });

  it("reminds owners although another booking cannot be advanced", async () => {
    const [broken, waiting] = [await booked("requested", -1), await booked("requested", 5)];
    await db("bookings")
      .where({ id: waiting })
      .update({ nudgeAt: new Date(Date.now() - 1000) });
    await db.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse before update on bookings for each row when (old.id = '${broken}') execute function refuse()`);
    const logged: string[] = [];
    const clock = startBookingClock({ db, log: pino({}, { write: (line: string) => void logged.push(line) }) });
    await vi.waitFor(async () => {
      expect(await db("bookings").where({ id: waiting }).first("nudgedAt")).toEqual({ nudgedAt: expect.any(String) });
    });
    await clock.stop();
    await db.raw("drop trigger refuse on bookings");
    expect(logged).toEqual([expect.stringContaining("broken")]);
  });

  it("[S458] reads due bookings through indexes", async () => {
    await db.transaction(async (tx) => {
      await tx.raw("set local enable_seqscan = off");
      // With few rows another index and a sort can look as cheap.
      await tx.raw("set local enable_sort = off");
      const plan = async (sql: string) => JSON.stringify((await tx.raw(`explain ${sql}`, { most: 500 })).rows);
      const due = await plan(dueBookings);
      expect(due).toContain("bookings_accepted_ends");
      expect(due).toContain("bookings_answers_due");
      expect(await plan(dueNudges)).toContain("bookings_nudges_due");
    });
  });
});
