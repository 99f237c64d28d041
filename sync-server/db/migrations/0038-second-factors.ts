// The second factor of log-ins. Secrets are encrypted with a key outside of the database; recovery codes are stored as digests.
// The previous version logs in without it: until all processes have this version, a log-in may be asked for no code.
import type { Knex } from "knex";

const secondFactors = `
alter table users add column "hasSecondFactor" boolean not null default false;

create table second_factors (
  "userId" uuid primary key references users on delete cascade,
  -- The name of the key, and nonce, ciphertext and tag.
  "keyId" text not null,
  sealed bytea not null,
  -- Null until a first code proves that the app has the secret.
  "confirmedAt" timestamptz(3),
  -- The newest step whose code was used: a code works once.
  "lastStep" integer not null default 0,
  -- Wrong codes since a time.
  tries integer not null default 0,
  "triesSince" timestamptz(3) not null default now()
);
create index second_factors_key on second_factors ("keyId", "userId");

create table recovery_codes (
  "userId" uuid not null references users on delete cascade,
  "codeHash" text not null,
  primary key ("userId", "codeHash")
);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(secondFactors);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
