// Who took a booking's last step, so that the same step of the same person is known as a repeat.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table bookings add column "lastStepBy" uuid`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
