// Whether one of two users has blocked the other: as SQL for statements, and as a check for handlers.
import type { Knex } from "knex";
import { DomainError } from "../../../shared/kit/errors.ts";

/** SQL condition over two users (SQL expressions of type uuid): one probe of the index of pairs. */
export const isBlockedPair = (one: string, other: string) => `exists (
  select from blocked_people blocked where least(blocked."userId", blocked."blockedId") = least(${one}, ${other})
    and greatest(blocked."userId", blocked."blockedId") = greatest(${one}, ${other}))`;

/** SQL condition: the owner of `aircraft` is not hidden from the user `id` (an SQL expression). Its list is read once a statement. */
export const isNotHiddenFrom = (id: string) =>
  `aircraft."ownerId" <> all (array(select "ownerId" from hidden_owners where "userId" = ${id}))`;

/**
 * Refuses what would reach somebody in a blocked pair, in the words for a user who takes no messages: they do not say who blocked.
 * @throws DomainError receiver-gone
 */
export async function requireUnblocked(tx: Knex, one: string, other: string): Promise<void> {
  const { rows } = await tx.raw<{ rows: { isBlocked: boolean }[] }>(
    `select ${isBlockedPair(":one::uuid", ":other::uuid")} as "isBlocked"`,
    { one, other },
  );
  if (rows[0]?.isBlocked) throw new DomainError("receiver-gone");
}
