import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useHydrated, useToday } from "../../client/shell/hydrated.ts";
import { emptyQuery, parseHomeQuery, writeHomeQuery, type HomeQuery } from "./home-query.ts";

/** The query of the address and a function that changes it. A search adds a history entry; a filter replaces the current one. */
export function useHomeQuery(): [
  query: HomeQuery,
  change: (changes: Partial<HomeQuery>, options?: { asStep?: boolean }) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  // The server's markup ignores the address's query.
  const isHydrated = useHydrated();
  // The router navigates in a transition; a ticked box must change at once.
  const [requested, setRequested] = useState<string | null>(null);
  useEffect(() => setRequested(null), [search]);
  const query = useMemo(
    () => (isHydrated ? parseHomeQuery(new URLSearchParams(requested ?? search), today) : emptyQuery),
    [isHydrated, requested, search, today],
  );
  const change = useCallback(
    (changes: Partial<HomeQuery>, { asStep = false }: { asStep?: boolean } = {}) => {
      // Reads the address instead of this render's query, so that two changes in one event both count.
      const now = parseHomeQuery(new URLSearchParams(window.location.search), today);
      const next = writeHomeQuery({ ...now, ...changes }).toString();
      setRequested(next);
      void navigate({ search: next && `?${next}` }, { replace: !asStep });
    },
    [navigate, today],
  );
  return [query, change];
}
