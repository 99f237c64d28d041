// The reminder of a request that waits for its owner: when it was sent, and its kind of notice.
import type { Knex } from "knex";

// The name of the subject, peerId, is the booking's id for notices about a booking.
const notices = ["push_jobs", "push_told", "notice_mails"]
  .map(
    (table) => `alter table ${table} drop constraint ${table}_about_check,
      add constraint ${table}_about_check check (about in ('conversation', 'review', 'search', 'booking'));`,
  )
  .join("\n");

const reminders = `
alter table push_deliveries drop constraint push_deliveries_about_check,
  add constraint push_deliveries_about_check check (about in ('conversation', 'review', 'search', 'booking', 'test'));
alter table bookings add column "nudgedAt" timestamptz(3);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(notices);
  await knex.raw(reminders);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
