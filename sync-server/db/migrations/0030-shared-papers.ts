// Papers that pilots share with one booking, encrypted. They go when the booking ends, also where a statement of the previous version
// ends it. That version leaves the names empty.
import type { Knex } from "knex";

const sharedPapers = `
alter table bookings add column "sharedPapers" text[] not null default '{}';

create table shared_papers (
  "bookingId" uuid not null references bookings(id) on delete cascade,
  paper text not null,
  -- The name of the key, and nonce, ciphertext and tag.
  "keyId" text not null,
  sealed bytea not null,
  primary key ("bookingId", paper)
);

create or replace function end_eligibility() returns trigger language plpgsql as $$
begin
  new.eligibility := null;
  new."sharedPapers" := '{}';
  delete from shared_papers where "bookingId" = new.id;
  return new;
end $$;

drop trigger bookings_end_eligibility on bookings;
create trigger bookings_end_eligibility before update of status on bookings
  for each row when (
    new.status not in ('requested', 'accepted')
    and (new.eligibility is not null or new."sharedPapers" <> '{}')
  )
  execute function end_eligibility();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(sharedPapers);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
