// Creates users and aircraft for tests with the product's code, with headers for requests.
import type { Knex } from "knex";
import { hashPassword } from "../sync-server/domain/accounts/secrets.ts";
import { startSession } from "../sync-server/domain/accounts/sessions.ts";
import { bucketFor } from "../sync-server/db/buckets.ts";
import { listingDefaults } from "../shared/domain/aircraft-rules.ts";
import { newId } from "../shared/kit/ids.ts";
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

/** Creates a listing of `ownerId`, in Denver unless `fields` name another location; returns its id. */
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
    ...fields,
  });
  return id;
}
