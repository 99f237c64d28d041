import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useHydrated, useToday } from "../../client/shell/hydrated.ts";
import { emptyQuery, parseHomeQuery, writeHomeQuery, type HomeQuery } from "./home-query.ts";

/**
 * What the address asks for and the way to ask for something else. A search leaves a step in the history; turning a
 * filter does not.
 */
export function useHomeQuery(): [
  query: HomeQuery,
  change: (changes: Partial<HomeQuery>, options?: { asStep?: boolean }) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  // The server's markup knows nothing of the address's query.
  const isHydrated = useHydrated();
  // The router moves in a transition; a ticked box must not wait for it.
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => setAsked(null), [search]);
  const query = useMemo(
    () => (isHydrated ? parseHomeQuery(new URLSearchParams(asked ?? search), today) : emptyQuery),
    [isHydrated, asked, search, today],
  );
  const change = useCallback(
    (changes: Partial<HomeQuery>, { asStep = false }: { asStep?: boolean } = {}) => {
      // The address itself is asked, not this render: two changes in one go both count.
      const now = parseHomeQuery(new URLSearchParams(window.location.search), today);
      const next = writeHomeQuery({ ...now, ...changes }).toString();
      setAsked(next);
      void navigate({ search: next && `?${next}` }, { replace: !asStep });
    },
    [navigate, today],
  );
  return [query, change];
}
