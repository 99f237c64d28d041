// The audit trail of admins, a guard for the last admin, and the people whom users have blocked.
// The previous version may run beside it: it writes neither table, and the guard refuses only what it refuses itself.
import type { Knex } from "knex";

const auditTrail = `
-- No foreign keys: a line outlives the account or listing that it names.
create table admin_actions (
  id uuid primary key,
  at timestamptz(3) not null default clock_timestamp(),
  "adminId" uuid not null,
  action text not null,
  "targetType" text not null check ("targetType" in ('user', 'aircraft', 'report')),
  "targetId" uuid not null,
  before jsonb,
  after jsonb,
  reason text
);
create index admin_actions_by_time on admin_actions (at, id);
create index admin_actions_of_admin on admin_actions ("adminId", at, id);
create index admin_actions_of_target on admin_actions ("targetId", at, id);
create index admin_actions_of_kind on admin_actions (action, at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail takes new lines alone' using errcode = '42501';
end $$;
create trigger admin_actions_append_only before update or delete on admin_actions
  for each row execute function refuse_audit_change();
create trigger admin_actions_no_truncate before truncate on admin_actions
  for each statement execute function refuse_audit_change();
`;

// Two transactions that remove one admin each wait for each other here; the second one's query sees the first one's change.
const lastAdmin = `
create function keep_last_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('users_last_admin'));
  if not exists (select from users where "isAdmin" and "isActive" and id <> old.id) then
    raise exception 'Somebody must stay admin' using errcode = '23000', constraint = 'users_last_admin';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger users_last_admin_changed before update of "isAdmin", "isActive" on users for each row
  when (old."isAdmin" and old."isActive" and not (new."isAdmin" and new."isActive")) execute function keep_last_admin();
create trigger users_last_admin_deleted before delete on users for each row
  when (old."isAdmin" and old."isActive") execute function keep_last_admin();
`;

const blockedPeople = `
create table blocked_people (
  "userId" uuid not null references users(id) on delete cascade,
  "blockedId" uuid not null references users(id) on delete cascade,
  -- As it was when the user blocked them: their list needs no other row.
  name text not null,
  "createdAt" timestamptz(3) not null default now(),
  primary key ("userId", "blockedId"),
  check ("userId" <> "blockedId")
);
-- Both orders of a pair have one entry, so one probe answers whether either has blocked the other.
create index blocked_people_pair on blocked_people (least("userId", "blockedId"), greatest("userId", "blockedId"));
create index blocked_people_by on blocked_people ("blockedId", "userId");

-- Whose listings a user does not see, whoever of the two has blocked the other.
create view hidden_owners as
  select "userId", "blockedId" as "ownerId" from blocked_people
  union select "blockedId", "userId" from blocked_people;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(auditTrail);
  await knex.raw(lastAdmin);
  await knex.raw(blockedPeople);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
