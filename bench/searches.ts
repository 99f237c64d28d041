// Measures S1: the comparison of a changed aircraft with 100,000 saved searches.
import type { Knex } from "knex";
import { aircraftTypes } from "../shared/domain/aircraft-rules.ts";
import { locations } from "../shared/domain/locations.ts";
import { newId } from "../shared/kit/ids.ts";
import { ensureBuckets } from "../sync-server/db/buckets.ts";
import { openDatabase } from "../sync-server/db/knex.ts";
import { migrateToLatest } from "../sync-server/db/migrate.ts";
import { openPrepared } from "../sync-server/db/prepared.ts";
import { seededRandom } from "../sync-server/db/seed/random.ts";
import { noteAircraftChange } from "../sync-server/domain/searches/aircraft-changes.ts";
import { searchesMatching } from "../sync-server/domain/searches/candidates.ts";
import { matchChanges } from "../sync-server/domain/searches/matching.ts";
import { candidateKeys } from "../sync-server/domain/searches/rows.ts";
import { anOwner, aPilot, aPlane } from "../tests/people.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import { median, ofRounds, type Bench, type Measurement } from "./item.ts";

const SEARCHES = 100_000;
const USERS = 5000;
const ROUNDS = 12;

export const searches: Bench = {
  async run() {
    const postgres = await temporaryPostgres("tailhour-bench");
    const db = openDatabase(postgres.url);
    try {
      await migrateToLatest(db);
      await db.transaction((tx) => ensureBuckets(tx));
      await fill(db);
      return await measure(db);
    } finally {
      await db.destroy();
      await postgres.stop();
    }
  },
};

/** Creates realistic searches: most have a location, half a type or a price, few have no filter. */
async function fill(db: Knex): Promise<void> {
  const random = seededRandom(1);
  const { id: first } = await aPilot(db);
  await db.raw(
    `insert into users (id, email, password, name, "userType", "memberSince")
     select gen_random_uuid(), 'user-' || n || '@bench.example', '-', 'User', 'pilot', '2026'
     from generate_series(1, ?) n`,
    [USERS],
  );
  const users: string[] = await db("users").whereNot({ id: first }).pluck("id");
  const maybe = <Value>(value: Value, share: number) => (random.next() < share ? value : null);
  for (let made = 0; made < SEARCHES; made += 2000)
    await db("searches").insert(
      Array.from({ length: 2000 }, () => {
        const filter = {
          location: maybe(random.pick(locations), 0.85),
          types: random.next() < 0.5 ? [random.pick(aircraftTypes)] : [],
          minPrice: maybe(random.whole(50, 400), 0.3),
          maxPrice: maybe(random.whole(100, 900), 0.6),
          seats: maybe(random.whole(2, 8), 0.4),
          words: maybe(random.pick(["cessna", "piper", "cirrus", "turbo"]), 0.2),
        };
        return { id: newId(), userId: random.pick(users), name: "Bench", ...filter, ...candidateKeys(filter) };
      }),
    );
  await db.raw("vacuum analyze searches");
}

async function measure(db: Knex): Promise<Measurement[]> {
  const random = seededRandom(2);
  const run = openPrepared(db);
  const owner = await anOwner(db);
  const [find, limit, announce, found]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const fields = {
      location: random.pick(locations),
      type: random.pick(aircraftTypes),
      hourlyRate: random.whole(80, 800),
      seats: random.whole(2, 8),
    };
    const plane = await db("aircraft")
      .where({ id: await aPlane(db, owner.id, fields) })
      .first();
    await db.transaction((tx) => noteAircraftChange(tx, null, plane));
    const { xid } = await db("aircraft_changes").first(db.raw("xid::text"));
    let from = performance.now();
    const matching = await searchesMatching(run, plane, { ownerId: owner.id, xid });
    find!.push(performance.now() - from);
    found!.push(matching.length);
    // The limit: the same rows by their ids.
    const statement = {
      name: "bench-by-id",
      text: `select id, "userId", location, types, "minPrice", "maxPrice", seats, words, date from searches where id = any($1)`,
    };
    from = performance.now();
    await run(statement, [matching.map(({ id }) => id)]);
    limit!.push(performance.now() - from);
    from = performance.now();
    await matchChanges(db);
    announce!.push(performance.now() - from);
  }
  const count = Math.round(median(found!));
  const among = `among ${SEARCHES.toLocaleString("en-US")}`;
  const unit = "ms";
  return [
    {
      item: "S1",
      what: `searches of one aircraft, ${count} ${among}`,
      ...ofRounds(find!, limit),
      unit,
    },
    { item: "S1", what: `the same, rows of searches announced and notices planned`, ...ofRounds(announce!), unit },
  ];
}
