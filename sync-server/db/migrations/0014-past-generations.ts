// The generations that ended here, so that a cursor of one that never was here shows a copy that was put back twice.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  // Separated by blanks.
  await knex.raw(`alter table sync_meta add column "pastGenerations" text not null default ''`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
