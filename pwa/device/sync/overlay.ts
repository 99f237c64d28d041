// What the screen shows: the mirror's rows with the effects of waiting commands laid on them. Pure, never stored.
import type { Effect } from "../../../shared/kit/entity.ts";
import { awaitsVerification, type Entry } from "./entry.ts";
import type { Row } from "./ports.ts";
import type { CommandList } from "./prepare.ts";

/** `pending`: on its way or waiting for signal. `parked`: held back, the entry says why. `attention`: refused, the person decides. */
export type PendingState = "pending" | "parked" | "attention";

/**
 * A row with what waits for it; `entryIds` name the outbox entries, oldest first. `needsVerification`: what waits last goes out once
 * the person's email is verified.
 */
export type OverlaidRow<Any = Row> = Any & {
  waiting?: PendingState;
  needsVerification?: boolean;
  entryIds?: readonly string[];
};

export type AppliedEffect = { effect: Effect; entry: Entry };

/** Keys of rows that effects change, or read for comparison. */
export function keysOf(laid: readonly AppliedEffect[]): Set<string> {
  const keys = laid.map(({ effect }) => (effect.kind === "patchWhere" ? effect.anchor : effect.key));
  return new Set(keys.filter((key) => key !== undefined));
}

/** The effects of all waiting entries on one kind of row, in the order queued. */
export function effectsOn(
  entity: string,
  entries: readonly Entry[],
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

function waitingOf(entry: Entry): PendingState {
  if (entry.state === "attention" || entry.state === "parked") return entry.state;
  return "pending";
}

function flagged(row: OverlaidRow, entry: Entry, change: Row = {}): OverlaidRow {
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
