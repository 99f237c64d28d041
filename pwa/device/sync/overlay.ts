// Rows as the screen shows them: the mirror's rows with the effects of waiting commands, computed at each read.
import type { Effect } from "../../../shared/kit/entity.ts";
import { awaitsVerification, type Entry, type NewEntry } from "./entry.ts";
import type { LoadedCommands } from "./loaded-commands.ts";
import type { CommandList } from "./outbox.ts";
import type { KeyFields, ReadTx, Row, Store } from "./ports.ts";

/** `pending`: queued or being sent. `parked`: held back, the entry has the reason. `attention`: refused, the user decides. */
export type PendingState = "pending" | "parked" | "attention";

/**
 * A row with the state of its waiting entries; `entryIds` are oldest first. `needsVerification`: the last entry is sent once the
 * user's email is verified.
 */
export type OverlaidRow<Any = Row> = Any & {
  waiting?: PendingState;
  needsVerification?: boolean;
  entryIds?: readonly string[];
};

export type AppliedEffect = { effect: Effect; entry: NewEntry };

/** Keys of rows that effects change, or read for comparison. */
export function keysOf(laid: readonly AppliedEffect[]): Set<string> {
  const keys = laid.map(({ effect }) => (effect.kind === "patchWhere" ? effect.anchor : effect.key));
  return new Set(keys.filter((key) => key !== undefined));
}

/** The effects of all waiting entries on one kind of row, in the order queued. */
export function effectsOn(
  entity: string,
  entries: readonly NewEntry[],
  commands: CommandList,
  me: string,
): AppliedEffect[] {
  const laid: AppliedEffect[] = [];
  for (const entry of entries) {
    const command = commands[entry.name];
    if (!command?.offline) continue;
    for (const effect of command.optimistic(entry.input, { id: entry.id, me, at: entry.at })) {
      if (effect.entity === entity) laid.push({ effect, entry });
    }
  }
  return laid;
}

function waitingOf(entry: NewEntry): PendingState {
  if (entry.state === "attention" || entry.state === "parked") return entry.state;
  return "pending";
}

function flagged(row: OverlaidRow, entry: NewEntry, change: Row = {}): OverlaidRow {
  const entryIds = [...(row.entryIds ?? []), entry.id];
  const needsVerification = awaitsVerification(entry) ? { needsVerification: true } : {};
  return { ...row, ...change, waiting: waitingOf(entry), ...needsVerification, entryIds };
}

/**
 * Lays effects on rows by key. A `put` adds a row that is not there and never covers what the server said. A refused
 * entry keeps the row it would have added on the screen and only marks others.
 */
export function applyOverlay(rows: ReadonlyMap<string, Row>, laid: readonly AppliedEffect[]): Map<string, OverlaidRow> {
  const shown = new Map<string, OverlaidRow>(rows);
  for (const { effect, entry } of laid) {
    const isRefused = entry.state === "attention";
    if (effect.kind === "patchWhere") {
      if (isRefused) continue;
      const anchor = effect.anchor === undefined ? undefined : shown.get(effect.anchor);
      for (const [key, row] of shown) {
        if (effect.match(row, anchor)) shown.set(key, { ...row, ...effect.fields });
      }
      continue;
    }
    const row = shown.get(effect.key);
    if (effect.kind === "put") shown.set(effect.key, flagged(row ?? effect.row, entry));
    else if (!row) continue;
    else if (isRefused) shown.set(effect.key, flagged(row, entry));
    else if (effect.kind === "patch") shown.set(effect.key, flagged(row, entry, effect.fields));
    else shown.delete(effect.key);
  }
  return shown;
}

export type ReadOptions = {
  /** Equality on one text field; uses the store's index where it has one. */
  where?: { field: string; equals: string } | undefined;
  filter?: ((row: OverlaidRow) => boolean) | undefined;
  sort?: ((a: OverlaidRow, b: OverlaidRow) => number) | undefined;
  limit?: number | undefined;
};

