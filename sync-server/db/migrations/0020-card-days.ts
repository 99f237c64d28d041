// The days of a card: closed weekdays and full days of an aircraft, beside the two numbers of its plan that move the first and last day.
// Null means the usual value, so most cards do not grow.
import type { Knex } from "knex";

const cardDays = `
alter table aircraft
  add column "closedDays" smallint,
  add column "fullDays" integer[],
  add column "noticeHours" smallint,
  add column "horizonDays" smallint,
  -- When the days were counted last; a daily job counts those that a previous version of the server has changed.
  add column "daysCountedOn" date;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(cardDays);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
