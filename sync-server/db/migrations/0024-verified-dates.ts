// When an administrator verified an aircraft or a member. Null for marks set before: their day was not recorded.
import type { Knex } from "knex";

const verifiedDates = `
alter table users add column "verifiedAt" timestamptz(3);
alter table aircraft add column "verifiedAt" timestamptz(3);

-- A trigger writes it, so that no statement can forget it, also none of a previous version.
create function note_verified() returns trigger language plpgsql as $$
begin
  new."verifiedAt" := case when new.verified then now() end;
  return new;
end $$;
create trigger users_verified before update of verified on users
  for each row when (old.verified <> new.verified) execute function note_verified();
create trigger aircraft_verified before update of verified on aircraft
  for each row when (old.verified <> new.verified) execute function note_verified();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(verifiedDates);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
