// Generates a marketplace of any size, for load tests and demonstrations: the same count gives the same fleet.
import { hash } from "@node-rs/argon2";
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { entities } from "../../../shared/entities.ts";
import { locations } from "../../../shared/domain/locations.ts";
import { BUCKET_SIZE, bucketName, ensureBuckets } from "../buckets.ts";
import { appendChanges } from "../change-log.ts";
import { demoId } from "./demo-id.ts";
import { airfields, equipment, firstNames, fleetModels, lastNames, type FleetModel } from "./fleet-models.ts";
import { seededRandom, type Random } from "./random.ts";

const PLANES_AN_OWNER = 12;
const ROWS_A_TRANSACTION = 1000;
/** Transactions that run at the same time. */
const AT_ONCE = 2;
const FLEET_EPOCH = Date.UTC(2025, 0, 1);

/** Models repeated by their share. */
const weightedModels: readonly FleetModel[] = fleetModels.flatMap((model) =>
  Array.from({ length: model.share }, () => model),
);

/** Weights by city size, in the order of the locations. */
const cityWeights = [9, 7, 10, 11, 8, 16, 12, 9, 8, 7, 8];
const places = locations.flatMap((location, index) => Array.from({ length: cityWeights[index] ?? 8 }, () => location));

/**
 * Adds aircraft until the generated fleet has `count`, with one owner per dozen.
 * Writes the change log, so that a running server shows them. Safe to repeat and to interrupt.
 */
export async function seedFleet(db: Knex, count: number): Promise<void> {
  await ensureBuckets(db);
  const ownerIds = await seedOwners(db, Math.ceil(count / PLANES_AN_OWNER));
  const filled = await rowsByLocation(db);
  const running = new Set<Promise<void>>();
  for (let from = 0; from < count; from += ROWS_A_TRANSACTION) {
    const size = Math.min(ROWS_A_TRANSACTION, count - from);
    const planes = Array.from({ length: size }, (_, index) => plane(from + index, ownerIds));
    const rows = await newRows(db, planes, filled);
    // Most of the time is the database's.
    if (running.size === AT_ONCE) await Promise.race(running);
    const stored = db.transaction((tx) => insertPlanes(tx, rows)).finally(() => running.delete(stored));
    running.add(stored);
    // The race or the last line tells of it.
    stored.catch(() => undefined);
  }
  await Promise.all(running);
}

type Plane = ReturnType<typeof plane>;

/** The planes that are not stored yet, with their buckets. */
async function newRows(db: Knex, planes: Plane[], filled: Map<string, number>) {
  const known = new Set<string>(
    await db("aircraft")
      .whereIn(
        "id",
        planes.map(({ id }) => id),
      )
      .pluck("id"),
  );
  return planes.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, bucket: takePlace(row.location, filled) }));
}

async function insertPlanes(tx: Knex, rows: (Plane & { bucket: string })[]): Promise<void> {
  if (rows.length === 0) return;
  // All transactions take new buckets in one order, so that none waits for one that waits for it.
  const buckets = [...new Map(rows.map((row) => [row.bucket, row.location]))].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx("catalogue_buckets")
    .insert(buckets.map(([bucket, location]) => ({ bucket, location, ordinal: ordinalOf(bucket, location) })))
    .onConflict()
    .ignore();
  await tx("aircraft").insert(rows);
  const entity = entities.aircraft.number;
  await appendChanges(
    tx,
    rows.map((row) => ({ scope: `bucket:${row.bucket}`, entity, id: row.id })),
  );
}

function takePlace(location: string, filled: Map<string, number>): string {
  const before = filled.get(location) ?? 0;
  filled.set(location, before + 1);
  return bucketName(location, Math.floor(before / BUCKET_SIZE) + 1);
}

function ordinalOf(bucket: string, location: string): number {
  return Number(bucket.slice(bucketName(location, 1).length + 1) || 1);
}

async function rowsByLocation(db: Knex): Promise<Map<string, number>> {
  const rows: { location: string; count: number }[] = await db("aircraft")
    .whereNull("deletedAt")
    .groupBy("location")
    .select("location", db.raw("count(*)::int as count"));
  return new Map(rows.map((row) => [row.location, row.count]));
}

/** Generated owners cannot log in: their password is the hash of discarded bytes. */
async function seedOwners(db: Knex, count: number): Promise<string[]> {
  const password = await hash(randomBytes(32));
  const owners = Array.from({ length: count }, (_, index) => owner(index, password));
  for (let at = 0; at < owners.length; at += ROWS_A_TRANSACTION)
    await db("users")
      .insert(owners.slice(at, at + ROWS_A_TRANSACTION))
      .onConflict()
      .ignore();
  return owners.map(({ id }) => id);
}

function owner(index: number, password: string) {
  const random = seededRandom(index + 1);
  const memberSince = String(random.whole(2016, 2025));
  return {
    id: demoId(`fleet owner ${index}`, FLEET_EPOCH),
    email: `fleet-owner-${index + 1}@demo.test`,
    password,
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    userType: "owner",
    bio: "Keeps the aircraft ready and the paperwork in order.",
    memberSince,
    responseTime: random.pick(["within 1 hour", "within 3 hours", "within a day"]),
    verified: random.next() < 0.7,
    isEmailVerified: true,
    createdAt: new Date(Date.UTC(Number(memberSince), 2, 1)),
  };
}

function plane(index: number, ownerIds: readonly string[]) {
  const random = seededRandom(1_000_003 + index);
  const model = random.pick(weightedModels);
  const location = random.pick(places);
  const createdAt = FLEET_EPOCH - random.whole(0, 900 * 86_400) * 1000 - (index % 1000);
  const { share: _, years, rates, picture, ...fixed } = model;
  return {
    ...fixed,
    id: demoId(`fleet aircraft ${index}`, createdAt),
    ownerId: ownerIds[Math.floor(index / PLANES_AN_OWNER)]!,
    name: `${model.make} ${model.model}`,
    year: String(random.whole(...years)),
    location,
    hourlyRate: random.whole(...rates),
    minHours: random.pick([1, 2, 2, 2, 3]),
    description: `${model.make} ${model.model} at ${random.pick(airfields[location] ?? [location])}. ${random.pick(promises)}`,
    imageUrl: picture,
    verified: random.next() < 0.7,
    features: someEquipment(random),
    createdAt: new Date(createdAt),
  };
}

const promises = [
  "Annual done this spring, databases current, fuel card in the door pocket.",
  "Checkout with the owner, then yours for the day; tie-down included.",
  "Flown weekly and washed monthly. Squawks are fixed before the next renter.",
];

function someEquipment(random: Random): string[] {
  return [...new Set(Array.from({ length: random.whole(2, 5) }, () => random.pick(equipment)))];
}