export type Reader = {
  store: Store;
  commands: LoadedCommands;
  keys: KeyFields;
  me: string;
  /** Filled by a read for a component, which no live query repeats for the outbox: `ShownRows` knows which changes of it matter. */
  shown?: { hasSynced: boolean };
};

/**
 * What a read takes from the store, and what that shows under effects, which needs no store. `covers`: whether `base` has each row
 * that one more effect may concern.
 */
export type View<Base, Result> = {
  entity: string;
  read(tx: ReadTx, laid: readonly AppliedEffect[]): Promise<Base>;
  show(base: Base, laid: readonly AppliedEffect[]): Result;
  covers(effect: Effect): boolean;
  /** `base` with rows that were stored since; undefined where they change nothing, null where it must be read again. */
  receive?(base: Base, rows: readonly Row[]): Base | null | undefined;
};

/** What a view shows. `under` shows it under one more command, without a read; null where its rows must be read. */
export type Overlaid<Result> = {
  result: Result;
  laid: readonly AppliedEffect[];
  under(entry: NewEntry): Overlaid<Result> | null;
  /** The same as `receive` of its view. */
  after(rows: readonly Row[]): Overlaid<Result> | null | undefined;
};

/** Whether an effect can change an answer. */
export type Counts = (effect: Effect) => boolean;

/** The same text for effects that show the same, whether or not their commands are being sent. */
export function effectsMark(laid: readonly AppliedEffect[], counts: Counts): string {
  const counting = laid.filter(({ effect }) => counts(effect));
  if (counting.length === 0) return "";
  return JSON.stringify(
    counting.map(({ effect: { kind }, entry }) => [
      kind,
      entry.id,
      waitingOf(entry),
      awaitsVerification(entry),
      entry.input,
    ]),
  );
}

async function waitingEntries({ shown }: Reader, tx: ReadTx): Promise<Entry[]> {
  if (!shown) return await tx.entries();
  const [{ cursor }, entries] = await Promise.all([tx.once.meta(), tx.once.entries()]);
  // A live query waits for the server's first answer.
  if (cursor === null) await tx.meta();
  shown.hasSynced = cursor !== null;
  return entries;
}

/** Rows that could match `where` once the effects are laid on: those that match now and those an effect names. */
async function candidates(
  tx: ReadTx,
  entity: string,
  where: ReadOptions["where"],
  laid: readonly AppliedEffect[],
): Promise<Row[]> {
  const moves = laid.some(({ effect }) => effect.kind === "patchWhere" && where && where.field in effect.fields);
  if (!where || moves) return await tx.rows(entity);
  const rows = await tx.rowsWhere(entity, where.field, where.equals);
  const named = await tx.rowsOf(entity, [...keysOf(laid)]);
  return [...rows, ...named.filter((row) => row[where.field] !== where.equals)];
}

/**
 * Reads with the effects of what waits. Commands are loaded between two transactions, as one would end meanwhile. Where they cannot be
 * loaded now, rows are read as the server said them, and the next change tries again.
 */
export async function readOverlaid<Base, Result>(reader: Reader, view: View<Base, Result>): Promise<Overlaid<Result>> {
  const { store, commands, me } = reader;
  const lay = async (tx: ReadTx, entries: readonly Entry[], list: CommandList) => {
    const laid = effectsOn(view.entity, entries, list, me);
    return overlaid(reader, view, await view.read(tx, laid), laid);
  };
  const known = await store.read(async (tx) => {
    const entries = await waitingEntries(reader, tx);
    return !commands.list && entries.length > 0 ? null : await lay(tx, entries, commands.list ?? {});
  });
  if (known) return known;
  // Dexie's live queries follow only promises of the global `Promise`, which is theirs here.
  const list = await Promise.resolve(commands.load()).then(
    (code) => code.commands,
    (): CommandList => ({}),
  );
  return await store.read(async (tx) => lay(tx, await waitingEntries(reader, tx), list));
}

