// What reaches people outside of an open page: push subscriptions, the jobs and deliveries of push, what each person wants to hear of.
import type { Knex } from "knex";

const notices = `
-- A session's name for the list of devices; its key is the digest of a secret and stays here.
alter table sessions add column id uuid not null default gen_random_uuid() unique;

-- One endpoint belongs to one person and one session, and ends with it.
create table push_subscriptions (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  "sessionHash" text not null unique references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  "publicKey" text not null,
  "createdAt" timestamptz not null default now(),
  "lastDeliveredAt" timestamptz,
  "failingSince" timestamptz,
  "lastStatus" integer
);
create index push_subscriptions_of_user on push_subscriptions ("userId", "createdAt");

create function unbind_ended_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where "sessionHash" = old."idHash";
  return null;
end $$;
create trigger sessions_unbound after update of "revokedAt" on sessions
  for each row when (old."revokedAt" is null and new."revokedAt" is not null) execute function unbind_ended_session();

-- Something happened that a person should hear of: one row a conversation, which later messages join. Written beside every message,
-- so without foreign keys: users are never deleted.
create table push_jobs (
  "userId" uuid not null,
  "peerId" uuid not null,
  about text not null check (about in ('conversation', 'review')),
  "runAt" timestamptz not null default now() + interval '4 seconds',
  "leaseUntil" timestamptz,
  version integer not null default 0,
  "createdAt" timestamptz not null default now(),
  primary key ("userId", "peerId", about)
);
create index push_jobs_due on push_jobs ("runAt");

-- The way of a notice to one subscription; the row stays to tell when the last one arrived. Without a runAt nothing is on its way.
create table push_deliveries (
  "subscriptionId" uuid not null references push_subscriptions on delete cascade,
  "peerId" uuid not null,
  about text not null check (about in ('conversation', 'review', 'test')),
  "runAt" timestamptz,
  "leaseUntil" timestamptz,
  attempts integer not null default 0,
  version integer not null default 0,
  "isShort" boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "deliveredAt" timestamptz,
  primary key ("subscriptionId", "peerId", about)
);
create index push_deliveries_due on push_deliveries ("runAt") where "runAt" is not null;

-- The mail about a conversation that is still unread: one, until somebody has read.
create table notice_mails (
  "userId" uuid not null references users on delete cascade,
  "peerId" uuid not null,
  about text not null check (about in ('conversation', 'review')),
  "messageId" uuid,
  "mailedAt" timestamptz not null default now(),
  primary key ("userId", "peerId", about)
);

-- A person without a row has the defaults. Hours are HH:MM on the clock of the zone.
create table notice_settings (
  "userId" uuid primary key references users on delete cascade,
  "messagesPush" boolean not null default true,
  "messagesEmail" boolean not null default true,
  "bookingRequestsPush" boolean not null default true,
  "bookingRequestsEmail" boolean not null default true,
  "bookingChangesPush" boolean not null default true,
  "bookingChangesEmail" boolean not null default true,
  "reviewsPush" boolean not null default false,
  "reviewsEmail" boolean not null default true,
  "quietHours" boolean not null default false,
  "quietFrom" text not null default '22:00',
  "quietUntil" text not null default '07:00',
  "timeZone" text not null default 'UTC',
  "hideText" boolean not null default false
);

create table conversation_mutes (
  "userId" uuid not null references users on delete cascade,
  "peerId" uuid not null references users on delete cascade,
  "until" timestamptz,
  "createdAt" timestamptz not null default now(),
  primary key ("userId", "peerId")
);

-- A job's twin is looked for by what it holds.
create index jobs_twins on jobs (kind, payload);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(notices);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
