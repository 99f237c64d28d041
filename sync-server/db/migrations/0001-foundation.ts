// Every table of the first version. Never edited after landing: a change is a new migration.
import type { Knex } from "knex";

const people = `
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password text not null,
  name text not null,
  "userType" text not null check ("userType" in ('pilot', 'owner')),
  "avatarUrl" text,
  bio text,
  "memberSince" text not null,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  "reviewCount" integer not null default 0 check ("reviewCount" >= 0),
  "responseTime" text,
  verified boolean not null default false,
  "isAdmin" boolean not null default false,
  "isActive" boolean not null default true,
  "isEmailVerified" boolean not null default false,
  "verificationCode" text,
  "verificationCodeExpiry" timestamptz,
  "verificationTries" integer not null default 0,
  "passwordResetToken" text unique,
  "passwordResetExpiry" timestamptz,
  "createdAt" timestamptz not null default now(),
  rev bigint not null default 0
);
create index users_admins on users (id) where "isAdmin";
create index users_inactive on users (id) where not "isActive";
create index users_by_age on users ("createdAt", id);

create table sessions (
  "idHash" text primary key,
  "userId" uuid not null references users on delete cascade,
  "createdAt" timestamptz not null default now(),
  "lastSeenAt" timestamptz not null default now(),
  "expiresAt" timestamptz not null,
  "revokedAt" timestamptz,
  "userAgent" text not null default ''
);
create index sessions_of_user on sessions ("userId");
create index sessions_expiry on sessions ("expiresAt");
`;

// A deleted listing keeps its row, so that conversations and past bookings can still name it. Times that go over the wire hold
// milliseconds, as JavaScript does: a page cursor over a finer time would skip rows.
const marketplace = `
create table catalogue_buckets (
  bucket text primary key,
  location text not null,
  ordinal integer not null,
  unique (location, ordinal)
);

create table aircraft (
  id uuid primary key,
  "ownerId" uuid not null references users,
  name text not null,
  model text not null,
  make text not null,
  type text not null check (type in ('single-engine', 'multi-engine', 'turboprop', 'jet')),
  year text not null,
  location text not null,
  "hourlyRate" integer not null check ("hourlyRate" >= 1),
  "minHours" integer not null default 2 check ("minHours" >= 1),
  seats integer not null check (seats >= 1),
  "cruiseSpeed" integer not null check ("cruiseSpeed" >= 1),
  range integer not null check (range >= 1),
  "fuelCapacity" text not null,
  "maxWeight" text not null,
  description text,
  "imageUrl" text not null,
  images text[] not null default '{}' check (cardinality(images) <= 6),
  verified boolean not null default false,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  "reviewCount" integer not null default 0 check ("reviewCount" >= 0),
  features text[] not null default '{}',
  "isActive" boolean not null default true,
  "createdAt" timestamptz(3) not null default now(),
  rev bigint not null default 0,
  bucket text not null references catalogue_buckets,
  "deletedAt" timestamptz
);
create index aircraft_newest on aircraft ("createdAt" desc, id desc) where "isActive" and "deletedAt" is null;
create index aircraft_by_location on aircraft (location, "createdAt" desc, id desc) where "isActive" and "deletedAt" is null;
create index aircraft_by_price on aircraft ("hourlyRate", "createdAt" desc, id desc) where "isActive" and "deletedAt" is null;
create index aircraft_by_rating on aircraft (rating desc, "createdAt" desc, id desc) where "isActive" and "deletedAt" is null;
create index aircraft_by_location_price on aircraft (location, "hourlyRate", "createdAt" desc, id desc)
  where "isActive" and "deletedAt" is null;
create index aircraft_by_type on aircraft (type, "createdAt" desc, id desc) where "isActive" and "deletedAt" is null;
create index aircraft_by_kind on aircraft (location, type, "hourlyRate") where "isActive" and "deletedAt" is null;
create index aircraft_of_owner on aircraft ("ownerId", "createdAt" desc, id desc) where "deletedAt" is null;
create index aircraft_of_bucket on aircraft (bucket, id) where "deletedAt" is null;

create table favorites (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  "aircraftId" uuid not null references aircraft,
  "createdAt" timestamptz(3) not null default now(),
  unique ("userId", "aircraftId")
);
create index favorites_of_aircraft on favorites ("aircraftId");

create extension if not exists btree_gist;
create table bookings (
  id uuid primary key,
  "aircraftId" uuid not null references aircraft,
  "pilotId" uuid not null references users,
  "ownerId" uuid not null references users,
  "startDate" timestamptz(3) not null,
  "endsAt" timestamptz(3) not null,
  hours integer not null check (hours >= 1),
  status text not null default 'requested'
    check (status in ('requested', 'accepted', 'declined', 'cancelled', 'completed', 'expired')),
  "totalPrice" integer not null check ("totalPrice" >= 0),
  "createdAt" timestamptz(3) not null default now(),
  rev bigint not null default 0,
  check ("pilotId" <> "ownerId"),
  check ("endsAt" = "startDate" + hours * interval '1 hour'),
  constraint bookings_never_overlap
    exclude using gist ("aircraftId" with =, tstzrange("startDate", "endsAt") with &&) where (status = 'accepted')
);
create index bookings_of_pilot on bookings ("pilotId", "startDate" desc);
create index bookings_of_owner on bookings ("ownerId", "startDate" desc);
create index bookings_of_aircraft on bookings ("aircraftId", status, "startDate");
create index bookings_open on bookings ("startDate") where status = 'requested';
create index bookings_accepted_times on bookings using gist (tstzrange("startDate", "endsAt")) where status = 'accepted';

create table messages (
  id uuid primary key,
  "senderId" uuid not null references users,
  "receiverId" uuid not null references users,
  "aircraftId" uuid references aircraft,
  "bookingId" uuid references bookings,
  content text not null check (length(content) between 1 and 4000),
  "createdAt" timestamptz(3) not null default now(),
  read boolean not null default false,
  rev bigint not null default 0,
  check ("senderId" <> "receiverId")
);
create index messages_of_pair on messages (
  least("senderId", "receiverId"), greatest("senderId", "receiverId"), "createdAt" desc, id desc
);
create index messages_unread on messages ("receiverId", "senderId") where not read;
create index messages_sent on messages ("senderId", "createdAt" desc);
create index messages_received on messages ("receiverId", "createdAt" desc);
create index messages_of_aircraft on messages ("aircraftId") where "aircraftId" is not null;
create index messages_of_booking on messages ("bookingId") where "bookingId" is not null;

create table reviews (
  id uuid primary key,
  "aircraftId" uuid references aircraft,
  "userId" uuid references users,
  "bookingId" uuid references bookings,
  "targetType" text not null check ("targetType" in ('aircraft', 'user')),
  "targetId" uuid not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  "createdAt" timestamptz(3) not null default now()
);
create index reviews_of_target on reviews ("targetType", "targetId", "createdAt" desc, id desc);
create unique index reviews_once on reviews ("bookingId", "userId", "targetType") where "bookingId" is not null;
`;

