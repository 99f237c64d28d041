import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { aircraftListInput } from "../../../shared/domain/aircraft.ts";
import {
  aircraftSorts,
  compareAircraft,
  matchesFilter,
  type AircraftType,
} from "../../../shared/domain/aircraft-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { anOwner, aPilot, aPlane } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { servicesOf } from "../../../tests/services.ts";
import type { Services } from "../../kit/services.ts";
import { countStaleCardDays } from "../availability/card-days.ts";
import { listAircraft } from "./list.ts";
import { priceRange } from "./queries.ts";
import type { Asker } from "./rows.ts";

let db: Knex;
let services: Services;
let owner: string;
let pilot: string;
const noon = new Date("2026-11-21T20:00:00Z");

beforeAll(async () => {
  ({ knex: db } = await freshDatabase());
  services = await servicesOf(db);
  owner = (await anOwner(db)).id;
  pilot = (await aPilot(db)).id;
});

const asker = (id: string, isAdmin = false): Asker => ({ id, isAdmin });

async function list(query: Record<string, string>, who: Asker = null, now = noon): Promise<string[]> {
  const { rows } = await listAircraft(services, aircraftListInput.parse(query), who, now);
  return rows.map(({ id }) => id);
}

/** Runs a task while all other listings are inactive. */
async function alone(task: () => Promise<void>): Promise<void> {
  await db("aircraft").update({ deletedAt: new Date() });
  await task();
}

describe("list of aircraft", () => {
  it("[S259] filters and orders as the device does, in pages", async () => {
    await alone(async () => {
      const types: AircraftType[] = ["single-engine", "multi-engine", "turboprop", "jet"];
      const places = ["Denver CO", "Los Angeles CA", "San Diego CA"];
      for (let index = 0; index < 60; index++) {
        await aPlane(db, owner, {
          type: types[index % 4],
          location: places[index % 3],
          hourlyRate: 100 + (index % 7) * 50,
          seats: 1 + (index % 8),
          rating: (index % 5) + 0.25,
          // Some share a time, so that the id decides.
          createdAt: new Date(noon.getTime() - Math.floor(index / 4) * 1000),
        });
      }
      const { rows: all } = await listAircraft(services, {}, null, noon);
      expect(all).toHaveLength(60);
      const filters = [
        {},
        { location: "san" },
        { location: "  DENVER " },
        { location: "Denver, CO" },
        { types: "jet,turboprop", minPrice: "150", maxPrice: "300" },
        { seats: "6", location: "a" },
      ];
      for (const filter of filters) {
        for (const sort of aircraftSorts) {
          const input = aircraftListInput.parse({ ...filter, sort });
          const { rows } = await listAircraft(services, input, null, noon);
          const expected = all.filter((plane) => matchesFilter(plane, input)).sort(compareAircraft[sort]);
          expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(rows.length).toBeGreaterThan(0);
        }
      }
    });
  });

  it("returns pages of a thousand without losing or repeating a row", async () => {
    await alone(async () => {
      const owners = db("users").where({ id: owner }).select("id");
      await db.raw(
        `insert into aircraft (id, "ownerId", name, model, make, type, year, location, "hourlyRate", seats, "cruiseSpeed",
           range, "fuelCapacity", "maxWeight", "imageUrl", bucket, "createdAt", rating)
         select gen_random_uuid(), (?), 'a', 'b', 'c', 'jet', '2000', 'Denver CO', 100 + n % 5, 4, 100, 100, 'x', 'y', 'z',
           'denver-co', now() - n / 300 * interval '1 second', n % 3
         from generate_series(1, 2300) n`,
        [owners],
      );
      for (const sort of aircraftSorts) {
        const seen: string[] = [];
        let cursor: string | undefined;
        let pageCount = 0;
        do {
          const page = await listAircraft(services, { sort, cursor }, null, noon);
          seen.push(...page.rows.map(({ id }) => id));
          cursor = page.next ?? undefined;
          pageCount++;
        } while (cursor);
        expect(pageCount).toBe(3);
        expect(new Set(seen).size).toBe(2300);
      }
    });
  });

  it("refuses an invalid cursor, or one of another order", async () => {
    for (const cursor of ["nonsense", "bm9uc2Vuc2U", Buffer.from(`{"sort":"rating"}`).toString("base64url")])
      await expect(list({ cursor })).rejects.toThrow(DomainError);
  });

  it("accepts numbers out of range, and takes pattern characters literally", async () => {
    await alone(async () => {
      const id = await aPlane(db, owner);
      expect(await list({ minPrice: "9007199254740991" })).toEqual([]);
      expect(await list({ maxPrice: "9007199254740991", seats: "" })).toEqual([id]);
      expect(await list({ minPrice: "500", maxPrice: "100" })).toEqual([]);
      for (const location of ["%", "_", "\\", "D_nver", "'"]) expect(await list({ location })).toEqual([]);
      expect(await list({ types: "all" })).toEqual([id]);
    });
  });

  it("[S261] shows inactive aircraft only to their owner and admins, by ownerId", async () => {
    await alone(async () => {
      const away = (await anOwner(db)).id;
      await db("users").where({ id: away }).update({ isActive: false });
      const [shown, hidden, theirs] = [
        await aPlane(db, owner),
        await aPlane(db, owner, { isActive: false }),
        await aPlane(db, away),
      ];
      await aPlane(db, owner, { deletedAt: new Date() });
      expect(await list({})).toEqual([shown]);
      expect(await list({}, asker(owner))).toEqual([shown]);
      expect(await list({ ownerId: owner })).toEqual([shown]);
      expect(await list({ ownerId: owner }, asker(pilot))).toEqual([shown]);
      expect((await list({ ownerId: owner }, asker(owner))).sort()).toEqual([shown, hidden].sort());
      expect((await list({ ownerId: owner }, asker(pilot, true))).sort()).toEqual([shown, hidden].sort());
      expect(await list({ ownerId: away })).toEqual([]);
      expect(await list({ ownerId: away }, asker(pilot, true))).toEqual([theirs]);
    });
  });

  it("[S174] returns the public price range, and the default one without aircraft", async () => {
    await alone(async () => {
      expect(await priceRange(db)).toEqual({ min: 50, max: 1200 });
      await aPlane(db, owner, { hourlyRate: 95 });
      await aPlane(db, owner, { hourlyRate: 480 });
      await aPlane(db, owner, { hourlyRate: 9000, isActive: false });
      expect(await priceRange(db)).toEqual({ min: 95, max: 480 });
    });
  });
});

