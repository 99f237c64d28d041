// The days of a card: closed weekdays and full days of an aircraft, beside the two numbers of its plan that move the first and last day.
// Null means the usual value, so most cards do not grow.
import type { Knex } from "knex";

const cardDays = `
alter table aircraft
  add column "closedDays" smallint,
  add column "fullDays" integer[],
  add column "noticeHours" integer,
  add column "horizonDays" integer;

-- Aircraft whose days must be counted again. Triggers write it, so that no statement can forget it, also none of a previous version.
create table stale_card_days (
  "aircraftId" uuid primary key references aircraft on delete cascade,
  at timestamptz(3) not null default now()
);
insert into stale_card_days ("aircraftId") select distinct "aircraftId" from holds;

create function note_stale_card_days() returns trigger language plpgsql as $$
begin
  insert into stale_card_days ("aircraftId")
  select aircraft.id from aircraft where id = case tg_op when 'DELETE' then old."aircraftId" else new."aircraftId" end
  on conflict do nothing;
  return null;
end $$;
create trigger holds_card_days after insert or delete on holds for each row execute function note_stale_card_days();
create trigger plans_card_days after insert or update or delete on availability_plans
  for each row execute function note_stale_card_days();

create function note_own_stale_card_days() returns trigger language plpgsql as $$
begin
  insert into stale_card_days ("aircraftId") values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger aircraft_card_days after update of "minHours", location on aircraft
  for each row when (old."minHours" <> new."minHours" or old.location <> new.location)
  execute function note_own_stale_card_days();
-- The usual plan has room for 14 hours a day.
create trigger aircraft_first_card_days after insert on aircraft
  for each row when (new."minHours" > 14) execute function note_own_stale_card_days();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(cardDays);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
