// The database alone keeps holds apart: many writers, the previous version's statements, and rows from before.
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { askFor, HOUR, inHours, setStatus } from "../../../tests/bookings.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { databaseBefore, earlierPlane } from "../../../tests/earlier-schema.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { seededDice } from "../../../tests/seed.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { openDatabase } from "../../db/knex.ts";
import { scheduleText } from "./rows.ts";

const database = await freshDatabase({ pool: 10 });
const db: Knex = database.knex;
let servers: TestServer[];
let owner: TestPerson;
let pilots: TestPerson[];

beforeAll(async () => {
  const start = () => startTestServer({ databaseUrl: database.url, env: { RATE_LIMIT_FACTOR: "100" } });
  servers = [await start(), await start(), await start()];
  owner = await anOwner(db);
  pilots = [];
  for (let index = 0; index < 10; index++) pilots.push(await aPilot(db));
});

const urlOf = (index: number) => servers[index % servers.length]!.url;

/** The pairs of accepted bookings, with their buffer, and blocks that overlap. */
async function overlaps(): Promise<unknown[]> {
  const { rows } = await db.raw(`
    with busy as (
      select id, "aircraftId", tstzrange("startDate", "holdsUntil") as during from bookings where status = 'accepted'
      union all select id, "aircraftId", tstzrange("from", "to") from blocks
    )
    select one.id, other.id from busy one join busy other
      on one."aircraftId" = other."aircraftId" and one.id < other.id and one.during && other.during`);
  return rows as unknown[];
}

/** Bookings and blocks without their hold, and holds of nothing. */
async function strayHolds(): Promise<unknown[]> {
  const { rows } = await db.raw(`
    with busy as (
      select id, "aircraftId", tstzrange("startDate", "holdsUntil") as during from bookings where status = 'accepted'
      union all select id, "aircraftId", tstzrange("from", "to") from blocks
    ), held as (select coalesce("bookingId", "blockId") as id, "aircraftId", during from holds)
    (select * from busy except select * from held) union all (select * from held except select * from busy)`);
  return rows as unknown[];
}

describe("accepting on three servers at once", () => {
  it("[S480] accepts one of 20 requests that fit at once, and refuses the others", async () => {
    const plane = await aPlane(db, owner.id);
    await db("availability_plans").where({ aircraftId: plane }).update({ instant: "verified" });
    await db("users")
      .whereIn(
        "id",
        pilots.map(({ id }) => id),
      )
      .update({ verified: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const fields = { aircraftId: plane, startDate: inHours(50), hours: 2 };
        return askFor(urlOf(index), pilots[index % pilots.length]!, fields);
      }),
    );
    expect(answers.filter(({ status }) => status === 201).map(({ body }) => body.booking.status)).toEqual(["accepted"]);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(code(answer)).toEqual([409, "hours-taken"]);
    expect(await db("bookings").where({ aircraftId: plane })).toHaveLength(1);
  });

  it("[S367] a block and an acceptance of the same hours never both succeed", async () => {
    for (let round = 0; round < 6; round++) {
      const plane = await aPlane(db, owner.id);
      const fields = { aircraftId: plane, startDate: inHours(50), hours: 3 };
      const { id } = (await askFor(urlOf(0), pilots[round]!, fields)).body.booking;
      const body = { from: inHours(51), to: inHours(60), reason: "maintenance" };
      const [accepted, blocked] = await Promise.all([
        setStatus(urlOf(1), owner, id, "accepted"),
        send(urlOf(2), `POST /api/aircraft/${plane}/blocks`, { body, headers: owner.headers }),
      ]);
      // The loser is refused, or the block declines the request first.
      expect([accepted.status === 200, blocked.status === 201].filter(Boolean)).toHaveLength(1);
      expect([code(accepted)[1], code(blocked)[1]]).toContainEqual(
        expect.stringMatching(/^(wrong-step|hours-taken|booking-in-the-way)$/),
      );
    }
    expect(await overlaps()).toEqual([]);
  });
});

