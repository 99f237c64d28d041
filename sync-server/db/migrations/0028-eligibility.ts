// What the owner asked at a request, and how the pilot's wallet compared. It goes when the booking ends, also where a statement of the
// previous version ends it. That version leaves the column null.
import type { Knex } from "knex";

const eligibility = `
alter table bookings add column eligibility json;

create function end_eligibility() returns trigger language plpgsql as $$
begin
  new.eligibility := null;
  return new;
end $$;

create trigger bookings_end_eligibility before update of status on bookings
  for each row when (new.status not in ('requested', 'accepted') and new.eligibility is not null)
  execute function end_eligibility();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(eligibility);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
