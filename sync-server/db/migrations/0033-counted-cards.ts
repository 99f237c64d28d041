// What the publisher and the writers of aircraft counted or searched anew at each change.
import type { Knex } from "knex";

// The ids of the cards that a bucket's newest file shows. The previous version does not keep them: a file that it makes is not
// counted, and the next one counts again.
const cards = `
create table catalogue_cards (
  bucket text not null,
  id uuid not null,
  primary key (bucket, id)
);
alter table catalogue_segments add column "isCounted" boolean not null default false;
alter table catalogue_bases add column "isCounted" boolean not null default false;
`;

// Who wrote about an aircraft: one step for each user, however many messages they wrote. The two indexes replace the one of all
// messages about an aircraft.
export const indexes = [
  { name: "messages_about_sent", on: `messages ("aircraftId", "senderId") where "aircraftId" is not null` },
  { name: "messages_about_received", on: `messages ("aircraftId", "receiverId") where "aircraftId" is not null` },
];

const writers = `
drop index messages_of_aircraft;

create function writers_about(aircraft uuid) returns setof uuid language sql stable as $$
  (with recursive sender as (
    (select "senderId" as id from messages where "aircraftId" = aircraft order by "senderId" limit 1)
    union all
    select (select m."senderId" from messages m where m."aircraftId" = aircraft and m."senderId" > sender.id
      order by m."senderId" limit 1)
    from sender where sender.id is not null
  ) select id from sender where id is not null)
  union
  (with recursive receiver as (
    (select "receiverId" as id from messages where "aircraftId" = aircraft order by "receiverId" limit 1)
    union all
    select (select m."receiverId" from messages m where m."aircraftId" = aircraft and m."receiverId" > receiver.id
      order by m."receiverId" limit 1)
    from receiver where receiver.id is not null
  ) select id from receiver where id is not null)
$$;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(cards);
  await knex.raw(writers);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
