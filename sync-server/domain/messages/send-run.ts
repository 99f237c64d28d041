// Many messages of many people in one statement: one commit for whatever arrived while the last one was at the disk.
import type { Knex } from "knex";
import { entities } from "../../../shared/entities.ts";
import { runPrepared } from "../../db/prepared.ts";
import { joinJob } from "../notices/arm.ts";

export type SendItem = {
  userId: string;
  commandId: string;
  clientId: string | null;
  receiverId: string;
  content: string;
  aircraftId: string | null;
};

/** A message that is stored. */
export type SentMessage = {
  id: string;
  /** The row as a phone gets it. */
  row: string;
  /** The transaction, and whether the message was all it told: no new person, no new aircraft. */
  xid: number;
  isPlain: boolean;
};

const { messages, people, aircraft } = entities;

// Stores the plain case and leaves out what needs a closer look, with everything behind it in the same lane. An id that is known
// already makes the whole statement fail, so that nothing overtakes a twin that is just being stored.
const sendStatement = {
  name: "send-run",
  text: `with sent as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[])
      with ordinality as u("userId", "commandId", "clientId", "receiverId", content, "aircraftId", ord)
  ), fitting as (
    select sent.*, "userId" <> "receiverId"
      and exists (select from users u where u.id = sent."userId" and u."isActive" and u."isEmailVerified")
      and exists (select from users u where u.id = sent."receiverId" and u."isActive")
      and (sent."aircraftId" is null or exists (
        select from aircraft a join users o on o.id = a."ownerId"
        where a.id = sent."aircraftId" and a."deletedAt" is null and o."isActive"
          and (a."isActive" or a."ownerId" = sent."userId")
      )) as fits
    from sent
  ), taken as materialized (
    select * from (
      select *, bool_and(fits) over (partition by "userId", "receiverId" order by ord) as runs from fitting
    ) r where runs
  ), pairs as materialized (
    select p.*, (
      select max(m."createdAt") from messages m
      where least(m."senderId", m."receiverId") = p.one and greatest(m."senderId", m."receiverId") = p.other
    ) as latest
    from (select distinct least("userId", "receiverId") as one, greatest("userId", "receiverId") as other from taken) p
  ), abouts as materialized (
    select a.* from (
      select distinct least("userId", "receiverId") as one, greatest("userId", "receiverId") as other, "aircraftId"
      from taken where "aircraftId" is not null
    ) a where not exists (
      select from messages m where m."aircraftId" = a."aircraftId"
        and least(m."senderId", m."receiverId") = a.one and greatest(m."senderId", m."receiverId") = a.other
    )
  ), ledger as (
    insert into outcomes ("userId", "commandId", "clientId", command, lane, status)
    select "userId", "commandId", "clientId", 'messages.send', 'conversation:' || "receiverId", 'applied'
    from taken order by "userId", "commandId"
  ), stored as (
    insert into messages (id, "senderId", "receiverId", "aircraftId", content, "createdAt")
    select "commandId", "userId", "receiverId", "aircraftId", content,
      greatest(date_trunc('milliseconds', now()), pairs.latest + interval '1 millisecond')
        + (row_number() over (partition by pairs.one, pairs.other order by ord) - 1) * interval '1 millisecond'
    from taken join pairs
      on pairs.one = least("userId", "receiverId") and pairs.other = greatest("userId", "receiverId")
    order by ord
    returning id, "senderId", "receiverId", "aircraftId", content, "createdAt"
  ), armed as (
    insert into push_jobs ("userId", "peerId", about)
    select distinct "receiverId", "userId", 'conversation' from taken order by 1, 2
    ${joinJob}
  ), logged as (
    insert into change_log (scope, entity, id)
    select 'user:' || "userId", ${messages.number}, "commandId" from taken
    union all select 'user:' || "receiverId", ${messages.number}, "commandId" from taken
    union all select 'user:' || one, ${people.number}, other from pairs where latest is null
    union all select 'user:' || other, ${people.number}, one from pairs where latest is null
    union all select 'user:' || one, ${aircraft.number}, "aircraftId" from abouts
    union all select 'user:' || other, ${aircraft.number}, "aircraftId" from abouts
  )
  select stored.id::text, pg_current_xact_id()::text as xid,
    pairs.latest is not null and not exists (
      select from abouts where abouts.one = pairs.one and abouts.other = pairs.other
    ) as "isPlain",
    to_char(stored."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  from stored join pairs
    on pairs.one = least("senderId", "receiverId") and pairs.other = greatest("senderId", "receiverId")`,
};

type Stored = { id: string; xid: string; isPlain: boolean; createdAt: string };

/**
 * Sends a run in a transaction of its own. Of each lane (sender and receiver) the first ones are taken, up to the first that needs
 * a closer look; the rest is left to the caller. Throws, with nothing done, when an id is known or anything else is odd.
 */
export async function sendRun(db: Knex, items: readonly SendItem[]): Promise<Map<string, SentMessage>> {
  const column = <Field extends keyof SendItem>(field: Field) => items.map((item) => item[field]);
  const stored = await runPrepared<Stored>(db, sendStatement, [
    column("userId"),
    column("commandId"),
    column("clientId"),
    column("receiverId"),
    column("content"),
    column("aircraftId"),
  ]);
  const byId = new Map(items.map((item) => [item.commandId, item]));
  return new Map(stored.map((one) => [one.id, sentMessage(one, byId.get(one.id)!)]));
}

function sentMessage({ id, xid, isPlain, createdAt }: Stored, item: SendItem): SentMessage {
  const { userId: senderId, receiverId, aircraftId, content } = item;
  const row = JSON.stringify({
    id,
    senderId,
    receiverId,
    aircraftId,
    bookingId: null,
    content,
    createdAt,
    read: false,
    rev: 0,
  });
  return { id, row, xid: Number(xid), isPlain };
}
