import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { askFor } from "../../../tests/bookings.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;

const wet: RentalTerms = { fuel: "wet", fuelRepaidCents: 680, deposit: 1_000, weather: "engine-start" };
const dry: RentalTerms = { fuel: "dry" };

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
});

const ask = (fields: { aircraftId: string; quotedTerms?: RentalTerms }) => askFor(server.url, pilot, fields);
const state = (id: string, terms: unknown) =>
  send(server.url, `PATCH /api/aircraft/${id}`, { headers: owner.headers, body: { terms } });

describe("rental terms", () => {
  it("are stored with the listing, whatever the order of their names", async () => {
    const id = await aPlane(db, owner.id);
    const { status, body } = await state(id, wet);
    expect([status, body.terms, body.rev]).toEqual([200, wet, 1]);
    const again = await state(id, Object.fromEntries(Object.entries(wet).reverse()));
    expect([again.body.terms, again.body.rev]).toEqual([wet, 1]);
    const shown = await send<{ aircraft: Aircraft }>(server.url, `GET /api/aircraft/${id}/with-owner`);
    expect(shown.body.aircraft.terms).toEqual(wet);
    expect((await state(id, null)).body.terms).toBeNull();
  });

  it("are refused whole", async () => {
    const id = await aPlane(db, owner.id);
    const refused = await state(id, { fuel: "damp", deposit: -5 });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ["terms"]]);
    expect(await db("aircraft").where({ id }).first("terms")).toEqual({ terms: null });
  });

  it("stay with a booking as they were at its request", async () => {
    const aircraftId = await aPlane(db, owner.id);
    await state(aircraftId, wet);
    const { status, body } = await ask({ aircraftId, quotedTerms: wet });
    expect([status, body.booking.terms]).toEqual([201, wet]);
    await state(aircraftId, dry);
    const { terms } = await db("bookings").where({ id: body.booking.id }).first("terms");
    expect(terms).toEqual(wet);
  });

  it("refuse a request of a pilot who saw others, and name the present ones", async () => {
    const aircraftId = await aPlane(db, owner.id);
    await state(aircraftId, dry);
    const refused = await ask({ aircraftId, quotedTerms: wet });
    expect(code(refused)).toEqual([409, "terms-changed"]);
    expect((refused.body as unknown as { fields: object }).fields).toEqual({
      quotedTerms: { base: wet, theirs: dry, yours: wet },
    });
    expect(await db("bookings").where({ aircraftId })).toEqual([]);
    expect((await ask({ aircraftId, quotedTerms: dry })).status).toBe(201);
  });

  it("are not compared for a pilot whose version does not send them", async () => {
    const aircraftId = await aPlane(db, owner.id);
    await state(aircraftId, dry);
    const { status, body } = await ask({ aircraftId });
    expect([status, body.booking.terms]).toEqual([201, dry]);
  });
});
