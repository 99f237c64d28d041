import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { SavedSearch } from "../../../shared/domain/searches.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { countStaleCardDays } from "../availability/card-days.ts";
import { matchChanges } from "./matching.ts";
import { blockMatching } from "./rows.ts";

let server: TestServer;
let second: TestServer;
let db: Knex;
let owner: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  // Both processes match, so every test runs against both.
  second = await startTestServer({
    databaseUrl: (db.client as { connectionSettings: { connectionString: string } }).connectionSettings
      .connectionString,
  });
  [owner, admin] = [await anOwner(db), await aPilot(db, { isAdmin: true })];
});

async function call<Body>(route: string, who: TestPerson, body?: unknown): Promise<Body> {
  const answer = await send<Body>(server.url, route, { headers: who.headers, body });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([
    expect.toSatisfy((status: number) => status < 300),
    expect.any(String),
  ]);
  return answer.body;
}

const save = (who: TestPerson, fields: object = {}) =>
  call<SavedSearch>("POST /api/searches", who, { name: "Mine", location: "Denver", ...fields });
const listing = { name: "Skyhawk", make: "Cessna", model: "172S", location: "Denver CO", hourlyRate: 150, seats: 4 };
const list = (fields: object = {}, by = owner) => call<Aircraft>("POST /api/aircraft", by, { ...listing, ...fields });
const edit = (plane: { id: string }, fields: object, by = owner) =>
  call<Aircraft>(`PATCH /api/aircraft/${plane.id}`, by, fields);
const setActive = (person: TestPerson, isActive: boolean) =>
  call(`PATCH /api/admin/users/${person.id}/toggle-active`, admin, { isActive });

/** Waits until all changes so far are compared, by either process. */
async function compared(): Promise<void> {
  await expect
    .poll(
      async () => {
        await matchChanges(db);
        return db("aircraft_changes").first("seq");
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBeUndefined();
}

/** Aircraft announced for a search, oldest first. */
async function announced({ id }: SavedSearch): Promise<string[]> {
  await compared();
  return db("search_matches").where({ searchId: id, isNews: true }).orderBy("at").pluck("aircraftId");
}

const rowOf = async (who: TestPerson, { id }: SavedSearch) =>
  (await call<SavedSearch[]>("GET /api/searches", who)).find((one) => one.id === id);

describe("an aircraft that starts to match", () => {
  it("is announced when listed, in the search's row and as a planned notice", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot);
    const plane = await list();
    expect(await announced(search)).toEqual([plane.id]);
    expect(await rowOf(pilot, search)).toMatchObject({
      matches: 1,
      matchedAircraftId: plane.id,
      matchedAircraftName: "Skyhawk",
      matchedAt: expect.stringMatching(/Z$/),
      rev: 0,
    });
    const lines = await db("change_log").where({ id: search.id }).pluck("scope");
    expect(lines).toEqual([`user:${pilot.id}`, `user:${pilot.id}`]);
  });

  it("is announced once when its price enters the range", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot, { maxPrice: 140 });
    const plane = await list();
    expect(await announced(search)).toEqual([]);
    for (const hourlyRate of [140, 141, 139, 200, 100]) await edit(plane, { hourlyRate });
    expect(await announced(search)).toEqual([plane.id]);
    expect((await rowOf(pilot, search))?.matches).toBe(1);
  });

  it("is announced by a change of each filtered field", async () => {
    const filter = { types: ["jet"], seats: 6, minPrice: 500, words: "LEAR 2004", location: "miami" };
    const wanted = { type: "jet", seats: 6, hourlyRate: 500, model: "Learjet", year: "2004", location: "Miami FL" };
    for (const [field, value] of Object.entries(wanted)) {
      const search = await save(await aPilot(db), filter);
      const plane = await list({
        ...wanted,
        [field]: { ...listing, type: "turboprop", year: "1999" }[field as "year"],
      });
      expect([field, await announced(search)]).toEqual([field, []]);
      await edit(plane, { [field]: value });
      expect([field, await announced(search)]).toEqual([field, [plane.id]]);
    }
  });

  it("is not announced by a change of other fields", async () => {
    const search = await save(await aPilot(db), { maxPrice: 10 });
    const plane = await list({ hourlyRate: 10 });
    await compared();
    await edit(plane, { description: "New avionics", range: 900 });
    expect(await db("aircraft_changes").where({ aircraftId: plane.id })).toEqual([]);
    expect(await announced(search)).toEqual([plane.id]);
  });
});

