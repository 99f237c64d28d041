// What the admin's lists need: everybody and every listing in each order they offer, counts that read no table, and a search
// for parts of words.
import type { Knex } from "knex";

const lists = `
create extension if not exists pg_trgm;

create index users_by_name on users (lower(name), id);
create index users_verified on users (id) where verified;
create index users_words on users using gin ((name || ' ' || email) gin_trgm_ops);

create index aircraft_all_newest on aircraft ("createdAt", id) where "deletedAt" is null;
create index aircraft_all_by_name on aircraft (lower(name), id) where "deletedAt" is null;
create index aircraft_all_by_price on aircraft ("hourlyRate", id) where "deletedAt" is null;
create index aircraft_words on aircraft using gin ((name || ' ' || make || ' ' || model || ' ' || location) gin_trgm_ops)
  where "deletedAt" is null;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(lists);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
