// Compares changed aircraft with saved searches. A search is announced once per aircraft that starts to match, see decision 0014.
import type { Knex } from "knex";
import { entities } from "../../../shared/entities.ts";
import type { SearchedFields } from "../../../shared/domain/searches-rules.ts";
import { appendChanges } from "../../db/change-log.ts";
import { preparedIn } from "../../db/prepared.ts";
import { userScope } from "../../kit/command-handler.ts";
import { isAvailableOn } from "../aircraft/free-days.ts";
import { isPublic } from "../aircraft/rows.ts";
import { scheduleNotices } from "../notices/schedule.ts";
import { searchesMatching, type Candidate } from "./candidates.ts";
import { tryLockMatching } from "./rows.ts";

/** Limits of one transaction, since saving a search waits for it. */
const CHANGES_A_STEP = 20;
const NEWS_A_STEP = 1000;
const ROWS_A_STATEMENT = 5000;

type Change = {
  seq: string;
  aircraftId: string;
  xid: string;
  before: SearchedFields | null;
  after: SearchedFields | null;
};

type Plane = { id: string; ownerId: string; name: string; location: string; isPublic: boolean };

/**
 * Compares the oldest changes in one transaction, so that a crash leaves nothing half done and no change runs twice.
 * Returns the number of compared changes; 0 also while another process compares.
 */
export async function matchChanges(db: Knex, now: Date = new Date()): Promise<number> {
  if (!(await db("aircraft_changes").first("seq"))) return 0;
  return db.transaction(async (tx) => {
    if (!(await tryLockMatching(tx))) return 0;
    const { rows } = await tx.raw(
      `select seq::text, "aircraftId", xid::text, before, after from aircraft_changes order by aircraft_changes.seq limit ?`,
      [CHANGES_A_STEP],
    );
    const changes = rows as Change[];
    const planes = await planesOf(tx, changes);
    const compared: string[] = [];
    for (let news = 0; news < NEWS_A_STEP && compared.length < changes.length;) {
      const change = changes[compared.length]!;
      const plane = planes.get(change.aircraftId);
      if (plane) news += await matchChange(tx, change, plane, now);
      compared.push(change.seq);
    }
    await tx("aircraft_changes").whereIn("seq", compared).delete();
    return compared.length;
  });
}

async function planesOf(tx: Knex, changes: readonly Change[]): Promise<Map<string, Plane>> {
  const rows: Plane[] = await tx("aircraft")
    .whereIn(
      "id",
      changes.map(({ aircraftId }) => aircraftId),
    )
    .select("id", "ownerId", "name", "location", tx.raw(`(${isPublic}) as "isPublic"`));
  return new Map(rows.map((plane) => [plane.id, plane]));
}

/** Returns the number of announced searches. */
async function matchChange(tx: Knex, change: Change, plane: Plane, now: Date): Promise<number> {
  const subject = { ownerId: plane.ownerId, xid: change.xid };
  const run = preparedIn(tx);
  const [before, after] = [
    await searchesMatching(run, change.before, subject),
    await searchesMatching(run, change.after, subject),
  ];
  const stops = await available(tx, without(before, after), plane, now);
  // It matched when the search was saved, or an earlier change has added its row.
  await addMatches(tx, stops, plane, false);
  if (!plane.isPublic) return 0;
  const starts = await addMatches(tx, await available(tx, without(after, before), plane, now), plane, true);
  await announce(tx, starts, plane);
  return starts.length;
}

function without(some: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
}

/** Returns searches without a date, and those on whose date the aircraft is available. */
async function available(tx: Knex, some: readonly Candidate[], plane: Plane, now: Date): Promise<Candidate[]> {
  const free = new Map<string | null, boolean>([[null, true]]);
  for (const { date } of some) if (!free.has(date)) free.set(date, await isFree(tx, plane, date!, now));
  return some.filter(({ date }) => free.get(date));
}

async function isFree(tx: Knex, { id, location }: Plane, date: string, now: Date): Promise<boolean> {
  const { sql, values } = isAvailableOn(date, [location], now);
  const found = await tx("aircraft")
    .where({ id })
    .whereRaw(sql, values as Knex.RawBinding[])
    .first("id");
  return found !== undefined;
}

/** Adds missing matches; returns the searches with a new one. */
async function addMatches(tx: Knex, some: readonly Candidate[], { id }: Plane, isNews: boolean): Promise<Candidate[]> {
  const added = new Set<string>();
  for (let at = 0; at < some.length; at += ROWS_A_STATEMENT) {
    const { rows } = await tx.raw(
      `insert into search_matches ("searchId", "aircraftId", "isNews") select unnest(?::uuid[]), ?, ?
       on conflict do nothing returning "searchId"`,
      [some.slice(at, at + ROWS_A_STATEMENT).map((search) => search.id), id, isNews],
    );
    for (const { searchId } of rows as { searchId: string }[]) added.add(searchId);
  }
  return some.filter((search) => added.has(search.id));
}

/** Updates the searches' rows, which their users' devices mirror, and schedules push and mail. */
async function announce(tx: Knex, searches: readonly Candidate[], { id, name }: Plane): Promise<void> {
  for (let at = 0; at < searches.length; at += ROWS_A_STATEMENT) {
    const some = searches.slice(at, at + ROWS_A_STATEMENT);
    await tx.raw(
      `update searches set matches = matches + 1, "matchedAircraftId" = ?, "matchedAircraftName" = ?,
         "matchedAt" = clock_timestamp()
       where id = any(?)`,
      [id, name, some.map((search) => search.id)],
    );
    const { number } = entities.searches;
    await appendChanges(
      tx,
      some.map((search) => ({ scope: userScope(search.userId), entity: number, id: search.id })),
    );
    await scheduleNotices(
      tx,
      some.map((search) => ({ userId: search.userId, peerId: search.id })),
      "search",
    );
  }
}
