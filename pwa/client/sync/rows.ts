// A person's rows for the screen: what the server said last with what still waits laid over it, live in every tab.
import { useMemo, useSyncExternalStore } from "react";
import type { z } from "zod";
import type { entities, EntityName } from "../../../shared/entities.ts";
import { watchRows, type LiveRows } from "./live-rows.ts";

/** `waiting`: kept on this device, not on the server yet. `attention`: refused; the person decides. */
export type RowStatus = "waiting" | "attention";

export type RowOf<Name extends EntityName> = z.output<(typeof entities)[Name]["schema"]>;

export type ShownRow<Name extends EntityName> = RowOf<Name> & {
  waiting?: RowStatus;
  /** It waits until the person's email is verified. */
  needsVerification?: boolean;
  /** The outbox entry to retry, edit or discard: the latest one about this row. */
  entryId?: string;
  /** Every entry about this row, oldest first. */
  entryIds?: readonly string[];
};

/** Fields that have to be equal, or a test. A test has to stay the same function from one drawing to the next. */
export type Where<Name extends EntityName> = Partial<RowOf<Name>> | ((row: ShownRow<Name>) => boolean);

/** Like `Array.sort`; has to stay the same function from one drawing to the next. */
export type Order<Name extends EntityName> = (a: ShownRow<Name>, b: ShownRow<Name>) => number;

/** Rows of one kind, or undefined while they are not known: nobody is signed in, or nothing has come yet. */
export function useRows<Name extends EntityName>(
  entity: Name,
  where?: Where<Name>,
  order?: Order<Name>,
): readonly ShownRow<Name>[] | undefined {
  const fields = typeof where === "object" ? JSON.stringify(where) : "";
  const live = useMemo(() => liveRows(entity, fields), [entity, fields]);
  const rows = useSyncExternalStore(live.subscribe, live.rows, unknownRows) as readonly ShownRow<Name>[] | undefined;
  const test = typeof where === "function" ? where : undefined;
  return useMemo(() => {
    if (!rows || (!test && !fields && !order)) return rows;
    const wanted = Object.entries(fields ? (JSON.parse(fields) as Partial<RowOf<Name>>) : {});
    const found = rows.filter(
      (row) => wanted.every(([field, value]) => row[field as keyof typeof row] === value) && (!test || test(row)),
    );
    return order ? found.sort(order) : found;
  }, [rows, fields, test, order]);
}

/** One row by its key: undefined while not known, null when there is none. */
export function useRow<Name extends EntityName>(entity: Name, key: string | null): ShownRow<Name> | null | undefined {
  const live = useMemo(() => watchRows({ entity, key: key ?? "" }), [entity, key]);
  const rows = useSyncExternalStore(live.subscribe, live.rows, unknownRows) as readonly ShownRow<Name>[] | undefined;
  return rows && (rows[0] ?? null);
}

function unknownRows(): undefined {
  return undefined;
}

/** The device looks up one text field by itself; the rest is picked out here. */
function liveRows(entity: EntityName, fields: string): LiveRows {
  const wanted = Object.entries(fields ? (JSON.parse(fields) as Record<string, unknown>) : {});
  const first = wanted.find((pair): pair is [string, string] => typeof pair[1] === "string");
  return watchRows({ entity, ...(first ? { where: { field: first[0], equals: first[1] } } : {}) });
}
