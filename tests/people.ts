// Creates users and aircraft for tests with the product's code, with headers for requests.
import type { Knex } from "knex";
import { hashPassword } from "../sync-server/domain/accounts/secrets.ts";
import { startSession } from "../sync-server/domain/accounts/sessions.ts";
import { bucketFor } from "../sync-server/db/buckets.ts";
import { listingDefaults } from "../shared/domain/aircraft-rules.ts";
import { weekdays } from "../shared/domain/free-hours.ts";
import { newId } from "../shared/kit/ids.ts";
import { DAY_MINUTES } from "../shared/kit/zoned-days.ts";
import { bearer } from "./http.ts";

export const PASSWORD = "correct horse";

export type TestPerson = {
  id: string;
  email: string;
  name: string;
  token: string;
  /** Headers of a client other than a browser page. */
  headers: Record<string, string>;
};

let hashed: Promise<string> | undefined;
let counter = 0;

type PersonFields = {
  name?: string;
  email?: string;
  isEmailVerified?: boolean;
  isAdmin?: boolean;
  userType?: "pilot" | "owner";
};

/** A verified, signed-in pilot. */
export async function aPilot(db: Knex, fields: PersonFields = {}): Promise<TestPerson> {
  hashed ??= hashPassword(PASSWORD);
  const id = newId();
  const person = { name: "Pat Pilot", email: `person-${++counter}-${id.slice(-6)}@test.example`, ...fields };
  await db("users").insert({
    id,
    password: await hashed,
    userType: "pilot",
    memberSince: "2024",
    isEmailVerified: true,
    ...person,
  });
  const token = await startSession(db, id, "test");
  return { id, email: person.email, name: person.name, token, headers: bearer(token) };
}

/** A verified, signed-in owner. */
export function anOwner(db: Knex, fields: PersonFields = {}): Promise<TestPerson> {
  return aPilot(db, { name: "Olive Owner", userType: "owner", ...fields });
}

const allDay = [[0, DAY_MINUTES]];

/** A plan that refuses no hours: open day and night, without notice and buffer, for centuries ahead. */
const alwaysOpen = {
  weekly: Object.fromEntries(weekdays.map((day) => [day, allDay])),
  noticeHours: 0,
  bufferMin: 0,
  horizonDays: 100_000,
  instant: "off",
};

/** Creates a listing of `ownerId` that is always open, in Denver unless `fields` name another location; returns its id. */
export async function aPlane(db: Knex, ownerId: string, fields: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const location = typeof fields.location === "string" ? fields.location : "Denver CO";
  await db("aircraft").insert({
    id,
    ownerId,
    name: "Cessna 172",
    make: "Cessna",
    model: "172",
    year: "2001",
    location,
    ...listingDefaults,
    bucket: await bucketFor(db as Knex.Transaction, location),
    noticeHours: alwaysOpen.noticeHours,
    horizonDays: alwaysOpen.horizonDays,
    ...fields,
  });
  await db("availability_plans").insert({ aircraftId: id, ...alwaysOpen });
  // The days of its card are those of the plan already.
  await db("stale_card_days").where({ aircraftId: id }).delete();
  return id;
}
