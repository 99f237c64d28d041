// Saved searches, the aircraft changes they are compared with, what has matched, and their kind of notice.
import type { Knex } from "knex";

const searches = `
create table searches (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  name text not null,
  location text,
  types text[] not null default '{}',
  "minPrice" integer,
  "maxPrice" integer,
  seats integer,
  date text,
  words text,
  notify boolean not null default true,
  matches integer not null default 0,
  "matchedAircraftId" uuid,
  "matchedAircraftName" text,
  "matchedAt" timestamptz(3),
  "createdAt" timestamptz(3) not null default now(),
  rev integer not null default 0,
  -- The only location and the only type that can match; empty where several can. Keys of the index below.
  "placeKey" text not null default '',
  "typeKey" text not null default '',
  -- Changes of aircraft that this snapshot shows were there when the filter was saved.
  since pg_snapshot not null default pg_current_snapshot()
);
create index searches_of_user on searches ("userId", "createdAt", id);
-- Finds the searches that one aircraft may match. The price and the seats are compared inside the index.
create index searches_candidates on searches
  ("placeKey", "typeKey", coalesce("minPrice", 0), coalesce("maxPrice", 2147483647), coalesce(seats, 0)) where notify;

-- One row for each change of what filters look at, written in the transaction of the change, until it has been compared.
-- before and after: the fields filters look at; null where the public could not see the aircraft.
create table aircraft_changes (
  seq bigint generated always as identity primary key,
  "aircraftId" uuid not null,
  before jsonb,
  after jsonb,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);

-- An aircraft that has matched a search since it was saved, or already then: it is never announced again.
create table search_matches (
  "searchId" uuid not null references searches on delete cascade,
  "aircraftId" uuid not null,
  -- False for one that matched when the search was saved, recorded when it stops to match.
  "isNews" boolean not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key ("searchId", "aircraftId")
);
create index search_matches_news on search_matches ("searchId", at desc) where "isNews";
`;

// The name of the subject, peerId, is the search's id for notices about a search.
const notices = ["push_jobs", "push_told", "notice_mails"]
  .map(
    (table) => `alter table ${table} drop constraint ${table}_about_check,
      add constraint ${table}_about_check check (about in ('conversation', 'review', 'search'));`,
  )
  .join("\n");

const deliveries = `
alter table push_deliveries drop constraint push_deliveries_about_check,
  add constraint push_deliveries_about_check check (about in ('conversation', 'review', 'search', 'test'));
alter table notice_settings add column "savedSearchesPush" boolean not null default true,
  add column "savedSearchesEmail" boolean not null default true;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(searches);
  await knex.raw(notices);
  await knex.raw(deliveries);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
