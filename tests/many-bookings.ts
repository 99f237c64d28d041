// Fills a database with bookings of any number, as one statement per table makes them: two years of flights and some weeks ahead.
import type { Knex } from "knex";
import { aircraftTypes } from "../shared/domain/aircraft-rules.ts";
import { entities } from "../shared/entities.ts";
import { locations } from "../shared/domain/locations.ts";
import { startSession } from "../sync-server/domain/accounts/sessions.ts";
import { bearer } from "./http.ts";
import { anOwner, aPlane, type TestPerson } from "./people.ts";

const BOOKINGS_A_PLANE = 20;
const PLANES_AN_OWNER = 4;
const BOOKINGS_A_PILOT = 20;
/** Few, so that each has many aircraft. */
const PLACES = 2;
const BOOKINGS_A_STATEMENT = 100_000;

const numbered = (kind: string, n: string) => `('00000000-0000-4000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const owner = (n: string) => numbered("8000", n);
const pilot = (n: string) => numbered("9000", n);
const plane = (n: string) => numbered("a000", n);

const people = (kind: "owner" | "pilot", id: string) => `
  insert into users (id, email, password, name, "userType", "memberSince", "isEmailVerified")
  select ${id}, '${kind}-' || n || '@many.test', '-', 'Person ' || n, '${kind}', '2026', true
  from generate_series(0, :last::integer) n`;

/** Copies of one aircraft: those with bookings in few places, the others in other places and of other types. */
const planes = `
  insert into aircraft select (jsonb_populate_record(a, jsonb_build_object('id', ${plane("n")}, 'ownerId', ${owner(`n / ${PLANES_AN_OWNER}`)},
    'hourlyRate', 100 + n % 60, 'createdAt', now() - n * interval '1 minute')
    || case when n < :booked then jsonb_build_object('location', (:locations::text[])[1 + n % :places])
      else jsonb_build_object('location', (:locations::text[])[1 + :places + n % (cardinality(:locations::text[]) - :places)],
        'type', (:types::text[])[1 + (n / 7) % cardinality(:types::text[])]) end)).*
  from aircraft a, generate_series(0, :last::integer) n where a.id = :template`;

const plans = `
  insert into availability_plans select (jsonb_populate_record(p, jsonb_build_object('aircraftId', ${plane("n")}))).*
  from availability_plans p, generate_series(0, :last::integer) n where p."aircraftId" = :template`;

/** Of each aircraft one accepted and one requested booking ahead; a cancelled and a declined one; the others are flown. */
const bookings = `
  insert into bookings (id, "aircraftId", "pilotId", "ownerId", "startDate", "endsAt", hours, status, "totalPrice",
    "totalCents", "answerBy", "nudgeAt", "createdAt")
  select gen_random_uuid(), ${plane("n % :planes")}, ${pilot("(n * 7919::bigint) % :pilots")},
    ${owner(`(n % :planes) / ${PLANES_AN_OWNER}`)}, start, start + interval '3 hours', 3,
    (array['accepted', 'requested', 'cancelled', 'declined', 'completed'])[least(k, 4) + 1], 330, 33000,
    now() + interval '2 days', case k when 1 then now() + interval '1 day' end, start - interval '5 days'
  from generate_series(:from::integer, :to::integer) n,
    lateral (select n / :planes as k) once,
    lateral (select date_trunc('hour', now()) + interval '1 day' * case when k < 4 then k + 3 else 51 - 14 * k end as start) at`;

/** A third of the flights have a review; those of late flights are hidden. */
const reviews = `
  insert into reviews (id, "userId", "bookingId", "targetType", "targetId", rating, comment, "visibleAt", "createdAt")
  select gen_random_uuid(), "pilotId", id, 'user', "ownerId", 5, 'Fine.',
    case when "endsAt" < now() - interval '14 days' then "endsAt" end, "endsAt" from bookings
  where status = 'completed' and id < '55555555-5555-4555-8555-555555555555'`;

const blocks = `
  insert into blocks (id, "aircraftId", "ownerId", "from", "to", reason)
  select gen_random_uuid(), id, "ownerId", now() + d * interval '10 days', now() + d * interval '10 days 8 hours', 'maintenance'
  from aircraft, generate_series(2, 4) d`;

/** Each request of the last months is a message, which its owner answered within an hour. */
const requests = `
  with asked as (
    insert into messages (id, "senderId", "receiverId", "aircraftId", "bookingId", content, "createdAt")
    select gen_random_uuid(), "pilotId", "ownerId", "aircraftId", id, 'Booking request', "createdAt" from bookings
    where "createdAt" > now() - interval '90 days'
    returning *
  )
  insert into inquiries (id, "userId", "peerId", "bookingId", "askedAt", "answeredAt")
  select id, "receiverId", "senderId", "bookingId", "createdAt", "createdAt" + interval '1 hour' from asked`;

/** Conversations of pilots with owners, with the ledger and the log of each message. */
const messages = `
  with sent as (
    insert into messages (id, "senderId", "receiverId", content, "createdAt")
    select gen_random_uuid(), case n % 2 when 0 then ${pilot("n % :pilots")} else ${owner("n % :owners")} end,
      case n % 2 when 0 then ${owner("n % :owners")} else ${pilot("n % :pilots")} end, 'Hello', now() - n * interval '1 second'
    from generate_series(:from::integer, :to::integer) n
    returning id, "senderId", "receiverId"
  ), ledger as (
    insert into outcomes ("userId", "commandId", "clientId", command, lane, status)
    select "senderId", id, id, 'messages.send', 'conversation:' || "receiverId", 'applied' from sent
  )
  insert into change_log (scope, entity, id)
  select 'user:' || "senderId", ${entities.messages.number}, id from sent
  union all select 'user:' || "receiverId", ${entities.messages.number}, id from sent`;

const sessions = `
  insert into sessions ("idHash", "userId", "expiresAt")
  select gen_random_uuid(), id, now() + interval '20 days' from users, generate_series(1, 2)`;

const favorites = `
  insert into favorites (id, "userId", "aircraftId") select gen_random_uuid(), p.id, a.id
  from (select id, row_number() over (order by id) as n from users where "userType" = 'pilot') p
    join (select id, row_number() over (order by id) as n from aircraft) a on a.n between p.n + 1 and p.n + 3`;

const feeds = `insert into calendar_feeds ("userId", "tokenHash") select id, md5(id::text) from users`;

export type ManyBookings = {
  /** Has an own plan and every kind of booking. */
  planeId: string;
  owner: TestPerson;
  pilot: TestPerson;
};

/** Adds bookings, with as many aircraft and users as they need, and messages between these users with their log. */
export async function seedManyBookings(
  db: Knex,
  count: number,
  { messages: written = 0, planes: most = 0 } = {},
): Promise<ManyBookings> {
  const template = await aPlane(db, (await anOwner(db)).id);
  const sizes = { planes: Math.ceil(count / BOOKINGS_A_PLANE), pilots: Math.ceil(count / BOOKINGS_A_PILOT) };
  const allPlanes = Math.max(sizes.planes, most);
  const run = (statement: string, values: Knex.ValueDict) =>
    db.transaction(async (tx) => {
      await tx.raw("set local statement_timeout = 0");
      await tx.raw(statement, values);
    });
  await run(people("owner", owner("n")), { last: Math.ceil(allPlanes / PLANES_AN_OWNER) });
  await run(people("pilot", pilot("n")), { last: sizes.pilots });
  await run(planes, {
    ...{ last: allPlanes - 1, template, booked: sizes.planes, places: PLACES },
    ...{ locations, types: aircraftTypes.filter((type) => type !== "single-engine") },
  });
  await run(plans, { last: allPlanes - 1, template });
  for (let from = 0; from < count; from += BOOKINGS_A_STATEMENT)
    await run(bookings, { ...sizes, from, to: Math.min(count, from + BOOKINGS_A_STATEMENT) - 1 });
  await run(requests, {});
  await run(reviews, {});
  await run(blocks, {});
  await run(feeds, {});
  await run(sessions, {});
  await run(favorites, {});
  for (let from = 0; from < written; from += BOOKINGS_A_STATEMENT)
    await run(messages, {
      ...sizes,
      owners: Math.ceil(allPlanes / PLANES_AN_OWNER),
      from,
      to: Math.min(written, from + BOOKINGS_A_STATEMENT) - 1,
    });
  await db("stale_card_days").delete();
  await db.raw("analyze");
  return {
    planeId: await idOf(db, plane("0")),
    owner: await signedIn(db, owner("0")),
    pilot: await signedIn(db, pilot("0")),
  };
}

async function idOf(db: Knex, expression: string): Promise<string> {
  const { rows } = await db.raw(`select ${expression} as id`);
  return (rows as { id: string }[])[0]!.id;
}

async function signedIn(db: Knex, expression: string): Promise<TestPerson> {
  const id = await idOf(db, expression);
  const { email, name } = await db("users").where({ id }).first("email", "name");
  const token = await startSession(db, id, "test");
  return { id, email, name, token, headers: bearer(token) };
}
