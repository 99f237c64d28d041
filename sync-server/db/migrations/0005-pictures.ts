// Uploads under way, stored pictures, and indexes that find out whether a picture is still shown somewhere.
import type { Knex } from "knex";

const pictures = `
-- One stored picture. The row is written before its files, so that no file is without a row that sweeps it.
create table objects (
  id uuid primary key,
  "ownerId" uuid not null references users on delete cascade,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  placeholder text not null,
  "hasAvif" boolean not null default false,
  "createdAt" timestamptz(3) not null default now(),
  -- Set when every file is stored.
  "readyAt" timestamptz(3),
  "claimedAt" timestamptz(3),
  -- Null while a listing or a profile shows it.
  "unusedSince" timestamptz(3) default now(),
  -- When the sweep looks at it next.
  "checkAt" timestamptz(3) not null default now() + interval '1 hour',
  -- Set when its files are being removed: from then on it is not there.
  "removedAt" timestamptz(3)
);
create index objects_to_check on objects ("checkAt");
create index objects_of_owner on objects ("ownerId");

-- One address a person may send bytes to.
create table uploads (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  kind text not null check (kind in ('single', 'params', 'multipart')),
  -- The store's own name of a multipart upload.
  "storeId" text,
  -- How often bytes were sent to it.
  puts integer not null default 0,
  -- The picture made of it.
  "objectId" uuid references objects on delete cascade,
  "createdAt" timestamptz(3) not null default now(),
  "expiresAt" timestamptz(3) not null
);
create index uploads_expiring on uploads ("expiresAt") where "objectId" is null;
create index uploads_of_object on uploads ("objectId");
create index uploads_of_user on uploads ("userId");

create index aircraft_images on aircraft using gin (images) where "deletedAt" is null and images <> '{}';
create index aircraft_main_image on aircraft ("imageUrl") where "deletedAt" is null and "imageUrl" like '/objects/%';
create index users_avatar on users ("avatarUrl") where "avatarUrl" like '/objects/%';
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(pictures);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
