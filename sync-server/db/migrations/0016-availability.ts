// Plans of owners, blocked times, and holds: what an aircraft is not free for. Two holds of an aircraft never overlap.
import type { Knex } from "knex";

// The lock on bookings is short: only accepted ones are written, those of flights ahead. The old constraint's name passes
// to the new one, because the previous version reads a refusal of that name as hours that were taken.
const bookings = `
alter table bookings add column "holdsUntil" timestamptz(3), drop constraint bookings_never_overlap;
update bookings set "holdsUntil" = "endsAt" where status = 'accepted';
`;

const tables = `
create table availability_plans (
  "aircraftId" uuid primary key references aircraft on delete cascade,
  -- json keeps the order of the weekdays, so that equal plans have equal texts.
  weekly json not null,
  "noticeHours" integer not null check ("noticeHours" >= 0),
  "bufferMin" integer not null check ("bufferMin" >= 0),
  "horizonDays" integer not null check ("horizonDays" >= 1),
  instant text not null check (instant in ('off', 'returning', 'verified')),
  rev bigint not null default 0
);

create table blocks (
  id uuid primary key,
  "aircraftId" uuid not null references aircraft on delete cascade,
  "ownerId" uuid not null references users,
  "from" timestamptz(3) not null,
  "to" timestamptz(3) not null,
  reason text not null check (reason in ('maintenance', 'own-flight', 'other')),
  note text,
  "createdAt" timestamptz(3) not null default now(),
  rev bigint not null default 0,
  check ("from" < "to")
);
create index blocks_of_owner on blocks ("ownerId", id);
create index blocks_of_aircraft on blocks ("aircraftId", "to");

create table holds (
  "aircraftId" uuid not null references aircraft on delete cascade,
  during tstzrange not null check (not isempty(during)),
  "bookingId" uuid unique references bookings on delete cascade,
  "blockId" uuid unique references blocks on delete cascade,
  check (num_nonnulls("bookingId", "blockId") = 1),
  constraint bookings_never_overlap exclude using gist ("aircraftId" with =, during with &&)
);

insert into holds ("aircraftId", during, "bookingId")
select "aircraftId", tstzrange("startDate", "holdsUntil"), id from bookings where status = 'accepted';
`;

// Triggers, so that every statement keeps the holds, also those of the previous version beside the new one.
// A completed booking keeps its hold, which is past but for the buffer.
const triggers = `
create function set_holds_until() returns trigger language plpgsql as $$
begin
  if new.status = 'accepted' and (
    tg_op = 'INSERT' or old.status <> 'accepted' or new."endsAt" <> old."endsAt" or new."holdsUntil" is null
  ) then
    new."holdsUntil" := new."endsAt" + interval '1 minute' *
      coalesce((select "bufferMin" from availability_plans where "aircraftId" = new."aircraftId"), 30);
  end if;
  return new;
end $$;

create function keep_hold_of_booking() returns trigger language plpgsql as $$
begin
  if new.status <> 'completed' and tg_op = 'UPDATE' then
    delete from holds where "bookingId" = new.id;
  end if;
  if new.status = 'accepted' then
    insert into holds ("aircraftId", during, "bookingId")
    values (new."aircraftId", tstzrange(new."startDate", new."holdsUntil"), new.id);
  end if;
  return null;
end $$;

create function keep_hold_of_block() returns trigger language plpgsql as $$
begin
  insert into holds ("aircraftId", during, "blockId") values (new."aircraftId", tstzrange(new."from", new."to"), new.id);
  return null;
end $$;

create trigger bookings_hold_until before insert or update of status, "startDate", "endsAt", "holdsUntil" on bookings
  for each row execute function set_holds_until();
create trigger bookings_hold after insert or update of status, "startDate", "endsAt", "holdsUntil" on bookings
  for each row execute function keep_hold_of_booking();
create trigger blocks_hold after insert on blocks for each row execute function keep_hold_of_block();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(bookings);
  await knex.raw(tables);
  await knex.raw(triggers);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
