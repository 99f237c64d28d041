// Tests the change log by many concurrent writers, in short and long transactions, some rolled back.
import type { Knex } from "knex";
import { entities, type EntityName } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import { appendChanges } from "../../sync-server/db/change-log.ts";
import { userScope } from "../../sync-server/kit/command-handler.ts";
import { seededDice } from "../seed.ts";

const dice = seededDice("busy market");

export type Market = { db: Knex; people: string[]; aircraft: string[] };

export async function addPerson(db: Knex, over: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const name = `Person ${id.slice(-6)}`;
  const base = { id, email: `${id}@people.test`, password: "-", name, userType: "pilot", memberSince: "2026" };
  await db("users").insert({ ...base, isEmailVerified: true, ...over });
  return id;
}

export async function addAircraft(db: Knex, ownerId: string, over: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  await db("catalogue_buckets")
    .insert({ bucket: "denver-co", location: "Denver, CO", ordinal: 1 })
    .onConflict()
    .ignore();
  const facts = { name: "Skyhawk", model: "172S", make: "Cessna", type: "single-engine", year: "2019" };
  const figures = {
    hourlyRate: 145,
    seats: 4,
    cruiseSpeed: 122,
    range: 640,
    fuelCapacity: "56 gal",
    maxWeight: "2,550 lbs",
  };
  const place = { location: "Denver, CO", bucket: "denver-co", imageUrl: "/illustrations/plane.webp" };
  await db("aircraft").insert({ id, ownerId, ...facts, ...figures, ...place, ...over });
  return id;
}

export async function openMarket(db: Knex, size: { people: number; aircraft: number }): Promise<Market> {
  const people: string[] = [];
  for (let index = 0; index < size.people; index++) people.push(await addPerson(db));
  const aircraft: string[] = [];
  for (let index = 0; index < size.aircraft; index++) aircraft.push(await addAircraft(db, people[index % 3]!));
  return { db, people, aircraft };
}

type Line = [scope: string, entity: EntityName, id: string];

function log(tx: Knex, lines: Line[]): Promise<void> {
  return appendChanges(
    tx,
    lines.map(([person, name, id]) => ({ scope: userScope(person), entity: entities[name].number, id })),
  );
}

const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(dice.next() * list.length)]!;

async function watchers(tx: Knex, aircraftId: string): Promise<string[]> {
  const { rows } = await tx.raw(
    `select "ownerId" as id from aircraft where id = :id union select "userId" from favorites where "aircraftId" = :id
     union select "senderId" from messages where "aircraftId" = :id union select "receiverId" from messages where "aircraftId" = :id`,
    { id: aircraftId },
  );
  return (rows as { id: string }[]).map((row) => row.id);
}

/** One write of one user with its change-log rows, inside `tx`. */
async function act(tx: Knex, { people, aircraft }: Market): Promise<void> {
  const [from, to, plane] = [pick(people), pick(people), pick(aircraft)];
  const kind = dice.next();
  if (kind < 0.35) await send(tx, from, to, dice.next() < 0.5 ? plane : null);
  else if (kind < 0.55) await addFavorite(tx, from, plane);
  else if (kind < 0.7) await removeFavorite(tx, from, plane);
  else if (kind < 0.8) await switchAircraft(tx, plane);
  else if (kind < 0.85) await markRead(tx, from, to);
  else await loseMessage(tx, from, to);
}

async function send(tx: Knex, from: string, to: string, aircraftId: string | null): Promise<void> {
  if (from === to) return;
  const id = newId();
  await tx("messages").insert({ id, senderId: from, receiverId: to, content: id, aircraftId });
  await logForBoth(tx, from, to, id, aircraftId);
}

async function logForBoth(tx: Knex, from: string, to: string, id: string, aircraftId: string | null): Promise<void> {
  const lines: Line[] = [];
  for (const [one, other] of [[from, to] as const, [to, from] as const]) {
    lines.push([one, "messages", id], [one, "people", other]);
    if (aircraftId) lines.push([one, "aircraft", aircraftId]);
  }
  await log(tx, lines);
}

export async function addFavorite(tx: Knex, userId: string, aircraftId: string): Promise<void> {
  const added = await tx("favorites").insert({ id: newId(), userId, aircraftId }).onConflict().ignore().returning("id");
  if (added.length > 0)
    await log(tx, [
      [userId, "favorites", aircraftId],
      [userId, "aircraft", aircraftId],
    ]);
}

async function removeFavorite(tx: Knex, userId: string, aircraftId: string): Promise<void> {
  const removed = await tx("favorites").where({ userId, aircraftId }).delete();
  if (removed > 0)
    await log(tx, [
      [userId, "favorites", aircraftId],
      [userId, "aircraft", aircraftId],
    ]);
}

