// A random marker for each start of a process, so that a database that was put back from a copy is noticed.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  // The newest last: `marker@transaction`, separated by blanks.
  await knex.raw(`alter table sync_meta add column starts text not null default ''`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