describe("date filter", () => {
  async function booked(aircraftId: string, start: string, hours: number, status = "accepted"): Promise<void> {
    const startDate = new Date(start);
    const endsAt = new Date(startDate.getTime() + hours * 3_600_000);
    await db("bookings").insert({
      ...{ id: newId(), aircraftId, pilotId: pilot, ownerId: owner, hours, status, totalPrice: 100 },
      ...{ startDate, endsAt },
    });
  }

  it("omits aircraft whose accepted bookings leave no room for the least hours", async () => {
    await alone(async () => {
      const [full, inTwo, gap, asked, denver] = [
        await aPlane(db, owner, { location: "Miami FL" }),
        await aPlane(db, owner, { location: "Miami FL" }),
        await aPlane(db, owner, { location: "Miami FL" }),
        await aPlane(db, owner, { location: "Miami FL" }),
        await aPlane(db, owner),
      ];
      await db("availability_plans").delete();
      // Miami is five hours behind UTC in December, Denver seven.
      await booked(full, "2026-12-05T13:00:00Z", 12);
      await booked(inTwo, "2026-12-05T12:00:00Z", 6);
      await booked(inTwo, "2026-12-05T18:30:00Z", 29);
      await booked(gap, "2026-12-05T13:00:00Z", 5);
      await booked(gap, "2026-12-05T21:30:00Z", 5);
      await booked(asked, "2026-12-05T13:00:00Z", 12, "requested");
      await booked(denver, "2026-12-05T18:00:00Z", 5);
      await countStaleCardDays(db, noon.getTime());
      expect((await list({ date: "2026-12-05" })).sort()).toEqual([gap, asked, denver].sort());
      expect((await list({ date: "2026-12-06" })).sort()).toEqual([full, inTwo, gap, asked, denver].sort());
      expect((await list({ date: "2026-12-05", location: "miami" })).sort()).toEqual([gap, asked].sort());
    });
  });

  it("refuses a day that is past everywhere, and omits locations where it is past", async () => {
    await alone(async () => {
      const west = await aPlane(db, owner, { location: "Seattle WA" });
      const east = await aPlane(db, owner, { location: "Atlanta GA" });
      await expect(list({ date: "2026-11-20" })).rejects.toMatchObject({
        code: "invalid",
        fields: { date: expect.any(String) as string },
      });
      // 06:00 UTC: in Seattle it is still the 21st, in Atlanta the 22nd.
      const night = new Date("2026-11-22T06:00:00Z");
      expect(await list({ date: "2026-11-21" }, null, night)).toEqual([west]);
      expect((await list({ date: "2026-11-22" }, null, night)).sort()).toEqual([west, east].sort());
      await expect(list({ date: "2026-11-21", location: "atlanta" }, null, night)).rejects.toThrow(DomainError);
    });
  });
});
