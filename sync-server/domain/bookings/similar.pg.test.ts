import type { Knex } from "knex";
import { beforeAll, expect, it } from "vitest";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, setStatus } from "../../../tests/bookings.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { similarText } from "./similar.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
});

/** 10:00 to 13:00 in San Diego, ten days ahead; noon in Denver. */
const startDate = new Date(Math.floor(Date.now() / 86_400_000 + 10) * 86_400_000 + 19 * 3_600_000).toISOString();
const ask = async (aircraftId: string, fields: object = {}) =>
  (await askFor(server.url, pilot, { ...{ aircraftId, startDate }, ...fields })).body.booking;
const similar = (id: string, me = pilot) =>
  send<AircraftCard[]>(server.url, `GET /api/bookings/${id}/similar`, { headers: me.headers });

it("[S394] lists up to three aircraft that are free then, the nearest first", async () => {
  const at = (location: string, fields: object = {}) => aPlane(db, owner.id, { location, hourlyRate: 200, ...fields });
  const wanted = await at("San Diego CA");
  const id = (await ask(wanted)).id;
  await setStatus(server.url, owner, id, "declined");
  expect((await similar(id)).body).toEqual([]);

  const own = await anOwner(db);
  const far = await at("Seattle WA");
  const [near, dear, long] = [
    await at("Los Angeles CA", { hourlyRate: 220 }),
    await at("San Diego CA", { hourlyRate: 300 }),
    await at("San Diego CA", { minHours: 4 }),
  ];
  const booked = await at("San Diego CA");
  await setStatus(server.url, owner, (await ask(booked)).id, "accepted");
  const closed = await at("Los Angeles CA");
  // Closed on every day: the plan allows no booking at all.
  const never = JSON.stringify(
    Object.fromEntries(["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, []])),
  );
  await db("availability_plans").where({ aircraftId: closed }).update({ weekly: never });
  const hidden = await at("San Diego CA", { isActive: false });
  const ids = async (me = pilot) => (await similar(id, me)).body.map((card) => card.id);
  expect(await ids()).toEqual([near, far]);
  expect(await ids()).not.toContain([dear, long, booked, closed, hidden, own]);

  const here = [await at("San Diego CA", { hourlyRate: 190 }), await at("San Diego CA", { hourlyRate: 205 })];
  expect(await ids()).toEqual([here[1], here[0], near]);
  expect((await similar(id)).body[0]).toMatchObject({ location: "San Diego CA", hourlyRate: 205 });
});

it("is for the pilot of the booking alone", async () => {
  const { id } = await ask(await aPlane(db, owner.id));
  for (const answer of [await similar(id, owner), await similar(newId()), await similar("nonsense")])
    expect(code(answer)).toEqual([404, "booking-not-found"]);
});

it("[S459] reads aircraft by place and rate through indexes", async () => {
  const one = await aPlane(db, owner.id);
  await db.transaction(async (tx) => {
    // With few rows all indexes look as cheap as each other.
    await tx.raw(
      `insert into aircraft select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
      'location', (array['Denver CO', 'Austin TX', 'Miami FL'])[1 + number % 3], 'hourlyRate', 100 + number % 700,
      'type', (array['jet', 'turboprop'])[1 + number / 3 % 2]))).*
      from aircraft one, generate_series(1, 3000) number where one.id = :one`,
      { one },
    );
    await tx.raw("analyze aircraft");
    await tx.raw("set local enable_seqscan = off");
    const values = {
      ...{ me: pilot.id, startDate, endsAt: startDate, hours: 3, low: 100, rate: 150, high: 200, type: "jet" },
      wanted: newId(),
      places: ["Denver CO", "Austin TX"],
    };
    const { rows } = await tx.raw(`explain ${similarText}`, values);
    const plan = JSON.stringify(rows);
    expect(plan).toContain("aircraft_by_location_price");
    expect(plan).toContain("aircraft_by_kind");
    expect(plan).toContain("bookings_never_overlap");
    expect(plan).not.toContain("Seq Scan on aircraft");
  });
});
