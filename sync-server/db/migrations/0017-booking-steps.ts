// What a booking's steps need: the kept quote with cents, deadlines, the last step with its reason, proposed hours.
import type { Knex } from "knex";

// Old rows keep zero cents, and readers compute their total from whole dollars: a new value for every row would block all bookings.
const columns = `
alter table bookings
  add column "hourlyRate" integer,
  add column "feeCents" bigint,
  add column "totalCents" bigint not null default 0,
  -- Until when the owner may answer; null, from the previous version, means until the start.
  add column "answerBy" timestamptz(3),
  -- When the owner is reminded; null once that is done.
  add column "nudgeAt" timestamptz(3),
  add column "lastStepAt" timestamptz(3),
  add column reason text,
  add column note text,
  add column proposal jsonb,
  add constraint bookings_reason_check
    check (reason in ('weather', 'maintenance', 'plans', 'other', 'taken', 'blocked', 'unlisted')) not valid;

create index bookings_answers_due on bookings (least("answerBy", "startDate")) where status = 'requested';
create index bookings_nudges_due on bookings ("nudgeAt") where status = 'requested' and "nudgeAt" is not null;
create index bookings_flown on bookings ("ownerId", "pilotId") where status = 'completed';
`;

// The previous version, which runs beside this one during an update, knows none of these columns.
const trigger = `
create function complete_booking() returns trigger language plpgsql as $$
declare
  rate bigint;
begin
  if new."totalCents" = 0 then
    select "hourlyRate" into rate from aircraft where id = new."aircraftId";
    if tg_op = 'INSERT' and (rate * new.hours * 110 + 50) / 100 = new."totalPrice" then
      new."hourlyRate" := rate;
      new."feeCents" := rate * new.hours * 10;
      new."totalCents" := rate * new.hours * 110;
    else
      new."totalCents" := new."totalPrice"::bigint * 100;
    end if;
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status then
    new.proposal := null;
    if new."lastStepAt" is not distinct from old."lastStepAt" then
      new."lastStepAt" := clock_timestamp();
    end if;
  end if;
  return new;
end $$;
create trigger bookings_completed_row before insert or update on bookings
  for each row execute function complete_booking();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(columns);
  await knex.raw(trigger);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
