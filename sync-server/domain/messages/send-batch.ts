// Sends messages of many users in one statement, so that requests that arrive during a commit share the next one.
import { entities } from "../../../shared/entities.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import { batchedCommand, type SendItem } from "./send-items.ts";
import { mergeJob } from "../notices/schedule.ts";

/** Messages of one request, with the session and the position of the device's cursor. */
export type SendRequest = {
  userId: string;
  /** An ended session sends nothing. */
  sessionHash: string;
  /** Snapshot of the device's cursor; the same statement reads the changes after it. Null when the caller wants none. */
  position: string | null;
  items: readonly SendItem[];
};

/** A stored message. */
export type SentMessage = {
  id: string;
  /** The row as the device receives it. */
  row: string;
  /** The transaction; `isPlain` when the log has nothing else of it: no new user, no new aircraft. */
  xid: number;
  isPlain: boolean;
};

/** Changes for a device, read while it sends; excludes the messages of the batch. */
export type UnseenChanges = { entity: number; id: string; row: string | null }[];

export type SentBatch = {
  /** Stored messages by command id. */
  sent: Map<string, SentMessage>;
  /** The snapshot of all reads. */
  readPosition: { snapshot: string; generation: string; floor: string; starts: string };
  /** Changes per request, or null when its session has ended. */
  unseen: (UnseenChanges | null)[];
};

/** A table expression over `asked (n, "userId", since)`: columns n, entity, id, row. */
export type UnseenText = string;

const { messages, aircraft, people } = entities;

// Looks up one key per row; for a plain `exists` PostgreSQL may hash the whole table.
const single = (select: string) => `(${select} limit 1)`;

/** Whether one of two users has blocked the other. */
const blocked = (one: string, other: string) => `select true from blocked_people b
  where least(b."userId", b."blockedId") = least(${one}, ${other}) and greatest(b."userId", b."blockedId") = greatest(${one}, ${other})`;

// Stores only messages that nothing forbids. Others run alone later, with all that follow in their lane. Writes aircraft
// references in the order of their ids. The first message between two users locks both, as `lockStrangers` does; where another
// transaction changes one of them it runs alone, since other messages must not wait for that.
// A known id fails the whole statement, so that nothing overtakes a duplicate that is being stored.
const sendText = (unseen: UnseenText) => `with asked as materialized (
    select a.*, ${single(`select u."isEmailVerified" from sessions s join users u on u.id = s."userId"
      where s."idHash" = a."idHash" and s."userId" = a."userId"
        and s."revokedAt" is null and s."expiresAt" > now() and u."isActive"`)} as verified
    from unnest($1::uuid[], $2::text[], $3::pg_snapshot[]) with ordinality as a ("userId", "idHash", since, n)
  ), sent as materialized (
    select asked."userId", coalesce(asked.verified, false) as "maySend", u.*
    from unnest($4::int[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[])
      with ordinality as u (n, "commandId", "clientId", "receiverId", content, "aircraftId", ord)
    join asked on asked.n = u.n
  ), fitting as (
    select sent.*, "maySend" and "userId" <> "receiverId"
      and coalesce(${single(`select u."isActive" from users u where u.id = sent."receiverId"`)}, false)
      and ${single(blocked(`sent."userId"`, `sent."receiverId"`))} is null
      and (sent."aircraftId" is null or ${single(`select true from aircraft a join users o on o.id = a."ownerId"
        where a.id = sent."aircraftId" and a."deletedAt" is null and o."isActive"
          and (a."isActive" or a."ownerId" = sent."userId")
          and ${single(blocked(`sent."userId"`, `a."ownerId"`))} is null`)} is not null) as fits,
      ${single(`select true from messages m where least(m."senderId", m."receiverId") = least("userId", sent."receiverId")
        and greatest(m."senderId", m."receiverId") = greatest("userId", sent."receiverId")`)} is null as "isFirst"
    from sent
  ), locked as materialized (
    select u.id from (
      select "userId" as id from fitting where fits and "isFirst"
      union select "receiverId" from fitting where fits and "isFirst" order by 1
    ) stranger cross join lateral (select u.id from users u where u.id = stranger.id for share skip locked) u
  ), taken as materialized (
    select * from (
      select *, bool_and(fits and (not "isFirst"
          or array["userId", "receiverId"] <@ array(select id from locked)))
        over (partition by "userId", "receiverId" order by ord) as runs
      from fitting
    ) r where runs
  ), pairs as materialized (
    select p.*, (
      select max(m."createdAt") from messages m
      where least(m."senderId", m."receiverId") = p.one and greatest(m."senderId", m."receiverId") = p.other
    ) as latest
    from (
      select least("userId", "receiverId") as one, greatest("userId", "receiverId") as other, bool_or("isFirst") as "isNew"
      from taken group by 1, 2
    ) p
  ), abouts as materialized (
    select a.* from (
      select distinct least("userId", "receiverId") as one, greatest("userId", "receiverId") as other, "aircraftId"
      from taken where "aircraftId" is not null
    ) a where ${single(`select true from messages m where m."aircraftId" = a."aircraftId"
      and least(m."senderId", m."receiverId") = a.one and greatest(m."senderId", m."receiverId") = a.other`)} is null
  ), ledger as (
    insert into outcomes ("userId", "commandId", "clientId", command, lane, status)
    select "userId", "commandId", "clientId", '${batchedCommand}', 'conversation:' || "receiverId", 'applied'
    from taken order by "userId", "commandId"
  ), stored as (
    insert into messages (id, "senderId", "receiverId", "aircraftId", content, "createdAt")
    select "commandId", "userId", "receiverId", "aircraftId", content,
      greatest(date_trunc('milliseconds', now()), pairs.latest + interval '1 millisecond')
        + (row_number() over (partition by pairs.one, pairs.other order by ord) - 1) * interval '1 millisecond'
    from taken join pairs
      on pairs.one = least("userId", "receiverId") and pairs.other = greatest("userId", "receiverId")
    order by "aircraftId", ord
    returning id, "senderId", "receiverId", "aircraftId", content, "createdAt"
  ), asking as (
    insert into inquiries (id, "userId", "peerId", "askedAt")
    select distinct on (pairs.one, pairs.other) stored.id, "receiverId", "senderId", "createdAt"
    from stored join pairs
      on pairs.one = least("senderId", "receiverId") and pairs.other = greatest("senderId", "receiverId")
    where pairs."isNew" order by pairs.one, pairs.other, "createdAt"
  ), scheduled as (
    insert into push_jobs ("userId", "peerId", about)
    select distinct "receiverId", "userId", 'conversation' from taken order by 1, 2
    ${mergeJob}
  ), logged as (
    insert into change_log (scope, entity, id)
    select 'user:' || "userId", ${messages.number}, "commandId" from taken
    union all select 'user:' || "receiverId", ${messages.number}, "commandId" from taken
    union all select 'user:' || one, ${people.number}, other from pairs where "isNew"
    union all select 'user:' || other, ${people.number}, one from pairs where "isNew"
    union all select 'user:' || one, ${aircraft.number}, "aircraftId" from abouts
    union all select 'user:' || other, ${aircraft.number}, "aircraftId" from abouts
  )
  select 'position' as what, null::int as n, null::smallint as entity, generation::text || ' ' || starts as id,
    pg_current_snapshot()::text as row, floor::text as more, null::boolean as "isPlain"
  from sync_meta
  union all select 'request', n::int, null, null, null, null, verified is not null from asked
  union all select 'unseen', n::int, entity, id::text, row, null, null from (${unseen}) unseen
  union all select 'stored', null, null, stored.id::text,
    to_char(stored."createdAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), pg_current_xact_id()::text,
    not pairs."isNew" and not exists (select from abouts where abouts.one = pairs.one and abouts.other = pairs.other)
  from stored join pairs
    on pairs.one = least("senderId", "receiverId") and pairs.other = greatest("senderId", "receiverId")`;

