// Photographed papers that pilots share with one booking, encrypted: a row with title and order, and a row for each page. They go
// when the booking ends, also where a statement of the previous version ends it. That version leaves them as they are. Besides: which
// device stored a paper of a wallet's copy.
// Locks shared_papers: no row here; the trigger deletes those of a booking that ends.
import type { Knex } from "knex";

const sharedScans = `
alter table bookings add column "sharedScans" jsonb not null default '[]';

create table shared_scans (
  "bookingId" uuid not null references bookings(id) on delete cascade,
  "scanId" uuid not null,
  -- The name of the key, and nonce, ciphertext and tag.
  "keyId" text not null,
  sealed bytea not null,
  primary key ("bookingId", "scanId")
);

-- A page has no booking from its upload until a command shares it.
create table scan_pages (
  id uuid primary key,
  "userId" uuid not null references users(id) on delete cascade,
  "bookingId" uuid,
  "scanId" uuid,
  at timestamptz(3) not null default now(),
  "keyId" text not null,
  sealed bytea not null,
  foreign key ("bookingId", "scanId") references shared_scans on delete cascade
);
-- Ciphertext cannot be compressed.
alter table scan_pages alter column sealed set storage external;
create index scan_pages_scan on scan_pages ("bookingId", "scanId");
create index scan_pages_user on scan_pages ("userId");
create index scan_pages_unshared on scan_pages (at) where "bookingId" is null;

-- The line of edits of the device that stored it, its number in that line, and the revision that it got: after a write of the
-- previous version, which leaves it as it is, the revision is another one.
alter table wallet_papers add column "editedBy" jsonb;

create or replace function end_eligibility() returns trigger language plpgsql as $$
begin
  new.eligibility := null;
  new."sharedPapers" := '{}';
  new."sharedScans" := '[]';
  delete from shared_papers where "bookingId" = new.id;
  delete from shared_scans where "bookingId" = new.id;
  return new;
end $$;

drop trigger bookings_end_eligibility on bookings;
create trigger bookings_end_eligibility before update of status on bookings
  for each row when (
    new.status not in ('requested', 'accepted')
    and (new.eligibility is not null or new."sharedPapers" <> '{}' or new."sharedScans" <> '[]')
  )
  execute function end_eligibility();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(sharedScans);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
