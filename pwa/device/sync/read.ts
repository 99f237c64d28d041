// Reading rows for the screen: mirror and outbox of one moment, then filter, sort and limit.
import { effectsOn, type AppliedEffect, applyOverlay, keysOf, type OverlaidRow } from "./overlay.ts";
import type { ReadTx, Row, Store } from "./ports.ts";
import type { CommandList, LoadedCommands } from "./prepare.ts";
import type { KeyFields } from "./apply.ts";

export type ReadOptions = {
  /** Equality on one text field; uses the store's index where it has one. */
  where?: { field: string; equals: string } | undefined;
  filter?: ((row: OverlaidRow) => boolean) | undefined;
  sort?: ((a: OverlaidRow, b: OverlaidRow) => number) | undefined;
  limit?: number | undefined;
};

export type Reader = { store: Store; commands: LoadedCommands; keys: KeyFields; me: string };

/** Rows that could match `where` once the effects are laid on: those that match now and those an effect names. */
async function candidates(
  tx: ReadTx,
  entity: string,
  where: ReadOptions["where"],
  laid: AppliedEffect[],
): Promise<Row[]> {
  const moves = laid.some(({ effect }) => effect.kind === "patchWhere" && where && where.field in effect.fields);
  if (!where || moves) return await tx.rows(entity);
  const rows = await tx.rowsWhere(entity, where.field, where.equals);
  for (const key of keysOf(laid)) {
    const row = await tx.row(entity, key);
    if (row && row[where.field] !== where.equals) rows.push(row);
  }
  return rows;
}

/**
 * Reads with the effects of what waits. Commands are loaded between two transactions, as one would end meanwhile. Where they cannot be
 * loaded now, rows are read as the server said them, and the next change tries again.
 */
async function readOverlaid<Result>(
  { store, commands, me }: Reader,
  entity: string,
  work: (tx: ReadTx, effects: AppliedEffect[]) => Promise<Result>,
): Promise<Result> {
  const known = await store.read(async (tx) => {
    const entries = await tx.entries();
    if (!commands.list && entries.length > 0) return null;
    return { result: await work(tx, effectsOn(entity, entries, commands.list ?? {}, me)) };
  });
  if (known) return known.result;
  // Dexie's live queries follow only promises of the global `Promise`, which is theirs here.
  const list = await Promise.resolve(commands.load()).catch((): CommandList => ({}));
  return await store.read(async (tx) => work(tx, effectsOn(entity, await tx.entries(), list, me)));
}

/** Rows of one kind as the screen shows them. Throws StoreFault. */
export async function readRows(reader: Reader, entity: string, options: ReadOptions = {}): Promise<OverlaidRow[]> {
  const key = reader.keys.get(entity);
  if (key === undefined) throw new Error(`No such kind of row: ${entity}`);
  const { where, filter, sort, limit } = options;
  const shown = await readOverlaid(reader, entity, async (tx, laid) => {
    const rows = await candidates(tx, entity, where, laid);
    return [...applyOverlay(new Map(rows.map((row) => [String(row[key]), row])), laid).values()];
  });
  const matching = shown.filter(
    (row) => (where === undefined || row[where.field] === where.equals) && (filter === undefined || filter(row)),
  );
  if (sort) matching.sort(sort);
  return limit === undefined ? matching : matching.slice(0, limit);
}

/** One row as the screen shows it, or undefined. */
export async function readRow(reader: Reader, entity: string, rowKey: string): Promise<OverlaidRow | undefined> {
  return await readOverlaid(reader, entity, async (tx, laid) => {
    const rows = new Map<string, Row>();
    for (const key of keysOf(laid).add(rowKey)) {
      const row = await tx.row(entity, key);
      if (row) rows.set(key, row);
    }
    return applyOverlay(rows, laid).get(rowKey);
  });
}
