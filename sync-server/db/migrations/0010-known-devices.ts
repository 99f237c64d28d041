// Devices that have signed in to an account before: their failed sign-ins are counted apart from a stranger's.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
create table known_devices (
  "userId" uuid not null references users on delete cascade,
  "deviceHash" text not null,
  "lastSignInAt" timestamptz not null default now(),
  primary key ("userId", "deviceHash")
);
create index known_devices_age on known_devices ("lastSignInAt");
`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
