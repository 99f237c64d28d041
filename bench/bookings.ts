// Measures free hours and acceptances among 10,000 bookings of one aircraft, and what free days add to cards.
import type { Knex } from "knex";
import { locations } from "../shared/domain/locations.ts";
import { newId } from "../shared/kit/ids.ts";
import { openPrepared } from "../sync-server/db/prepared.ts";
import { seedFleet } from "../sync-server/db/seed/fleet.ts";
import { publishBucket } from "../sync-server/catalogue/publish.ts";
import { cardColumns, toCard } from "../sync-server/domain/aircraft/rows.ts";
import { scheduleText } from "../sync-server/domain/availability/rows.ts";
import { cardGrowth } from "../tests/card-growth.ts";
import { atMost, below, ofRounds, type Bench, type Measurement } from "./item.ts";
import { atServer } from "./sync/place.ts";
import { addPhones, exchange, get, type Phone } from "./sync/people.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BOOKINGS = 10_000;
const DAYS_READ = 62;
const ROUNDS = 60;
const CARDS = 2000;

export const bookings: Bench = {
  run: () =>
    atServer(async ({ url, db }) => {
      await seedFleet(db, CARDS);
      const { id: aircraftId, ownerId } = await db("aircraft").orderBy("id").first("id", "ownerId");
      const [owner, pilot] = await addPhones(db, 2);
      await db("aircraft").where({ id: aircraftId }).update({ ownerId: owner!.id });
      const made = { aircraftId, pilotId: pilot!.id, ownerId: owner!.id };
      await fill(db, made);
      const days = await freeHours(url, db, aircraftId);
      const accepted = await acceptances(url, db, owner!, made);
      return [...days, ...accepted, ...(await growth(db)), await segments(db, { ...made, ownerId }, aircraftId)];
    }),
};

type Members = { aircraftId: string; pilotId: string; ownerId: string };

function booking(members: Members, start: number, status: string) {
  const times = { startDate: new Date(start), endsAt: new Date(start + HOUR_MS), hours: 1 };
  return { id: newId(), ...members, ...times, status, totalPrice: 165, totalCents: 16_500, hourlyRate: 150 };
}

/** Ten bookings of an hour a day, half of them ahead: more than any aircraft flies. */
async function fill(db: Knex, members: Members): Promise<void> {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const starts = Array.from(
    { length: BOOKINGS },
    (_, n) => midnight + (Math.floor(n / 10) - 500) * DAY_MS + (n % 10) * 2 * HOUR_MS,
  );
  await db.batchInsert(
    "bookings",
    starts.map((start) => booking(members, start, start < Date.now() - DAY_MS ? "completed" : "accepted")),
    500,
  );
  await db.raw("vacuum analyze bookings, holds");
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

/** Free hours over HTTP, beside the same statement alone. */
async function freeHours(url: string, db: Knex, id: string): Promise<Measurement[]> {
  const run = openPrepared(db);
  const [whole, raw]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const from = new Date(Date.now() + (round % 30) * DAY_MS).toISOString().slice(0, 10);
    const address = `${url}/api/aircraft/${id}/availability?from=${from}&days=${DAYS_READ}`;
    whole!.push(await timed(() => get(address)));
    const range = [-2, DAYS_READ + 2].map((days) => new Date(Date.parse(from) + days * DAY_MS).toISOString());
    raw!.push(await timed(() => run({ name: "bench-schedule", text: scheduleText }, [id, ...range])));
  }
  const what = `free hours of ${DAYS_READ} days among ${BOOKINGS.toLocaleString("en-US")} bookings`;
  return [{ item: "A1", what, ...ofRounds(whole!, raw), unit: "ms", bar: atMost(5) }];
}

/** Acceptances over the exchange, beside the writes they need in one transaction of `pg`. */
async function acceptances(url: string, db: Knex, owner: Phone, members: Members): Promise<Measurement[]> {
  await exchange(url, owner);
  const [whole, raw]: number[][] = [[], []];
  const ahead = Math.floor(Date.now() / DAY_MS) * DAY_MS + 800 * DAY_MS;
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [0, 1].map((n) => booking(members, ahead + (2 * round + n) * 2 * HOUR_MS, "requested"));
    await db("bookings").insert([one, other]);
    const command = { id: newId(), name: "bookings.setStatus", input: { id: one!.id, status: "accepted" } };
    whole!.push(await timed(() => exchange(url, owner, [command])));
    raw!.push(await timed(() => acceptRaw(db, other!.id, members)));
  }
  const { status } = await db("bookings")
    .where({ aircraftId: members.aircraftId })
    .orderBy("startDate", "desc")
    .first("status");
  if (status !== "accepted") throw new Error(`the last request is ${status}`);
  const what = "an acceptance among them, with its message";
  return [{ item: "A2", what, ...ofRounds(whole!, raw), unit: "ms", bar: atMost(15) }];
}

async function acceptRaw(db: Knex, id: string, { aircraftId, pilotId, ownerId }: Members): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.raw(`select from aircraft where id = ? for no key update`, [aircraftId]);
    await tx.raw(`update bookings set status = 'accepted', rev = rev + 1 where id = ?`, [id]);
    await tx.raw(
      `insert into messages (id, "senderId", "receiverId", "aircraftId", "bookingId", content) values (?, ?, ?, ?, ?, 'Accepted')`,
      [newId(), ownerId, pilotId, aircraftId, id],
    );
  });
}

async function growth(db: Knex): Promise<Measurement[]> {
  const grown = cardGrowth((await db("aircraft").select(...cardColumns)).map(toCard), Date.now());
  const what = `growth of ${CARDS.toLocaleString("en-US")} cards by free days`;
  return [
    { item: "A3", what, value: grown.size, unit: "%", bar: below(12) },
    { item: "A3", what: "  the same, gzipped", value: grown.zipped, unit: "%", bar: below(12) },
  ];
}

/** Counts the segments after a booking that fills no day. */
async function segments(db: Knex, members: Members, busy: string): Promise<Measurement> {
  const quiet = await db("aircraft").whereNot({ id: busy }).where({ location: locations[0] }).first("id", "bucket");
  const waitUntilCounted = async () => {
    while (await db("stale_card_days").first("aircraftId")) await new Promise((resolve) => setTimeout(resolve, 50));
    while ((await publishBucket(db, quiet.bucket)).outcome !== "unchanged");
  };
  await waitUntilCounted();
  const headOf = async () =>
    Number((await db("catalogue_segments").where({ bucket: quiet.bucket }).max("n as n").first())!.n);
  const before = await headOf();
  await db("bookings").insert(booking({ ...members, aircraftId: quiet.id }, Date.now() + 3 * DAY_MS, "accepted"));
  await waitUntilCounted();
  const value = (await headOf()) - before;
  return { item: "A4", what: "segments after a booking that fills no day", value, unit: "", bar: atMost(0) };
}