export async function switchAircraft(tx: Knex, id: string, { locks = true } = {}): Promise<void> {
  // Locks before it reads the watchers: a concurrent new watcher waits at the foreign key or is included.
  if (locks) await tx("aircraft").where({ id }).forUpdate().first("id");
  await tx("aircraft")
    .where({ id })
    .update({ isActive: tx.raw(`not "isActive"`), rev: tx.raw("rev + 1") });
  await log(
    tx,
    (await watchers(tx, id)).map((person): Line => [person, "aircraft", id]),
  );
}

async function markRead(tx: Knex, receiverId: string, senderId: string): Promise<void> {
  const read = await tx("messages").where({ receiverId, senderId, read: false }).update({ read: true }).returning("id");
  for (const { id } of read as { id: string }[])
    await log(tx, [
      [receiverId, "messages", id],
      [senderId, "messages", id],
    ]);
}

/** Deletes messages, which the product never does, so that users and aircraft leave the visible rows. */
async function loseMessage(tx: Knex, senderId: string, receiverId: string): Promise<void> {
  const one = tx("messages").where({ senderId, receiverId }).orderBy("id").limit(9).select("id");
  const gone = await tx("messages").whereIn("id", one).delete().returning(["id", "aircraftId"]);
  for (const { id, aircraftId } of gone as { id: string; aircraftId: string | null }[])
    await logForBoth(tx, senderId, receiverId, id, aircraftId);
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs writers until `isOver`: most transactions are short, some stay open for a while, some roll back in part or whole.
 * Returns the number of committed transactions.
 */
export async function runLoad(market: Market, writers: number, isOver: () => boolean): Promise<number> {
  let committed = 0;
  async function write(): Promise<void> {
    while (!isOver()) {
      await rest(dice.next() * 120);
      try {
        await market.db.transaction(async (tx) => {
          await act(tx, market);
          const mood = dice.next();
          if (mood < 0.1) await rest(20 + dice.next() * 150);
          if (mood > 0.9)
            await tx
              .transaction((part) => act(part, market).then(() => Promise.reject(new Undone())))
              .catch(swallowUndone);
          if (mood > 0.97) throw new Undone();
          if (mood > 0.5) await act(tx, market);
        });
        committed++;
      } catch (error) {
        // Two users wrote the same rows in opposite order: PostgreSQL ends the deadlock by aborting one.
        if (!(error instanceof Undone) && (error as { code?: string }).code !== "40P01") throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write));
  return committed;
}

class Undone extends Error {}

function swallowUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error;
}

/** All rows visible to a user, by plain queries: entity → key → row. All are one message, because each answer costs a round trip. */
export async function truthFor(db: Knex, me: string): Promise<Map<string, unknown>> {
  const queries: Record<EntityName, Knex.QueryBuilder | Knex.Raw> = {
    me: db("users").where({ id: me }),
    people: db.raw(
      `select * from users where id <> :me and id in
         (select unnest(array["senderId", "receiverId"]) from messages where :me in ("senderId", "receiverId"))`,
      { me },
    ),
    favorites: db("favorites").where({ userId: me }),
    messages: db("messages").where({ senderId: me }).orWhere({ receiverId: me }),
    bookings: db.raw(
      `select b.*, case when "ownerId" = :me and status in ('requested', 'accepted') then (
         select count(*)::integer from bookings c
         where c."pilotId" = b."pilotId" and c."ownerId" = b."ownerId" and c.status = 'completed'
       ) end as "flightsTogether", null as "accessNotes" from bookings b where :me in ("pilotId", "ownerId")`,
      { me },
    ),
    aircraft: db.raw(
      `select *, null as "accessNotes" from aircraft where "deletedAt" is null and ("ownerId" = :me or ("isActive" and (
         id in (select "aircraftId" from favorites where "userId" = :me)
         or id in (select "aircraftId" from bookings where :me in ("pilotId", "ownerId"))
         or id in (select "aircraftId" from messages where :me in ("senderId", "receiverId")))))`,
      { me },
    ),
    searches: db("searches").where({ userId: me }),
    plans: db("availability_plans").whereIn("aircraftId", db("aircraft").where({ ownerId: me }).select("id")),
    blocks: db("blocks").where({ ownerId: me }),
    reports: db("reports").where({ reporterId: me }),
    blockedPeople: db("blocked_people").where({ userId: me }),
    hiddenOwners: db("hidden_owners")
      .where({ userId: me })
      .whereIn("ownerId", db("aircraft").whereNull("deletedAt").select("ownerId")),
  };
  const names = Object.keys(queries) as EntityName[];
  const answers = await db.raw<{ rows: Record<string, unknown>[] }[]>(
    names.map((name) => queries[name].toQuery()).join(";\n"),
  );
  const truth = new Map<string, unknown>();
  for (const [at, name] of names.entries()) {
    const { key, schema } = entities[name];
    const fields = Object.keys(schema.shape);
    for (const row of answers[at]!.rows)
      truth.set(`${name} ${String(row[key])}`, Object.fromEntries(fields.map((field) => [field, row[field]])));
  }
  return truth;
}
