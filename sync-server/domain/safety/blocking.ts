import type { Knex } from "knex";
import { MOST_BLOCKED, type blockingCommands, type BlockedPerson } from "../../../shared/domain/safety/blocking.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { endOpenBetween } from "../bookings/ending.ts";
import { hiddenBothWays } from "./hidden-owners.ts";

export const blockingHandlers: Handlers<typeof blockingCommands> = {
  /** Blocking twice keeps the first time. The other user gets no notice of it. */
  async "people.block"(context, { userId: blockedId }) {
    const { tx, me, changed } = context;
    if (blockedId === me.id) throw new DomainError("block-yourself");
    // A concurrent request of the pair, or a first listing of one, waits here or comes before.
    await lockUsers(tx, [me.id, blockedId], "change");
    const other = await tx("users").where({ id: blockedId }).first<{ name: string } | undefined>("name");
    if (!other) throw new DomainError("user-not-found");
    const pair = { userId: me.id, blockedId };
    const known: BlockedPerson | undefined = await tx("blocked_people").where(pair).first(columns);
    if (known) return known;
    await requireRoom(tx, me.id);
    const [row] = await tx("blocked_people")
      .insert({ ...pair, name: other.name })
      .returning<BlockedPerson[]>(columns);
    await endOpenBetween(context, blockedId);
    // What the other wrote is no longer announced; what the user wrote before still is.
    await tx("push_jobs").where({ userId: me.id, peerId: blockedId, about: "conversation" }).delete();
    changed("blockedPeople", blockedId, [userScope(me.id)]);
    await hiddenBothWays(context, blockedId);
    return row!;
  },

  /** Unblocking somebody who is not blocked succeeds. */
  async "people.unblock"(context, { userId: blockedId }) {
    const { tx, me, changed } = context;
    await lockUsers(tx, [me.id, blockedId], "change");
    const removed = await tx("blocked_people").where({ userId: me.id, blockedId }).delete();
    if (removed === 0) return undefined;
    changed("blockedPeople", blockedId, [userScope(me.id)]);
    await hiddenBothWays(context, blockedId);
    return undefined;
  },
};

const columns = ["blockedId", "name", "createdAt"] as const;

/** @throws DomainError too-many-blocked */
async function requireRoom(tx: Knex, userId: string): Promise<void> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(`select from blocked_people where "userId" = ? offset ? limit 1`, [
    userId,
    MOST_BLOCKED - 1,
  ]);
  if (rows.length > 0) throw new DomainError("too-many-blocked");
}