describe("an aircraft that matched when the search was saved", () => {
  it("is never announced", async () => {
    const plane = await list({ location: "Austin TX" });
    const search = await save(await aPilot(db), { location: "austin", maxPrice: 150 });
    await edit(plane, { hourlyRate: 120 });
    await edit(plane, { hourlyRate: 220 });
    await compared();
    await edit(plane, { hourlyRate: 110 });
    expect(await announced(search)).toEqual([]);
  });

  it("is not announced when its change was compared after the search was saved", async () => {
    const plane = await aPlane(db, owner.id, { location: "Austin TX", hourlyRate: 900 });
    await db.transaction(async (tx) => {
      // Delays the comparison until the search is saved.
      await tx.raw(`select pg_advisory_xact_lock_shared(hashtext('saved search matching'))`);
      await edit({ id: plane }, { hourlyRate: 120 });
      expect(await db("aircraft_changes").where({ aircraftId: plane })).toHaveLength(1);
      const search = await save(await aPilot(db), { location: "austin", maxPrice: 150 });
      await tx.commit();
      expect(await announced(search)).toEqual([]);
    });
  });

  it("is known again after an edit of the filter, and later matches are announced", async () => {
    const pilot = await aPilot(db);
    const [before, later] = [await list({ hourlyRate: 300 }), await list({ hourlyRate: 800 })];
    const search = await save(pilot, { maxPrice: 200 });
    await call(`PATCH /api/searches/${search.id}`, pilot, { maxPrice: 400 });
    expect(await announced(search)).toEqual([]);
    await edit(before, { hourlyRate: 310 });
    await edit(later, { hourlyRate: 390 });
    expect(await announced(search)).toEqual([later.id]);
  });

  it("is announced once, also when an edit of the filter lets it match again", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot, { maxPrice: 200 });
    const plane = await list();
    expect(await announced(search)).toEqual([plane.id]);
    await call(`PATCH /api/searches/${search.id}`, pilot, { maxPrice: 20 });
    await edit(plane, { hourlyRate: 30 });
    await edit(plane, { hourlyRate: 15 });
    expect(await announced(search)).toEqual([plane.id]);
    expect((await rowOf(pilot, search))?.matches).toBe(1);
  });

  it("keeps what was announced when only the name changes", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot);
    await call(`PATCH /api/searches/${search.id}`, pilot, { name: "Other" });
    const plane = await list();
    expect(await announced(search)).toEqual([plane.id]);
  });
});

describe("announcements exclude", () => {
  it("the user's own listings", async () => {
    const [own, others] = [await save(owner), await save(await aPilot(db))];
    const plane = await list();
    expect([await announced(own), await announced(others)]).toEqual([[], [plane.id]]);
  });

  it("inactive aircraft, until they are active again", async () => {
    const search = await save(await aPilot(db), { maxPrice: 50 });
    const plane = await list();
    await edit(plane, { isActive: false }, admin);
    await edit(plane, { hourlyRate: 40 });
    expect(await announced(search)).toEqual([]);
    await edit(plane, { isActive: true }, admin);
    expect(await announced(search)).toEqual([plane.id]);
  });

  it("aircraft deactivated before their change was compared", async () => {
    const search = await save(await aPilot(db));
    await db.transaction(async (tx) => {
      await blockMatching(tx);
      const plane = await list();
      await edit(plane, { isActive: false }, admin);
    });
    expect(await announced(search)).toEqual([]);
  });

  it("aircraft of a deactivated owner, until the owner is active again", async () => {
    const leaving = await anOwner(db);
    const plane = await list({}, leaving);
    const known = await save(await aPilot(db));
    await setActive(leaving, false);
    const search = await save(await aPilot(db));
    await edit(plane, { hourlyRate: 160 }, admin);
    expect(await announced(search)).toEqual([]);
    await setActive(leaving, true);
    expect([await announced(search), await announced(known)]).toEqual([[plane.id], []]);
  });

  it("matches while notifications are off", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot, { notify: false });
    await list();
    await call(`PATCH /api/searches/${search.id}`, pilot, { notify: true });
    expect(await announced(search)).toEqual([]);
    const plane = await list();
    expect(await announced(search)).toEqual([plane.id]);
  });
});

