// Groups the messages of a commit that lines can receive from memory.
import type { Delivery } from "../domain/messages/send-batcher.ts";

/** Messages of one transaction for one user. */
export type DeliveredRows = {
  userId: string;
  xid: number;
  rows: string[];
  /** The device that sent all of them, whose answer has them; null for several, and for no device of this user. */
  clientId: string | null;
};

/**
 * Groups the messages deliverable from memory by user and transaction.
 * Includes a transaction only if it changed nothing else for that user, and saw the start that this process knows.
 * A cursor with an older start and this transaction would count as stale.
 * `isMore` when something else must be read.
 */
export function plainByPerson(
  deliveries: readonly Delivery[],
  { here, start }: { here: ReadonlyMap<string, unknown>; start: string },
): { rows: DeliveredRows[]; isMore: boolean } {
  const found = new Map<string, DeliveredRows & { isPlain: boolean }>();
  for (const { item, sent, start: seen } of deliveries)
    for (const userId of [item.userId, item.receiverId]) {
      if (!here.has(userId)) continue;
      const name = `${userId} ${sent.xid}`;
      const clientId = userId === item.userId ? item.clientId : null;
      const one = found.get(name) ?? { userId, xid: sent.xid, rows: [], clientId, isPlain: true };
      found.set(name, one);
      one.rows.push(sent.row);
      if (one.clientId !== clientId) one.clientId = null;
      one.isPlain &&= sent.isPlain && seen === start;
    }
  const all = [...found.values()];
  return { rows: all.filter(({ isPlain }) => isPlain), isMore: all.some(({ isPlain }) => !isPlain) };
}