function overlaid<Base, Result>(
  from: Pick<Reader, "commands" | "me">,
  view: View<Base, Result>,
  base: Base,
  laid: readonly AppliedEffect[],
): Overlaid<Result> {
  return {
    result: view.show(base, laid),
    laid,
    under(entry) {
      const { list } = from.commands;
      const more = list && effectsOn(view.entity, [entry], list, from.me);
      return more?.every(({ effect }) => view.covers(effect)) ? overlaid(from, view, base, [...laid, ...more]) : null;
    },
    after(rows) {
      const next = view.receive?.(base, rows);
      return next && overlaid(from, view, next, laid);
    },
  };
}

/** Rows of one kind as the screen shows them. Throws StoreFault. */
export async function readRows(reader: Reader, entity: string, options: ReadOptions = {}): Promise<OverlaidRow[]> {
  const { filter, sort, limit } = options;
  const { result } = await readOverlaid(reader, rowsView(reader.keys, entity, options.where));
  const matching = filter ? result.filter(filter) : result;
  if (sort) matching.sort(sort);
  return limit === undefined ? matching : matching.slice(0, limit);
}

/** All rows of a kind, or those with one field's value. */
function rowsView(keys: KeyFields, entity: string, where: ReadOptions["where"]): View<Row[], OverlaidRow[]> {
  const key = keys.get(entity);
  if (key === undefined) throw new Error(`No such kind of row: ${entity}`);
  return {
    entity,
    read: async (tx, laid) => await candidates(tx, entity, where, laid),
    show: (rows, laid) => {
      const shown = [...applyOverlay(new Map(rows.map((row) => [String(row[key]), row])), laid).values()];
      return where ? shown.filter((row) => row[where.field] === where.equals) : shown;
    },
    covers: () => where === undefined,
  };
}

/** One row as the screen shows it, or undefined. */
export async function readRow(reader: Reader, entity: string, rowKey: string): Promise<OverlaidRow | undefined> {
  return (await readOverlaid(reader, rowView(entity, rowKey))).result;
}

function rowView(entity: string, rowKey: string): View<ReadonlyMap<string, Row>, OverlaidRow | undefined> {
  return {
    entity,
    async read(tx, laid) {
      const rows = new Map<string, Row>();
      for (const key of keysOf(laid).add(rowKey)) {
        const row = await tx.row(entity, key);
        if (row) rows.set(key, row);
      }
      return rows;
    },
    show: (rows, laid) => applyOverlay(rows, laid).get(rowKey),
    // A match may compare with a row that was not read.
    covers: ({ kind }) => kind !== "patchWhere",
  };
}

/** All rows of an entity, those with one field's value, or the one with a key. */
export type RowsQuestion = { entity: string; where?: { field: string; equals: string }; key?: string };

export type RowWithStatus = Omit<OverlaidRow, "waiting"> & { waiting?: "waiting" | "attention"; entryId?: string };

/** Rows for a component. */
export function shownRowsView(
  keys: KeyFields,
  { entity, where, key }: RowsQuestion,
): View<unknown, readonly RowWithStatus[]> {
  if (key === undefined) return shownBy(rowsView(keys, entity, where), (rows) => rows.map(asShown));
  return shownBy(rowView(entity, key), (row) => (row ? [asShown(row)] : []));
}

/** A view whose result is put in another form. */
export function shownBy<Base, Result, Form>(
  view: View<Base, Result>,
  form: (result: Result) => Form,
): View<unknown, Form> {
  return { ...view, show: (base: Base, laid) => form(view.show(base, laid)) };
}

/** `entryId`: the latest outbox entry about the row. */
export function asShown({ waiting, ...row }: OverlaidRow): RowWithStatus {
  if (!waiting) return row;
  const entryId = row.entryIds?.at(-1);
  return { ...row, waiting: waiting === "attention" ? waiting : "waiting", ...(entryId ? { entryId } : {}) };
}
