// Rental terms of listings, and of bookings as they were at the request. The previous version leaves both null.
import type { Knex } from "knex";

const columns = `
alter table aircraft add column terms json;
alter table bookings add column terms json;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(columns);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