describe("random statements of three pools", () => {
  it("[S368] leave no overlap, and a hold for each accepted booking and block", async () => {
    const dice = seededDice("holds");
    const pools = [db, openDatabase(database.url, { pool: 4 }), openDatabase(database.url, { pool: 4 })];
    const planes = [await aPlane(db, owner.id), await aPlane(db, owner.id)];
    await db("availability_plans").where({ aircraftId: planes[1] }).update({ bufferMin: 60 });
    const first = Math.ceil(Date.now() / HOUR) * HOUR + 24 * HOUR;
    const pick = (below: number) => Math.floor(dice.next() * below);
    const bookings: string[] = [];
    const blocks: string[] = [];
    let refused = 0;
    async function act(tx: Knex): Promise<void> {
      const [aircraftId, hours] = [planes[pick(2)]!, 1 + pick(4)];
      const start = first + pick(60) * (HOUR / 2);
      const times = { startDate: new Date(start), endsAt: new Date(start + hours * HOUR), hours };
      const kind = dice.next();
      if (kind < 0.35) {
        const id = newId();
        const status = dice.next() < 0.5 ? "accepted" : "requested";
        const members = { aircraftId, pilotId: pilots[pick(10)]!.id, ownerId: owner.id };
        await tx("bookings").insert({ id, ...members, ...times, status, totalPrice: 1 });
        bookings.push(id);
      } else if (kind < 0.5) await setTo(tx, "accepted");
      else if (kind < 0.65) await setTo(tx, "cancelled");
      else if (kind < 0.75)
        await tx("bookings")
          .where({ id: bookings[pick(bookings.length)] ?? null })
          .update(times);
      else if (kind < 0.9) {
        const id = newId();
        const span = { from: times.startDate, to: times.endsAt, reason: "other" };
        await tx("blocks").insert({ id, aircraftId, ownerId: owner.id, ...span });
        blocks.push(id);
      } else
        await tx("blocks")
          .where({ id: blocks[pick(blocks.length)] ?? null })
          .delete();
    }
    const setTo = (tx: Knex, status: string) =>
      tx("bookings")
        .where({ id: bookings[pick(bookings.length)] ?? null })
        .update({ status });
    async function write(pool: Knex): Promise<void> {
      for (let move = 0; move < 80; move++)
        await pool.transaction(act).catch((error: { code?: string; constraint?: string }) => {
          // 40P01: two writers waited for each other's hold; one of them goes back.
          if (error.constraint !== "bookings_never_overlap" && error.code !== "40P01") throw error;
          refused++;
        });
    }
    await Promise.all(pools.flatMap((pool) => [write(pool), write(pool)]));
    await Promise.all(pools.slice(1).map((pool) => pool.destroy()));
    expect(refused).toBeGreaterThan(0);
    expect(await db("holds")).not.toEqual([]);
    expect([await overlaps(), await strayHolds()]).toEqual([[], []]);
  });
});

it("[S371] the read of free hours uses the index of holds", async () => {
  const plane = await aPlane(db, owner.id);
  await db.raw(
    `insert into blocks (id, "aircraftId", "ownerId", "from", "to", reason)
     select gen_random_uuid(), ?, ?, now() + n * interval '2 hours', now() + n * interval '2 hours' + interval '1 hour', 'other'
     from generate_series(1, 5000) n`,
    [plane, owner.id],
  );
  await db.raw("analyze holds");
  const range = [inHours(0), inHours(24 * 9)].map((at) => `'${at}'`);
  const statement = scheduleText.replace("$1", `'${plane}'`).replace("$2", range[0]!).replace("$3", range[1]!);
  const { rows } = await db.raw(`explain ${statement}`);
  const text = JSON.stringify(rows);
  expect(text).toContain("bookings_never_overlap");
  expect(text).not.toContain("Seq Scan on holds");
});

describe("the migration", () => {
  it("[S369] holds accepted bookings of the previous version, and its statements keep the holds", async () => {
    const { knex, migrate } = await databaseBefore("0016-availability");
    const [host, guest] = [await anOwner(knex), await aPilot(knex)];
    const members = { aircraftId: await earlierPlane(knex, host.id), pilotId: guest.id, ownerId: host.id };
    const insert = async (day: number, status: string, hour = 9) => {
      const id = newId();
      const startDate = new Date(Date.UTC(2099, 0, day, hour));
      const endsAt = new Date(startDate.getTime() + 3 * HOUR);
      await knex("bookings").insert({ id, ...members, startDate, endsAt, hours: 3, status, totalPrice: 1 });
      return id;
    };
    const states = ["requested", "accepted", "declined", "cancelled", "completed", "expired"];
    const before: Record<string, string> = {};
    for (const state of states) before[state] = await insert(5, state);
    // Without a break after the other: the previous version knew no buffer.
    const next = await insert(5, "accepted", 12);
    await migrate();

    const held = () => knex("holds").orderBy("during").select("bookingId", knex.raw(`upper(during) as until`));
    expect(await held()).toEqual([
      { bookingId: before["accepted"], until: "2099-01-05T12:00:00.000Z" },
      { bookingId: next, until: "2099-01-05T15:00:00.000Z" },
    ]);
    const untils = await knex("bookings")
      .whereIn("id", Object.values(before))
      .whereNotNull("holdsUntil")
      .pluck("status");
    expect(untils).toEqual(["accepted"]);

    const setTo = (id: string, status: string) =>
      knex("bookings")
        .where({ id })
        .update({ status, lastStepBy: host.id, rev: knex.raw("rev + 1") });
    const taken = { constraint: "bookings_never_overlap" };
    await expect(setTo(before["requested"]!, "accepted")).rejects.toMatchObject(taken);
    await expect(insert(5, "accepted", 14)).rejects.toMatchObject(taken);
    const late = await insert(6, "requested");
    await setTo(late, "accepted");
    // The default buffer, as there is no plan.
    expect((await held()).at(-1)).toEqual({ bookingId: late, until: "2099-01-06T12:30:00.000Z" });
    await expect(insert(6, "accepted", 12)).rejects.toMatchObject(taken);
    for (const id of [late, next, before["accepted"]!]) await setTo(id, "cancelled");
    expect(await held()).toEqual([]);
    await setTo(before["requested"]!, "accepted");
    await setTo(before["requested"]!, "completed");
    // Its buffer stays free until it has passed.
    expect(await held()).toHaveLength(1);
  });
});
