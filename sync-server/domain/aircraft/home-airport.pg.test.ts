import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { airportOf, type HomeAirport } from "../../../shared/domain/airfields/home-airport.ts";
import type { ErrorBody } from "../../../shared/kit/errors.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { databaseBefore } from "../../../tests/earlier-schema.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { countStaleCardDays } from "../availability/card-days.ts";
import { isAvailableOn } from "./free-days.ts";
import { cardColumns, toCard, type CardRow } from "./rows.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  owner = await anOwner(db);
});

const call = (route: string, body: unknown) =>
  send<Aircraft & ErrorBody>(server.url, route, { headers: owner.headers, body });
const form = { name: "Cessna 172", make: "Cessna", model: "172", location: "Seattle WA" };

/** What a device sends may be wrong in everything but the identifier. */
const claimed = (id: string): HomeAirport => ({ id, name: "Elsewhere", latitude: 0, longitude: 0, zone: "UTC" });
const paine = {
  id: "KPAE",
  name: "Seattle Paine Field International",
  latitude: 47.905,
  longitude: -122.281,
  zone: "America/Los_Angeles",
};

async function card(id: string) {
  const row: CardRow = await db("aircraft")
    .first(...cardColumns)
    .where({ id });
  return toCard(row);
}

describe("the home airport of a listing", () => {
  it("[S600] is stored with the facts of the server, and is on its card", async () => {
    const { status, body } = await call("POST /api/aircraft", { ...form, airport: claimed("pae") });
    expect([status, body.airport]).toEqual([201, paine]);
    expect((await card(body.id)).airport).toEqual(paine);
    const { body: read } = await send<{ aircraft: Aircraft }>(server.url, `GET /api/aircraft/${body.id}/with-owner`);
    expect(read.aircraft.airport).toEqual(paine);
  });

  it("is none where it is the main one of the location, also after a move to that location", async () => {
    const { body } = await call("POST /api/aircraft", { ...form, airport: claimed("KBFI") });
    expect(body.airport).toBeNull();
    expect(Object.keys(await card(body.id))).not.toContain("airport");
    const { body: away } = await call(`PATCH /api/aircraft/${body.id}`, { airport: claimed("KMYF") });
    expect(away.airport).toMatchObject({ id: "KMYF", name: "Montgomery-Gibbs Executive" });
    const { body: moved } = await call(`PATCH /api/aircraft/${body.id}`, { location: "San Diego CA" });
    expect([moved.airport, moved.location]).toEqual([null, "San Diego CA"]);
  });

  it("[S601] is refused if no airfield has the identifier", async () => {
    const refused = { code: "invalid", fields: { airport: "No airfield is called ZZZZ." } };
    expect(await call("POST /api/aircraft", { ...form, airport: claimed("ZZZZ") })).toMatchObject({
      status: 400,
      body: refused,
    });
    const { body } = await call("POST /api/aircraft", form);
    expect(await call(`PATCH /api/aircraft/${body.id}`, { airport: claimed("ZZZZ") })).toMatchObject({
      status: 400,
      body: refused,
    });
  });

  it("stays through an edit of other fields, and ends with null", async () => {
    const { body } = await call("POST /api/aircraft", { ...form, airport: claimed("KPAE") });
    const { body: edited } = await call(`PATCH /api/aircraft/${body.id}`, { hourlyRate: 200 });
    expect(edited.airport).toEqual(paine);
    const { body: cleared } = await call(`PATCH /api/aircraft/${body.id}`, { airport: null });
    expect(cleared.airport).toBeNull();
  });

  it("[S602] decides on which clock its days are, for the list and for the card", async () => {
    const { body } = await call("POST /api/aircraft", { ...form, airport: claimed("PGUM") });
    expect(body.airport?.zone).toBe("Pacific/Guam");
    // In Guam the next day has begun; in Seattle it begins ten hours later.
    const now = new Date("2026-12-01T22:00:00Z");
    const isFree = async (day: string) => {
      const { sql, values } = isAvailableOn(day, [form.location], now);
      const query = db("aircraft").where({ id: body.id });
      return (await query.whereRaw(sql, values as Knex.RawBinding[]).first("id")) !== undefined;
    };
    expect([await isFree("2026-12-01"), await isFree("2026-12-02")]).toEqual([false, true]);
    await db("stale_card_days").delete();
    await call(`PATCH /api/aircraft/${body.id}`, { airport: null });
    expect(await countStaleCardDays(db)).toBe(1);
    const today = dayOf(zonedMinute(now.getTime(), "America/Los_Angeles").day);
    expect([today, await isFree(today)]).toEqual(["2026-12-01", true]);
  });
});

describe("a statement of the previous version", () => {
  it("[S603] writes a listing at the main airport, and keeps the airport of another one", async () => {
    const { body } = await call("POST /api/aircraft", { ...form, airport: claimed("KPAE") });
    await db.raw(
      `update aircraft set name = 'Cessna 172 N', "hourlyRate" = 210, rev = rev + 1 where id = :id returning id`,
      { id: body.id },
    );
    expect((await card(body.id)).airport).toEqual(paine);
    const { airport: _, ...earlier } = (await db("aircraft").where({ id: body.id }).first()) as Aircraft;
    const id = "019a0000-0000-7000-8000-00000000aaaa";
    const lists = ["images", "features", "terms"] as const;
    const texts = Object.fromEntries(lists.map((field) => [field, earlier[field]]));
    await db("aircraft").insert({ ...earlier, ...texts, id });
    expect(Object.keys(await card(id))).not.toContain("airport");
  });
});

it("[S720] aircraft that the previous version stored have the main airport of their location", async () => {
  const { knex, migrate } = await databaseBefore("0026-home-airports");
  const { id: ownerId } = await anOwner(knex);
  const id = await aPlane(knex, ownerId, { location: "Denver CO" });
  const before = await knex<Aircraft>("aircraft").where({ id }).first();
  await migrate();
  const row: CardRow = await knex("aircraft")
    .first(...cardColumns)
    .where({ id });
  expect(airportOf(toCard(row))).toMatchObject({ id: "KAPA", zone: "America/Denver", elevationFt: 5884.9 });
  expect(row).toMatchObject({ name: before!.name, hourlyRate: before!.hourlyRate });
});
