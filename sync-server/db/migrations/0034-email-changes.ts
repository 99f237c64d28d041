// The change of an account's email address, until both addresses have confirmed it. Links are stored as digests only.
// The previous version neither reads nor writes it.
import type { Knex } from "knex";

const emailChanges = `
create table email_changes (
  "userId" uuid primary key references users on delete cascade,
  "newEmail" text not null,
  -- Digests of the links; null until they are mailed, and once an address has confirmed.
  "newToken" text unique,
  "oldToken" text unique,
  "isNewConfirmed" boolean not null default false,
  "isOldConfirmed" boolean not null default false,
  -- The session that asked for it, which stays signed in.
  "sessionHash" text,
  "expiresAt" timestamptz(3) not null
);
create index email_changes_expiry on email_changes ("expiresAt");
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(emailChanges);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
