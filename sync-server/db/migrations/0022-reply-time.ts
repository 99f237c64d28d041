// Reply time: what users were asked, and when they answered by a step of a booking.
import type { Knex } from "knex";

// Without foreign keys: creating one would block writes of users and bookings until the copy below has ended, and neither is ever deleted.
// A plain message that answers is not written here: messages are sent in batches, and the read finds it by the index of the conversation.
const inquiries = `
create table inquiries (
  -- The id of the message that asked.
  id uuid primary key,
  -- The asked user, and the one who asked.
  "userId" uuid not null,
  "peerId" uuid not null,
  "bookingId" uuid,
  "askedAt" timestamptz(3) not null,
  -- The user's first step of a booking after it.
  "answeredAt" timestamptz(3)
);
create index inquiries_of_user on inquiries ("userId", "askedAt" desc);
create index inquiries_open on inquiries ("userId", "peerId") where "answeredAt" is null;
`;

// The last 90 days, so that owners have a reply time at once. It only reads the other tables, so nobody waits for it.
const earlier = `
insert into inquiries (id, "userId", "peerId", "bookingId", "askedAt", "answeredAt")
select asked.id, b."ownerId", b."pilotId", b.id, asked."createdAt", (
  select min(m."createdAt") from messages m
  where m."bookingId" = b.id and m."senderId" = b."ownerId"
    and m.content not like 'Booking request expired:%' and m.content not like 'Booking completed:%'
    and coalesce(b.reason, '') not in ('taken', 'blocked', 'unlisted')
)
from bookings b
cross join lateral (
  select m.id, m."createdAt" from messages m where m."bookingId" = b.id order by m."createdAt", m.id limit 1
) asked
where b."createdAt" > now() - interval '90 days';

insert into inquiries (id, "userId", "peerId", "askedAt")
select m.id, m."receiverId", m."senderId", m."createdAt" from messages m
where m."createdAt" > now() - interval '90 days' and m."bookingId" is null and not exists (
  select from messages e
  where least(e."senderId", e."receiverId") = least(m."senderId", m."receiverId")
    and greatest(e."senderId", e."receiverId") = greatest(m."senderId", m."receiverId")
    and (e."createdAt", e.id) < (m."createdAt", m.id)
);
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(inquiries);
  await knex.raw(earlier);
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
