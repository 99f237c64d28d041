// The private calendar address of a user: only a digest of its secret, so the database cannot reveal it.
import type { Knex } from "knex";

const feeds = `
create table calendar_feeds (
  "userId" uuid primary key references users on delete cascade,
  "tokenHash" text not null unique,
  "openedAt" timestamptz(3) not null default now()
);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(feeds);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
