// Which reviews of a booking are written, so that both members' devices know without asking; and the bookings that are over.
import type { Knex } from "knex";

const reviewed = `
alter table bookings
  add column "aircraftReviewed" boolean not null default false,
  add column "ownerReviewed" boolean not null default false,
  add column "pilotReviewed" boolean not null default false;
create index bookings_accepted_ends on bookings ("endsAt") where status = 'accepted';
-- Pages of one's bookings.
create index bookings_of_pilot_newest on bookings ("pilotId", "createdAt" desc, id desc);
create index bookings_of_owner_newest on bookings ("ownerId", "createdAt" desc, id desc);
drop index bookings_of_pilot;
drop index bookings_of_owner;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(reviewed);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
