// Stores rows, drops, outcomes and the new cursor in one transaction.
import type { Batch, ExchangeAnswer } from "../../../shared/sync.ts";
import { sayVerified, unparkVerified } from "./parking.ts";
import type { Meta, Row, Store, WriteTx } from "./ports.ts";
import { type LaneVerdict, settle } from "./settle.ts";
import type { TakenEntries } from "./take.ts";

const SENT_LOG_MS = 7 * 24 * 3_600_000;

/** Entity name → name of its key field, for every kind of row this app mirrors. */
export type KeyFields = ReadonlyMap<string, string>;

/**
 * `fits: false`: the store changed since the request, so the answer was discarded.
 * `woken`: entries that waited for the verified email may continue.
 */
export type Applied =
  { fits: false } | { fits: true; more: boolean; lanes: LaneVerdict[]; answered: number; woken: boolean };

async function putAndDrop(tx: WriteTx, batch: Batch, epoch: number, keys: KeyFields): Promise<void> {
  for (const [entity, rows] of Object.entries(batch.rows)) {
    const key = keys.get(entity);
    // An entity of a newer server, which this app cannot show.
    if (key === undefined || rows.length === 0) continue;
    await tx.putRows(entity, rows.flatMap(keyed(key)), epoch);
  }
  for (const [entity, gone] of Object.entries(batch.drops)) {
    if (keys.has(entity) && gone.length > 0) await tx.dropRows(entity, gone);
  }
}

/** A row with its key; none for a row without one, which nobody could find again. */
function keyed(field: string): (row: Row) => { key: string; row: Row }[] {
  return (row) => {
    const key = row[field];
    return typeof key === "string" ? [{ key, row }] : [];
  };
}

function isMine(meta: Meta, taken: TakenEntries): boolean {
  return (
    meta.clientId === taken.request.clientId &&
    meta.life === taken.life &&
    meta.cursor === taken.request.cursor &&
    !meta.signedOut
  );
}

/**
 * Applies an answer if the store is still at the request's position.
 * A full resync replaces the mirrors: rows it did not contain are removed with its last page.
 */
export async function applyAnswer(
  store: Store,
  taken: TakenEntries,
  answer: ExchangeAnswer,
  keys: KeyFields,
  now: number,
): Promise<Applied> {
  return await store.write(async (tx): Promise<Applied> => {
    const meta = await tx.meta();
    if (!isMine(meta, taken)) return { fits: false };
    const startsAfresh = answer.reset === true || answer.from === null;
    if (!startsAfresh && answer.from !== meta.cursor) return { fits: false };
    const epoch = startsAfresh ? meta.epoch + 1 : meta.epoch;
    const replacing = startsAfresh || meta.replacing;
    const more = answer.more === true;

    await putAndDrop(tx, answer, epoch, keys);
    if (replacing && !more) await tx.dropRowsBefore(epoch);

    let lanes: LaneVerdict[] = [];
    let answered = 0;
    // Outcomes apply only with the last page, when all rows that confirm them have arrived.
    if (taken.carried.length > 0 && !more) {
      const carried = taken.carried.map((entry) => entry.id);
      const settlement = settle(await tx.entries(), answer.outcomes, carried);
      ({ lanes, answered } = settlement);
      await tx.removeEntries(settlement.removed);
      await tx.putEntries(settlement.changed);
      if (settlement.removed.length > 0) {
        const settled = settlement.removed.map(({ id, name }) => ({ id, name, at: now }));
        await tx.logSettled(settled, now - SENT_LOG_MS);
      }
    }
    // After the outcomes: the row is at least as new as they are.
    const woken = sayVerified(answer.rows);
    if (woken) await unparkVerified(tx);
    await tx.setMeta({
      cursor: answer.to,
      epoch,
      replacing: replacing && more,
      clockOffset: Date.parse(answer.serverTime) - now,
    });
    return { fits: true, more, lanes, answered, woken };
  });
}

/** Applies a live batch. False when it does not follow the stored cursor; then an exchange is needed. */
export async function applyBatch(store: Store, batch: Batch, keys: KeyFields): Promise<boolean> {
  return await store.write(async (tx) => {
    const meta = await tx.meta();
    if (meta.signedOut || meta.cursor === null || meta.replacing || batch.from !== meta.cursor) return false;
    await putAndDrop(tx, batch, meta.epoch, keys);
    if (sayVerified(batch.rows)) await unparkVerified(tx);
    await tx.setMeta({ cursor: batch.to });
    return true;
  });
}

/** No answer arrived: the next request carries the same commands, unchanged. */
export async function giveBack(store: Store, taken: TakenEntries): Promise<void> {
  if (taken.carried.length === 0) return;
  await store.writeOutbox(async (tx) => {
    const carried = taken.carried.map((entry) => entry.id);
    const { changed } = settle(await tx.entries(), [], carried);
    await tx.putEntries(changed);
  });
}
