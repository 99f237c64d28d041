// A paged list for admins: read again when the page opens or the query changes, never stored, never refetched by itself.
import { useCallback, useEffect, useRef, useState } from "react";
import type { QueryInput, QueryResult } from "../../../shared/queries.ts";
import { ApiError, readPage } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth } from "../../client/session/session.tsx";

/** Rows per page. */
const PAGE_SIZE = 50;
/** Debounce of the search field, in milliseconds. */
const DEBOUNCE_MS = 250;

export type AdminList<Row> = {
  /** `loading` before the first page of a query, `failed` when that page could not be read. */
  state: "loading" | "ready" | "failed";
  /** While a new query loads, the rows of the previous one. */
  rows: readonly Row[];
  hasMore: boolean;
  isBusy: boolean;
  more: () => void;
  reload: () => void;
  /** Changes fields of a row after the server accepted the change. */
  update: (id: string, fields: Partial<Row>) => void;
};

type LoadedList<Row> = {
  state: AdminList<Row>["state"];
  rows: readonly Row[];
  next: string | null;
  isBusy: boolean;
};

type ListName = "admin.users" | "admin.aircraft" | "admin.audit" | "admin.reports";

/** `query` may be a new object in each render; only its values count. */
export function useAdminList<Name extends ListName>(
  name: Name,
  query: Omit<QueryInput<Name>, "limit" | "cursor">,
): AdminList<QueryResult<Name>[number]> {
  type Row = QueryResult<Name>[number];
  const [known, setKnown] = useState<LoadedList<Row>>({ state: "loading", rows: [], next: null, isBusy: true });
  const { refresh } = useAuth();
  const isOnline = useOnline();
  const asked = JSON.stringify(query);
  // Only the answer to the latest query counts.
  const latestRequest = useRef(0);
  // Changes made while a query runs: its answer may contain old values of those rows.
  const changes = useRef<{ id: string; fields: Partial<Row> }[]>([]);

  const ask = useCallback(
    async (cursor: string | undefined) => {
      const request = ++latestRequest.current;
      changes.current = [];
      setKnown((now) => ({ ...now, isBusy: true }));
      try {
        const input = { limit: PAGE_SIZE, ...(JSON.parse(asked) as object), cursor };
        const { rows, next } = await readPage(name, input as QueryInput<Name>);
        if (request !== latestRequest.current) return;
        const seen = new Set(rows.map(({ id }) => id));
        let fresh: readonly Row[] = [...rows];
        for (const { id, fields } of changes.current) fresh = withFields<Row>(fresh, id, fields);
        setKnown((now) => {
          const before = cursor === undefined ? [] : now.rows.filter(({ id }) => !seen.has(id));
          return { state: "ready", rows: [...before, ...fresh], next, isBusy: false };
        });
      } catch (error) {
        if (request !== latestRequest.current) return;
        setKnown((now) => ({ ...now, state: "failed", isBusy: false }));
        // `refresh` loads the current user; the page then redirects a user who is not an admin or not signed in.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) await refresh();
      }
    },
    [refresh, name, asked],
  );

  const isFirst = useRef(true);
  useEffect(() => {
    if (!isOnline) return;
    const timer = setTimeout(() => void ask(undefined), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [ask, isOnline]);

  const update = useCallback((id: string, fields: Partial<Row>) => {
    changes.current.push({ id, fields });
    setKnown((now) => ({ ...now, rows: withFields(now.rows, id, fields) }));
  }, []);

  const { state, rows, next, isBusy } = known;
  return {
    state,
    rows,
    hasMore: next !== null,
    isBusy,
    more: () => next !== null && void ask(next),
    reload: () => void ask(undefined),
    update,
  };
}

function withFields<Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  fields: Partial<Row>,
): readonly Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...fields } : row));
}
