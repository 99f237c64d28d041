import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { aircraftTypes } from "../../../shared/domain/aircraft-rules.ts";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { filterOfSearch, matchesSearch, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { anOwner, aPilot, aPlane } from "../../../tests/people.ts";
import { send } from "../../../tests/http.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { preparedIn } from "../../db/prepared.ts";
import { seededRandom } from "../../db/seed/random.ts";
import { candidates, searchesMatching } from "./candidates.ts";
import { candidateKeys } from "./rows.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
const maybe = <Value>(value: () => Value, share = 0.5): Value | null => (random.next() < share ? value() : null);

let server: TestServer;
let db: Knex;
let owner: { id: string };
let pilot: { id: string };

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  [owner, pilot] = [await anOwner(db), await aPilot(db)];
});

const typed = ["denver", "Denver, CO", " san  ", "san diego", "tx", "a", "o", "nowhere", "Seattle WA"];
const words = ["cessna", "CESSNA 172", "jet", "2001", "arrow 2001", "piper", "100%", "a_b"];

function randomSearch() {
  const filter = {
    location: maybe(() => random.pick(typed)),
    types: aircraftTypes.filter(() => random.next() < 0.3),
    minPrice: maybe(() => random.whole(0, 400)),
    maxPrice: maybe(() => random.whole(0, 600)),
    seats: maybe(() => random.whole(1, 8)),
    words: maybe(() => random.pick(words), 0.3),
    date: null,
  };
  return { id: newId(), userId: pilot.id, name: "One", ...filter, ...candidateKeys(filter) };
}

const randomPlane = () =>
  aPlane(db, owner.id, {
    name: random.pick(["Cessna 172", "Piper Arrow", "Learjet 45 100%", "a_b"]),
    make: random.pick(["Cessna", "Piper", "Bombardier"]),
    year: random.pick(["1999", "2001"]),
    location: random.pick(locations),
    type: random.pick(aircraftTypes),
    hourlyRate: random.whole(1, 600),
    seats: random.whole(1, 9),
  });

/** The query string of Home's list; without a type it omits the parameter. */
function addressOf(filter: SearchFilter): URLSearchParams {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

describe("candidate searches", () => {
  it(`contain all that the shared predicate accepts, and Home lists the same aircraft, seed ${seed}`, async () => {
    const searches = Array.from({ length: 400 }, randomSearch);
    await db("searches").insert(searches);
    for (let count = 0; count < 60; count++) await randomPlane();
    const planes: Aircraft[] = await db("aircraft").select("*");
    const { rows } = await db.raw("select pg_current_xact_id()::text as xid");
    const changed = { ownerId: owner.id, xid: (rows as { xid: string }[])[0]!.xid };
    let matches = 0;
    for (const plane of planes) {
      const found = (await searchesMatching(preparedIn(db), plane, changed)).map(({ id }) => id);
      const accepted = searches.filter((one) => matchesSearch(plane, filterOfSearch(one))).map(({ id }) => id);
      expect([plane, found.sort()]).toEqual([plane, accepted.sort()]);
      matches += found.length;
    }
    expect(matches).toBeGreaterThan(200);
    for (const search of searches.filter((one) => !one.words).slice(0, 60)) {
      const filter = filterOfSearch(search);
      const home = await send<Aircraft[]>(server.url, `GET /api/aircraft?${addressOf(filter)}`);
      const accepted = planes.filter((plane) => matchesSearch(plane, filter)).map(({ id }) => id);
      expect([search, home.body.map(({ id }) => id).sort()]).toEqual([search, accepted.sort()]);
    }
  });

  it("are found without a sequential scan", async () => {
    await db.raw(
      `insert into searches (id, "userId", name, "placeKey", "typeKey", "minPrice", "maxPrice", seats)
       select gen_random_uuid(), ?, 'One', (array['', 'Denver CO', 'Miami FL', 'Austin TX'])[1 + n % 4],
         (array['', 'jet', 'turboprop', 'multi-engine', 'single-engine'])[1 + n % 5], n % 400, 400 + n % 400, 1 + n % 8
       from generate_series(1, 20000) n`,
      [pilot.id],
    );
    await db.raw("analyze searches");
    for (const mode of ["force_generic_plan", "force_custom_plan"])
      await db.transaction(async (tx) => {
        await tx.raw(`set local plan_cache_mode = ${mode}`);
        await tx.raw(`prepare plan_of_candidates as ${candidates.text}`);
        const planNow = async () => {
          const { rows } = await tx.raw(
            `explain (format text) execute plan_of_candidates
               ('{"",Denver CO}', '{"",jet}', 200, 4, '${owner.id}', '1')`,
          );
          return (rows as Record<string, string>[]).map((row) => row["QUERY PLAN"]).join("\n");
        };
        const plan = await planNow();
        expect([mode, plan]).toEqual([mode, expect.stringContaining("searches_candidates")]);
        expect(plan).not.toContain("Seq Scan on searches");
        // Without a block the table of blocked people is one page, which PostgreSQL reads whole unless it must not.
        await tx.raw("set local enable_seqscan = off");
        expect(await planNow()).not.toContain("Seq Scan");
        await tx.raw("deallocate plan_of_candidates");
      });
  });
});
