// The statements of the previous version on the schema of booking steps: both run side by side during an update.
import type { Knex } from "knex";
import { beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { databaseBefore, earlierPlane } from "../../../tests/earlier-schema.ts";
import { anOwner, aPilot } from "../../../tests/people.ts";
import { bookingFields } from "./rows.ts";

let db: Knex;
let stored: string;
let members: { aircraftId: string; pilotId: string; ownerId: string };

const times = (day: number) => ({
  startDate: `2099-01-0${day}T17:00:00Z`,
  endsAt: `2099-01-0${day}T20:00:00Z`,
  hours: 3,
});

async function insertAsBefore(day: number, totalPrice: number): Promise<string> {
  const id = newId();
  await db("bookings").insert({ id, ...members, ...times(day), totalPrice });
  return id;
}

const read = (id: string) => db("bookings").where({ id }).first(db.raw(bookingFields));

beforeAll(async () => {
  const { knex, migrate } = await databaseBefore("0017-booking-steps");
  db = knex;
  const owner = await anOwner(db);
  members = {
    aircraftId: await earlierPlane(db, owner.id),
    pilotId: (await aPilot(db)).id,
    ownerId: owner.id,
  };
  stored = await insertAsBefore(1, 558);
  await migrate();
});

it("a row from before has its total in whole dollars, and is answered until its start", async () => {
  expect(await read(stored)).toMatchObject({ totalCents: 55_800, hourlyRate: null, answerBy: null, proposal: null });
});

it("[S346] a row of the previous version has the quote of the aircraft's rate, or its whole dollars", async () => {
  expect(await read(await insertAsBefore(2, 558))).toMatchObject({
    totalCents: 55_770,
    hourlyRate: 169,
    answerBy: null,
  });
  expect(await read(await insertAsBefore(3, 600))).toMatchObject({ totalCents: 60_000, hourlyRate: null });
});

it("a step of the previous version has its time, and ends a proposal", async () => {
  const id = await insertAsBefore(4, 558);
  await db("bookings")
    .where({ id })
    .update({ proposal: JSON.stringify({ id: newId() }) });
  for (const status of ["accepted", "cancelled"]) {
    const before = (await read(id)).lastStepAt as string | null;
    await db("bookings")
      .where({ id })
      .update({ status, lastStepBy: members.pilotId, rev: db.raw("rev + 1") });
    const after = await read(id);
    expect(after).toMatchObject({ status, proposal: null, reason: null, lastStepAt: expect.any(String) });
    expect(after.lastStepAt).not.toBe(before);
  }
});