// No lock, counter or NOTIFY in a write transaction: order comes from the transaction id of each line.
const sync = `
create table sync_meta (
  "only" boolean primary key default true check ("only"),
  generation uuid not null,
  floor xid8 not null,
  "systemIdentifier" text not null,
  timeline integer not null
);

create table change_log (
  scope text not null,
  entity smallint not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
) partition by range (at);
create table change_log_default partition of change_log default;
create index change_log_of_scope on change_log (scope, xid);

create table outcomes (
  "userId" uuid not null references users on delete cascade,
  "commandId" uuid not null,
  "clientId" uuid,
  command text not null,
  lane text,
  status text not null check (status in ('applied', 'refused')),
  code text,
  detail jsonb,
  at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  primary key ("userId", "commandId")
);
create index outcomes_age on outcomes (at);

create table catalogue_segments (
  bucket text not null references catalogue_buckets,
  n integer not null check (n > 0),
  "fromSnapshot" pg_snapshot not null,
  "toSnapshot" pg_snapshot not null,
  body bytea not null,
  rows integer not null,
  "createdAt" timestamptz not null default now(),
  primary key (bucket, n)
);
create index catalogue_segments_age on catalogue_segments ("createdAt");

create table catalogue_bases (
  bucket text not null references catalogue_buckets,
  n integer not null check (n >= 0),
  snapshot pg_snapshot not null,
  body bytea not null,
  rows integer not null,
  sha256 text not null,
  "createdAt" timestamptz not null default now(),
  primary key (bucket, n)
);

create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  "runAt" timestamptz not null default now(),
  "leaseUntil" timestamptz,
  attempts integer not null default 0,
  "lastError" text,
  "createdAt" timestamptz not null default now()
);
create index jobs_due on jobs ("runAt");

create table seeds (
  name text primary key,
  at timestamptz not null default now()
);

create table demo_mail (
  id uuid primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  "sentAt" timestamptz not null default now()
);
create index demo_mail_to on demo_mail ("to", "sentAt" desc);

create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(people);
  await knex.raw(marketplace);
  await knex.raw(sync);
}

export async function down(): Promise<void> {
  throw new Error("The first migration cannot be undone; use npm run db:reset.");
}
