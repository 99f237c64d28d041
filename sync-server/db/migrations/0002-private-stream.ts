// What the private stream needs besides the change log: a key for cursors, whose device is whose, a way to read the log by
// transaction, and a line for every ended session, so that each process closes its sockets.
import type { Knex } from "knex";

const stream = `
-- Every process signs and checks cursors with the same key.
alter table sync_meta add column "cursorKey" bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- A device's database belongs to one person for ever; another person's clientId is refused.
create table clients (
  "clientId" uuid primary key,
  "userId" uuid not null references users on delete cascade,
  "createdAt" timestamptz not null default now()
);
create index clients_of_user on clients ("userId");

-- The live line reads what all its sockets may have missed with one query.
create index change_log_by_xid on change_log (xid);

create function tell_ended_session() returns trigger language plpgsql as $$
begin
  insert into change_log (scope, entity, id) values ('sessions', 0, old."userId");
  return null;
end $$;
create trigger sessions_ended after update of "revokedAt" on sessions
  for each row when (old."revokedAt" is null and new."revokedAt" is not null) execute function tell_ended_session();
create trigger sessions_removed after delete on sessions
  for each row when (old."revokedAt" is null) execute function tell_ended_session();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(stream);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
