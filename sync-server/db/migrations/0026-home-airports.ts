// The home airport of an aircraft, with its position and time zone. Null means the main airport of the location: so the rows that the
// previous version writes are right too.
import type { Knex } from "knex";

const homeAirports = `
alter table aircraft add column airport json;

-- Another time zone moves the hours of the plan, so the days of the card are counted again.
create trigger aircraft_airport_card_days after update of airport on aircraft
  for each row when (old.airport->>'zone' is distinct from new.airport->>'zone')
  execute function note_own_stale_card_days();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(homeAirports);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
