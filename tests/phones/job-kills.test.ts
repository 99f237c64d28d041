// Two servers run the jobs of bookings and are killed meanwhile: each due booking takes its step exactly once.
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayNumber } from "../../shared/kit/day-numbers.ts";
import { newId } from "../../shared/kit/ids.ts";
import { instantsAt } from "../../shared/kit/zoned-days.ts";
import { zoneOfLocation } from "../../shared/domain/locations.ts";
import { entities } from "../../shared/entities.ts";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { countStaleCardDays } from "../../sync-server/domain/availability/card-days.ts";
import { advanceBookings, remindOwners } from "../../sync-server/jobs/booking-clock.ts";
import { showDueReviews } from "../../sync-server/jobs/due-reviews.ts";
import { HOUR } from "../bookings.ts";
import { freshDatabase } from "../postgres.ts";
import { dice } from "./dice.ts";
import { startFleet, type Fleet } from "./processes.ts";
import { rest } from "./trouble.ts";

/** `KILLS=50` for a longer run. */
const KILLS = Number(process.env["KILLS"] ?? 4);
/** Each has a booking in every state. A run needs work that is left at every kill. */
const PLANES = 40 + 10 * Math.max(0, KILLS - 4);
/** A loaded machine takes long to restart a server. */
const PATIENCE = Math.max(180_000, KILLS * 20_000);
const FULL_DAY = dayNumber(new Date().toISOString().slice(0, 10)) + 10;

let db: Knex;
let databaseUrl: string;
let fleet: Fleet;

beforeAll(async () => {
  const database = await freshDatabase({ pool: 4 });
  [db, databaseUrl] = [database.knex, database.url];
  await seedFleet(db, PLANES);
  await db("stale_card_days").delete();
  await db("change_log").delete();
  // Counts what the jobs schedule: a job's row is soon claimed and deleted, and a second call would join it.
  await db.raw(`
    create table scheduled ("userId" uuid, "peerId" uuid, about text);
    create function note_scheduled() returns trigger language plpgsql as $$
    begin
      insert into scheduled values (new."userId", new."peerId", new.about);
      return new;
    end $$;
    create trigger note_scheduled before insert on push_jobs for each row execute function note_scheduled()`);
});

afterAll(() => fleet?.end());

type Plane = { id: string; ownerId: string; location: string };
type State = { status: string; startsIn: number; more?: (now: number) => object };

const at = (now: number, hours: number) => new Date(now + hours * HOUR);

/** The states of bookings; those with a line in `steps` are due. */
const states = {
  late: { status: "requested", startsIn: 48, more: (now) => ({ answerBy: at(now, -1) }) },
  // Of the previous version, which stored no deadline.
  started: { status: "requested", startsIn: -1 },
  waiting: {
    status: "requested",
    startsIn: 50,
    more: (now) => ({ answerBy: at(now, 10), nudgeAt: at(now, -1) }),
  },
  calm: { status: "requested", startsIn: 52, more: (now) => ({ answerBy: at(now, 12), nudgeAt: at(now, 6) }) },
  over: { status: "accepted", startsIn: -30 },
  flying: { status: "accepted", startsIn: -1 },
  reviewed: { status: "completed", startsIn: -15 * 24 },
  recent: { status: "completed", startsIn: -5 * 24 },
  declined: { status: "declined", startsIn: -3 },
  cancelled: { status: "cancelled", startsIn: -3 },
  expired: { status: "expired", startsIn: -3 },
} satisfies Record<string, State>;
type Name = keyof typeof states;
const names = Object.keys(states) as Name[];

/** One change of the row, logged for both members. */
const once = { rev: 1, logged: 2 };

