// Counts of an aircraft's rows, and what must be true of them after every commit.
import type { Knex } from "knex";

export type RowCounts = {
  bookings: number;
  lines: number;
  /** Pairs of accepted bookings, with their buffers, and blocks that overlap. */
  overlaps: number;
  /** Accepted bookings and blocks without their hold, and holds without them. */
  unheld: number;
  /** Open requests for hours that are held. */
  impossible: number;
  /** Open requests whose owner should have been reminded. */
  unreminded: number;
};

const text = `
with taken as (
  select id, "startDate" as "from", "holdsUntil" as "to" from bookings
  where "aircraftId" = :id and status in ('accepted', 'completed')
  union all select id, "from", "to" from blocks where "aircraftId" = :id
), held as (
  select coalesce("bookingId", "blockId") as id, lower(during) as "from", upper(during) as "to" from holds
  where "aircraftId" = :id
), open as (select * from bookings where "aircraftId" = :id and status = 'requested')
select
  (select count(*)::int from bookings where "aircraftId" = :id) as bookings,
  (select count(*)::int from messages where "aircraftId" = :id) as lines,
  (select count(*)::int from taken a join taken b on a.id < b.id and a."from" < b."to" and b."from" < a."to") as overlaps,
  (select count(*)::int from taken t full join held h on t.id = h.id and t."from" = h."from" and t."to" = h."to"
   where t.id is null or h.id is null) as unheld,
  (select count(*)::int from open join held on "startDate" < held."to" and held."from" < "endsAt") as impossible,
  (select count(*)::int from open where "nudgeAt" <= now() and least("answerBy", "startDate") > now()) as unreminded`;

export async function countRows(db: Knex, id: string): Promise<RowCounts> {
  return (await db.raw<{ rows: RowCounts[] }>(text, { id })).rows[0]!;
}

/** What is wrong with the holds, or null. */
export function brokenCount({ overlaps, unheld, impossible }: RowCounts): string | null {
  if (overlaps > 0) return `${overlaps} overlapping holds`;
  if (unheld > 0) return `${unheld} holds differ from the bookings and blocks`;
  return impossible > 0 ? `${impossible} requests are open for hours that are held` : null;
}
