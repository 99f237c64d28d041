// The copy of a wallet, for users who turned it on: one row for each paper, encrypted. A paper that the user removed stays as a row
// without content, so that a device that still has it learns so. The previous version leaves `walletRev` as it is.
import type { Knex } from "knex";

const walletCopies = `
create sequence wallet_revs;

-- The newest revision of the papers; null without a copy.
alter table users add column "walletRev" bigint;

create table wallet_papers (
  "userId" uuid not null references users(id) on delete cascade,
  paper text not null,
  rev bigint not null,
  -- When the user edited it.
  at timestamptz(3) not null,
  -- The name of the key, and nonce, ciphertext and tag; null for a removed paper.
  "keyId" text,
  sealed bytea,
  primary key ("userId", paper)
);
create index wallet_papers_key on wallet_papers ("keyId", "userId", paper);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(walletCopies);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