/** What the jobs do to the due ones. */
const steps: Partial<Record<Name, Partial<Found>>> = {
  late: { ...once, status: "expired", lines: ["Booking request expired"], toPilot: ["conversation"] },
  started: { ...once, status: "expired", lines: ["Booking request expired"], toPilot: ["conversation"] },
  waiting: { toOwner: ["booking"] },
  over: { ...once, status: "completed", lines: ["Booking completed"], toPilot: ["conversation"], toOwner: ["booking"] },
  reviewed: { ...once, toOwner: ["review"] },
};
const dueNames = Object.keys(steps) as Name[];

type Seeded = Plane & { name: Name; bookingId: string; pilotId: string };

/** Gives each aircraft a booking in every state, each of another pilot, and a block of a whole day. */
async function seed(): Promise<Seeded[]> {
  const planes: Plane[] = await db("aircraft").select("id", "ownerId", "location");
  const seeded = planes.flatMap((plane) =>
    names.map((name): Seeded => ({ ...plane, name, bookingId: newId(), pilotId: newId() })),
  );
  const pilot = { password: "-", name: "Pat Pilot", userType: "pilot", memberSince: "2026", isEmailVerified: true };
  const pilots = seeded.map(({ pilotId: id }) => ({ id, email: `${id}@people.test`, ...pilot }));
  await db.batchInsert("users", pilots, 500);
  const now = Date.now();
  const bookings = seeded.map(({ id, ownerId, name, bookingId, pilotId }) => {
    const { status, startsIn, more }: State = states[name];
    const times = { startDate: at(now, startsIn), endsAt: at(now, startsIn + 2), hours: 2 };
    const members = { aircraftId: id, ownerId, pilotId };
    return {
      id: bookingId,
      ...members,
      ...times,
      status,
      totalPrice: 300,
      answerBy: null,
      nudgeAt: null,
      ...more?.(now),
    };
  });
  await db.transaction(async (tx) => {
    await tx.batchInsert("bookings", bookings, 500);
    const requests = seeded.map(({ id: aircraftId, bookingId, pilotId: senderId, ownerId: receiverId }) => ({
      ...{ id: newId(), aircraftId, bookingId, senderId, receiverId, content: "Booking request" },
    }));
    await tx.batchInsert("messages", requests, 500);
    const written = seeded.filter(({ name }) => name === "reviewed" || name === "recent");
    const reviews = written.map(({ bookingId, pilotId: userId, ownerId: targetId }) => ({
      ...{ id: newId(), bookingId, userId, targetId, targetType: "user", rating: 4, comment: "Fine." },
    }));
    await tx.batchInsert("reviews", reviews, 500);
    const blocks = planes.map(({ id: aircraftId, ownerId, location }) => {
      const [from, to] = [0, 1].map((days) => new Date(instantsAt(FULL_DAY + days, 0, zoneOfLocation(location)).first));
      return { id: newId(), aircraftId, ownerId, from, to, reason: "maintenance" };
    });
    await tx.batchInsert("blocks", blocks, 500);
  });
  return seeded;
}

const count = async (table: string) => Number((await db(table).count("* as n").first())!.n);

/** Steps that the jobs have not taken yet; the days of cards apart. */
async function stepsLeft(): Promise<number> {
  const { rows } = await db.raw(`select
    (select count(*) from bookings where status = 'requested' and least("answerBy", "startDate") <= now())
    + (select count(*) from bookings where status = 'requested' and "nudgeAt" <= now() and "answerBy" > now())
    + (select count(*) from bookings where status = 'accepted' and "endsAt" <= now())
    + (select count(*) from reviews where "visibleAt" is null and "dueAt" <= now()) as n`);
  return Number((rows as { n: string }[])[0]!.n);
}

async function stepsLeftReach(most: number): Promise<void> {
  while ((await stepsLeft()) > most) await rest(5);
}

