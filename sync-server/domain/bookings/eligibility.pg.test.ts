import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { askFor, inHours, setStatus } from "../../../tests/bookings.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;

const asked: Requirements = { certificate: "private", totalHours: 250, medical: "third" };
const sent = { "certificate:private": "ok", "totalHours:250": "low", "medical:third": "missing" } as const;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, owner] = [await aPilot(db), await anOwner(db)];
});

const aListing = (requirements: Requirements | null) => aPlane(db, owner.id, { requirements });
const ask = async (fields: { aircraftId: string; startDate?: string; verdicts?: object }) =>
  (await askFor(server.url, pilot, fields)).body.booking;
const asSeenBy = async ({ headers }: TestPerson, id: string) =>
  (await send<Booking[]>(server.url, "GET /api/bookings", { headers })).body.find((one) => one.id === id)!;
const edit = (id: string, body: object) =>
  send<Booking>(server.url, `PATCH /api/bookings/${id}/request`, { headers: pilot.headers, body });

describe("the eligibility of a request", () => {
  it("[S686] has what the owner asks and the outcomes, for both members, until the booking ends", async () => {
    const aircraftId = await aListing(asked);
    const { id, eligibility } = await ask({ aircraftId, verdicts: sent });
    expect(eligibility).toEqual({ requirements: asked, verdicts: sent });
    expect((await asSeenBy(owner, id)).eligibility).toEqual(eligibility);
    await setStatus(server.url, owner, id, "accepted");
    expect((await asSeenBy(owner, id)).eligibility).toEqual(eligibility);
    await setStatus(server.url, pilot, id, "cancelled");
    expect((await asSeenBy(owner, id)).eligibility).toBeNull();
    expect(await db("bookings").where({ id }).first("eligibility")).toEqual({ eligibility: null });
  });

  it("has no outcome for a minimum that changed since the pilot saw it, nor for one that nobody asked", async () => {
    const aircraftId = await aListing({ ...asked, totalHours: 500 });
    const { eligibility } = await ask({ aircraftId, verdicts: { ...sent, "landings:3": "ok", constructor: "ok" } });
    expect(eligibility?.verdicts).toEqual({ "certificate:private": "ok", "medical:third": "missing" });
  });

  it("is compared for nothing without outcomes, and is absent where nothing is asked", async () => {
    expect((await ask({ aircraftId: await aListing(asked) })).eligibility).toEqual({
      requirements: asked,
      verdicts: {},
    });
    for (const requirements of [null, {}])
      expect((await ask({ aircraftId: await aListing(requirements), verdicts: sent })).eligibility).toBeNull();
  });

  it("is for the day of the flight: another start needs other outcomes", async () => {
    const { id } = await ask({ aircraftId: await aListing(asked), verdicts: sent });
    const later = { startDate: inHours(96), verdicts: { ...sent, "medical:third": "ok" } };
    expect((await edit(id, later)).body.eligibility?.verdicts).toEqual(later.verdicts);
    expect((await edit(id, { hours: 4 })).body.eligibility?.verdicts).toEqual(later.verdicts);
    expect((await edit(id, { startDate: inHours(72) })).body.eligibility).toEqual({
      requirements: asked,
      verdicts: {},
    });
  });

  it("takes outcomes for an accepted proposal from the pilot alone", async () => {
    const { id } = await ask({ aircraftId: await aListing(asked), verdicts: sent });
    const propose = async (me: TestPerson, hours: number) => {
      const body = { startDate: inHours(hours), hours: 3 };
      const made = await send<Booking>(server.url, `POST /api/bookings/${id}/proposals`, { headers: me.headers, body });
      return made.body.proposal!.id;
    };
    const accept = (me: TestPerson, proposalId: string) =>
      send<Booking>(server.url, `PATCH /api/bookings/${id}/proposals/${proposalId}`, {
        headers: me.headers,
        body: { answer: "accept", verdicts: sent },
      });
    const first = await accept(pilot, await propose(owner, 72));
    expect([first.body.status, first.body.eligibility?.verdicts]).toEqual(["accepted", sent]);
    const second = await accept(owner, await propose(pilot, 96));
    expect([second.body.status, second.body.eligibility?.verdicts]).toEqual(["accepted", {}]);
  });

  it("refuses outcomes that are none, and too many of them", async () => {
    const aircraftId = await aListing(asked);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`totalHours:${place}`, "ok"]));
    for (const verdicts of [{ "totalHours:250": "210.4 hours" }, many])
      expect((await askFor(server.url, pilot, { aircraftId, verdicts } as { aircraftId: string })).status).toBe(400);
  });

  it("ends also where a statement of the previous version ends the booking", async () => {
    const { id } = await ask({ aircraftId: await aListing(asked), verdicts: sent });
    await db("bookings").where({ id }).update({ status: "expired" });
    expect(await db("bookings").where({ id }).first("eligibility")).toEqual({ eligibility: null });
  });
});
