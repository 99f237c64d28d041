// One page of changes, and its JSON form.
import type { EntityName } from "../../shared/entities.ts";
import { entityOfNumber } from "./rows.ts";
import type { Snapshot } from "../db/snapshot.ts";

/** Rows as JSON texts, ready to be joined; drops as keys. */
export type Changes = { rows: Map<EntityName, string[]>; drops: Map<EntityName, string[]> };

/** One page of an answer. `target` is the snapshot of the whole answer. */
export type ChangesPage = Changes & {
  from: string | null;
  to: string;
  isReset: boolean;
  hasMore: boolean;
  /** This page follows an earlier page of the same answer. */
  isLater: boolean;
  target: Snapshot;
};

/** Puts existing rows, drops keys without a row, and skips lines of entities unknown to this version. */
export function changesOf(found: readonly { entity: number | null; id: string | null; row: string | null }[]): Changes {
  const changes: Changes = { rows: new Map(), drops: new Map() };
  for (const { entity, id, row } of found) {
    const name = entityOfNumber(entity ?? 0);
    if (!name || id === null) continue;
    const [into, what] = row === null ? [changes.drops, id] : [changes.rows, row];
    const list = into.get(name);
    if (list) list.push(what);
    else into.set(name, [what]);
  }
  return changes;
}

/** Returns `{"rows":{…},"drops":{…}}` without the braces; rows are JSON already. */
export function changesText({ rows, drops }: Changes): string {
  const texts = [...rows].map(([name, list]) => `"${name}":[${list.join(",")}]`);
  return `"rows":{${texts.join(",")}},"drops":${JSON.stringify(Object.fromEntries(drops))}`;
}
