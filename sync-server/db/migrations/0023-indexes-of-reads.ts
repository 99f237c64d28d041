// Indexes for reads that went through a whole table: the latest review that a user wrote, and all aircraft of an owner.
import type { Knex } from "knex";

// A notice shows the latest review. The mirror of plans includes those of deleted aircraft, which `aircraft_of_owner` omits.
const indexes = `
create index reviews_of_writer on reviews ("userId", coalesce("visibleAt", "createdAt") desc);
create index aircraft_of_owner_all on aircraft ("ownerId");
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(indexes);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
