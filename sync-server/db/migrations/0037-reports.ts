// Reports of users, with copies of what they report. The previous version neither reads nor writes them.
import type { Knex } from "knex";

const reports = `
create table reports (
  id uuid primary key,
  "reporterId" uuid not null references users(id) on delete cascade,
  "targetType" text not null check ("targetType" in ('user', 'aircraft', 'review')),
  "targetId" uuid not null,
  "targetName" text not null,
  -- The person responsible: the user, the owner of the listing, the author of the review.
  "aboutId" uuid not null references users(id) on delete cascade,
  why text not null check (why in ('scam', 'unsafe', 'abuse', 'false-listing', 'spam', 'other')),
  words text not null,
  evidence jsonb not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  outcome text check (outcome in ('acted', 'no-action')),
  action text check (action in ('dismiss', 'warn', 'hide-listing', 'deactivate')),
  warning text,
  "closedBy" uuid,
  "createdAt" timestamptz(3) not null default now(),
  "closedAt" timestamptz(3),
  check ((status = 'closed') = ("closedAt" is not null))
);
create unique index reports_open_once on reports ("reporterId", "targetType", "targetId") where status = 'open';
create index reports_of_reporter on reports ("reporterId", "createdAt");
create index reports_about on reports ("aboutId");
create index reports_by_status on reports (status, "createdAt", id);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(reports);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