/** Kills one server or both, again and again while work is left. Returns how many kills met such work. */
async function killRepeatedly(due: number): Promise<number> {
  let amidWork = 0;
  for (let turn = 0; turn < KILLS; turn++) {
    await stepsLeftReach(Math.ceil(due * (1 - (turn + 0.5) / (KILLS + 1))));
    await rest(dice.next() * 20);
    const one = fleet.servers[Math.floor(dice.next() * fleet.servers.length)]!;
    const victims = turn % 2 === 0 ? fleet.servers : [one];
    await Promise.all(victims.map((server) => server.kill()));
    if ((await stepsLeft()) > 0) amidWork++;
    await Promise.all(victims.map((server) => server.start()));
  }
  return amidWork;
}

/** Runs every job once more in this process: nothing is left to do. */
async function runEveryJob(): Promise<void> {
  await advanceBookings(db);
  await remindOwners(db);
  await showDueReviews(db);
  await countStaleCardDays(db);
}

/** Everything the jobs may have done to a booking: its row, lines, change log lines and scheduled notices. */
type Found = { status: string; rev: number; lines: string[]; logged: number; toPilot: string[]; toOwner: string[] };

const foundText = `select b.id, b.status, b.rev::integer,
    array(select split_part(m.content, ':', 1) from messages m where m."bookingId" = b.id and m."senderId" = b."ownerId") as lines,
    (select count(*)::integer from change_log l where l.entity = ${entities.bookings.number} and l.id = b.id) as logged,
    array(select s.about from scheduled s where s."userId" = b."pilotId") as "toPilot",
    array(select s.about from scheduled s where s."userId" = b."ownerId" and s."peerId" in (b.id, b."pilotId")) as "toOwner"
  from bookings b`;

function expectedOf(name: Name): Found {
  const nothing = { status: states[name].status, rev: 0, lines: [], logged: 0, toPilot: [], toOwner: [] };
  return { ...nothing, ...steps[name] };
}

it("[S457] takes every due step once, although servers are killed in the middle", { timeout: PATIENCE }, async () => {
  const seeded = await seed();
  const due = seeded.filter(({ name }) => dueNames.includes(name)).length;
  expect(await stepsLeft()).toBe(due);
  fleet = await startFleet(databaseUrl, 2);
  const amidWork = await killRepeatedly(due);
  await stepsLeftReach(0);
  while ((await count("stale_card_days")) > 0) await rest(20);
  await fleet.end();
  await runEveryJob();

  const { rows } = await db.raw(foundText);
  const found = new Map((rows as ({ id: string } & Found)[]).map(({ id, ...row }) => [id, row]));
  expect(seeded.map(({ name, bookingId }) => [name, found.get(bookingId)])).toEqual(
    seeded.map(({ name }) => [name, expectedOf(name)]),
  );
  // A completed flight notifies both members.
  expect(await count("scheduled")).toBe(due + PLANES);
  expect(await db("bookings").whereNotNull("nudgedAt").pluck("id")).toHaveLength(PLANES);

  const days: { fullDays: number[] | null }[] = await db("aircraft").select("fullDays");
  expect(days).toEqual(days.map(() => ({ fullDays: [FULL_DAY] })));
  const published = await db("change_log").whereLike("scope", "bucket:%").pluck("id");
  expect(published.sort()).toEqual((await db("aircraft").pluck("id")).sort());

  const hidden = await db("reviews").whereNull("visibleAt").pluck("bookingId");
  expect(hidden.sort()).toEqual(
    seeded
      .filter(({ name }) => name === "recent")
      .map(({ bookingId }) => bookingId)
      .sort(),
  );
  const ratings: object[] = await db("users")
    .where({ userType: "owner" })
    .orderBy("id")
    .select("id", "rating", "reviewCount", "rev");
  const written = await db("aircraft")
    .groupBy("ownerId")
    .orderBy("ownerId")
    .select("ownerId", db.raw("count(*)::integer as n"));
  expect(ratings).toEqual(written.map(({ ownerId: id, n }) => ({ id, rating: 4, reviewCount: n, rev: n })));
  expect(amidWork).toBeGreaterThan(KILLS / 4);
});
