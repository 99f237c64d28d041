// Access notes of owners: gate code, key, parking. A table of their own, so that no read of listings selects them.
import type { Knex } from "knex";

const accessNotes = `
create table access_notes (
  "aircraftId" uuid primary key references aircraft on delete cascade,
  notes text not null
);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(accessNotes);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
