// Passkeys of users, and the open challenges of browsers that make or use one. The previous version neither reads nor writes them.
import type { Knex } from "knex";

const passkeys = `
create table passkeys (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  -- The browser's name for it, in base64url.
  "credentialId" text not null unique,
  "publicKey" bytea not null,
  -- Counts its uses, where the device counts; 0 where it does not.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  "isSynced" boolean not null,
  "createdAt" timestamptz(3) not null default now(),
  "lastUsedAt" timestamptz(3)
);
create index passkeys_of_user on passkeys ("userId", "createdAt");

create table passkey_challenges (
  "challengeHash" text primary key,
  -- Whose passkey it makes; null for a log-in.
  "userId" uuid references users on delete cascade,
  "expiresAt" timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges ("expiresAt");
create index passkey_challenges_of_user on passkey_challenges ("userId");
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(passkeys);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
