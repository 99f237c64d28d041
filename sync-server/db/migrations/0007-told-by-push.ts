// What push has told stays known when the device it was told on signs out or gets another address. `push_deliveries.deliveredAt` is
// not written any more; it stays for processes of the version before, which run beside this one while an installation is renewed.
import type { Knex } from "knex";

const told = `
-- One row a person and conversation: until when everything has been told on one of their devices. Mail is about what came later.
create table push_told (
  "userId" uuid not null references users on delete cascade,
  "peerId" uuid not null,
  about text not null check (about in ('conversation', 'review')),
  "toldAt" timestamptz not null,
  primary key ("userId", "peerId", about)
);
create index push_told_by_age on push_told ("toldAt");

insert into push_told ("userId", "peerId", about, "toldAt")
select p."userId", d."peerId", d.about, max(d."deliveredAt")
from push_deliveries d join push_subscriptions p on p.id = d."subscriptionId"
where d."deliveredAt" is not null and d.about <> 'test'
group by 1, 2, 3;
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(told);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
