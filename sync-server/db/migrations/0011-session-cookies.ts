// Sessions opened under the cookie's plain name, which https sites no longer use; and an end for every session 90 days after its start.
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
alter table sessions add column "isFromPlainName" boolean not null default true;
alter table sessions alter column "isFromPlainName" set default false;
update sessions set "expiresAt" = least("expiresAt", "createdAt" + interval '90 days');
`);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
