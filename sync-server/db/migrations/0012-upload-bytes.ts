// Bytes of uploads that nothing was made of yet, reserved before they are taken, so that parallel requests cannot exceed a limit.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
create table upload_bytes (
  id uuid primary key,
  "userId" uuid not null references users on delete cascade,
  -- No reference: a body that is still coming in uses its bytes after its upload was aborted.
  "uploadId" uuid not null,
  -- 0 for a file in one piece.
  part integer not null,
  bytes integer not null,
  state text not null default 'receiving' check (state in ('receiving', 'storing', 'stored')),
  -- When the state began.
  "changedAt" timestamptz(3) not null default now()
);
create index upload_bytes_of_user on upload_bytes ("userId");
create index upload_bytes_of_upload on upload_bytes ("uploadId", part);
`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