describe("the date of a search", () => {
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

  it("excludes an aircraft that is booked all that day", async () => {
    const pilot = await aPilot(db);
    const [free, booked] = [await save(pilot, { date }), await save(pilot)];
    const plane = await aPlane(db, owner.id, { hourlyRate: 90, isActive: false });
    const startDate = new Date(`${date}T00:00:00Z`);
    const endsAt = new Date(startDate.getTime() + 48 * 3_600_000);
    const members = { aircraftId: plane, pilotId: pilot.id, ownerId: owner.id };
    await db("bookings").insert({
      id: newId(),
      ...members,
      startDate,
      endsAt,
      hours: 48,
      status: "accepted",
      totalPrice: 1,
    });
    await countStaleCardDays(db);
    await edit({ id: plane }, { isActive: true }, admin);
    expect([await announced(free), await announced(booked)]).toEqual([[], [plane]]);
    const other = await list();
    expect(await announced(free)).toEqual([other.id]);
  });

  it("matches nothing once it is past", async () => {
    const search = await save(await aPilot(db), { date: "2020-01-01" });
    await list();
    expect(await announced(search)).toEqual([]);
  });
});

describe("two processes", () => {
  it("announce each aircraft once, also when its changes are compared twice", async () => {
    const pilots = await Promise.all(Array.from({ length: 5 }, () => aPilot(db)));
    const searches = await Promise.all(pilots.map((pilot) => save(pilot, { location: "Seattle" })));
    const planes = await Promise.all(Array.from({ length: 12 }, () => list({ location: "Seattle WA" })));
    // A repeated change, as after a process died between comparison and deletion.
    const changes = await db("aircraft_changes").select("aircraftId", "before", "after");
    await db("aircraft_changes").insert(changes.map((one: object) => ({ ...one })));
    await Promise.all(Array.from({ length: 8 }, (_, turn) => matchChanges(turn % 2 ? db : second.db)));
    for (const search of searches) expect((await announced(search)).sort()).toEqual(planes.map(({ id }) => id).sort());
    for (const [index, pilot] of pilots.entries())
      expect((await rowOf(pilot, searches[index]!))?.matches).toBe(planes.length);
  });

  it("lose nothing when one dies after comparing and before its commit", async () => {
    const search = await save(await aPilot(db), { location: "Miami" });
    let plane = "";
    const dying = second.db.transaction(async (tx) => {
      await tx.raw(`select pg_advisory_xact_lock(hashtext('saved search matching'))`);
      plane = (await list({ location: "Miami FL" })).id;
      expect(await matchChanges(tx)).toBe(1);
      expect(await tx("search_matches").where({ searchId: search.id })).toHaveLength(1);
      await tx.raw("select pg_terminate_backend(pg_backend_pid())");
    });
    await expect(dying).rejects.toThrow(/terminat/);
    expect(await announced(search)).toEqual([plane]);
  });
});

describe("a removed search", () => {
  it("deletes its matches", async () => {
    const pilot = await aPilot(db);
    const search = await save(pilot);
    await list();
    expect(await announced(search)).toHaveLength(1);
    await call(`DELETE /api/searches/${search.id}`, pilot);
    expect(await db("search_matches").where({ searchId: search.id })).toEqual([]);
  });
});
