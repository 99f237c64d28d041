// A person's hearts in the order of their list, so that a page of it reads that page alone.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index favorites_of_person on favorites ("userId", "createdAt" desc, id desc)`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