type Line = {
  what: "position" | "request" | "unseen" | "stored";
  n: number | null;
  entity: number;
  id: string;
  row: string;
  more: string;
  isPlain: boolean;
};

/**
 * Sends requests in one transaction and reads each device's changes in the same statement. Takes the first messages of
 * each lane (sender and receiver), up to the first that must run alone; the caller runs the rest. Throws, with nothing
 * done, for a known id or any other error.
 */
export async function sendBatch(
  runPrepared: RunPrepared,
  requests: readonly SendRequest[],
  unseen: UnseenText,
): Promise<SentBatch> {
  const items = requests.flatMap((request, index) => request.items.map((item) => ({ ...item, n: index + 1 })));
  const column = <Field extends keyof (typeof items)[number]>(field: Field) => items.map((item) => item[field]);
  const lines = await runPrepared<Line>({ name: "send-batch", text: sendText(unseen), locks: true }, [
    requests.map(({ userId }) => userId),
    requests.map(({ sessionHash }) => sessionHash),
    requests.map(({ position }) => position),
    column("n"),
    column("commandId"),
    column("clientId"),
    column("receiverId"),
    column("content"),
    column("aircraftId"),
  ]);
  return sentBatch(lines, requests);
}

function sentBatch(lines: readonly Line[], requests: readonly SendRequest[]): SentBatch {
  const byId = new Map(requests.flatMap(({ items }) => items.map((item) => [item.commandId, item])));
  const batch: SentBatch = {
    sent: new Map(),
    readPosition: { snapshot: "", generation: "", floor: "", starts: "" },
    unseen: requests.map(() => null),
  };
  for (const { what, n, entity, id, row, more, isPlain } of lines) {
    const at = (n ?? 0) - 1;
    if (what === "position") {
      const [generation = "", ...starts] = id.split(" ");
      batch.readPosition = { snapshot: row, generation, floor: more, starts: starts.join(" ") };
    } else if (what === "stored") batch.sent.set(id, sentMessage(id, row, Number(more), isPlain, byId.get(id)!));
    else if (what === "unseen") (batch.unseen[at] ??= []).push({ entity, id, row });
    else if (isPlain) batch.unseen[at] ??= [];
  }
  return batch;
}

function sentMessage(id: string, createdAt: string, xid: number, isPlain: boolean, item: SendItem): SentMessage {
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
  return { id, row, xid, isPlain };
}
