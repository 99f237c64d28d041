// The turn of each user to export all own data. And accounts that their users delete: erased at `eraseAt`, unless the user logs in
// before and keeps it. The row of an erased account stays, without personal data. The previous version sees such an account as
// deactivated.
// Locks conversation_mutes: it has a row only for a conversation that a user muted.
import type { Knex } from "knex";

const deletions = `
create table account_deletions (
  "userId" uuid primary key references users on delete cascade,
  "askedAt" timestamptz(3) not null default now(),
  "eraseAt" timestamptz(3) not null,
  "erasedAt" timestamptz(3)
);
-- The erasure removes mutes of the user by others.
create index conversation_mutes_of_peer on conversation_mutes ("peerId");

-- One export at a time: the lease is renewed while one runs.
create table exports (
  "userId" uuid primary key references users on delete cascade,
  "startedAt" timestamptz(3) not null,
  "leaseUntil" timestamptz(3) not null
);

create index account_deletions_due on account_deletions ("eraseAt") where "erasedAt" is null;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(deletions);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
