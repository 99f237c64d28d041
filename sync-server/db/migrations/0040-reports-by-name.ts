// An index for the words that the audit trail's search finds in reports. The previous version does not search them.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index reports_words on reports using gin ("targetName" gin_trgm_ops)`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
