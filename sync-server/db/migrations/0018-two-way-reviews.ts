// Reviews of a booking stay hidden until both members have written or 14 days have passed. Each gets one reply.
import type { Knex } from "knex";

// The constant default makes existing rows visible without writing them. Rows of the previous version get none, so the job shows them.
const columns = `
alter table reviews
  add column "visibleAt" timestamptz(3) default now(),
  -- When the job shows it at the latest.
  add column "dueAt" timestamptz(3),
  add column reply text,
  add column "repliedAt" timestamptz(3);
alter table reviews alter column "visibleAt" drop default;

create index reviews_due on reviews ("dueAt") where "visibleAt" is null;
`;

// A trigger sets the time, since the previous version runs beside this one during an update and inserts reviews too.
// Its third review of a booking is due at once; its writers hold the lock of the booking, so they count correctly.
const trigger = `
create function plan_review() returns trigger language plpgsql as $$
begin
  if new."bookingId" is null then
    new."visibleAt" := coalesce(new."visibleAt", now());
  else
    select case when (select count(*) from reviews where "bookingId" = new."bookingId") >= 2
        then now() else "endsAt" + interval '14 days' end
      into new."dueAt" from bookings where id = new."bookingId";
  end if;
  return new;
end $$;
create trigger reviews_planned before insert on reviews for each row execute function plan_review();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(columns);
  await knex.raw(trigger);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
