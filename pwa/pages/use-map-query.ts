// What the address of the map says: the search, the view, the searched area and the chosen airfield.
import { startTransition, useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToday } from "../client/shell/hydrated.ts";
import { parseMapAddress, writeMapAddress, type MapAddress } from "../features/aircraft/map/map-address.ts";
import type { View } from "../features/aircraft/map/map-view.ts";
import { parseHomeQuery, writeHomeQuery, type HomeQuery } from "../features/home/home-query.ts";
import { replaceAddress } from "../ui/overlay/overlay-history.ts";

/** The search and the view of the address. A movement of the map replaces the address, a search adds an entry. */
export function useMapQuery() {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  const params = new URLSearchParams(search);
  // The same search stays the same object while the map moves, so that nothing is searched again.
  const searched = writeHomeQuery(parseHomeQuery(params, today)).toString();
  const query = useMemo(() => parseHomeQuery(new URLSearchParams(searched), today), [searched, today]);
  const [at, area, field] = [params.get("at"), params.get("area"), params.get("field")];
  const addressView = useMemo(() => part({ at }).view, [at]);
  const [moved, setMoved] = useState<{ key: string; view: View } | null>(null);
  const searchedArea = useMemo(() => part({ area }).area, [area]);
  const show = useCallback(
    (changes: Partial<HomeQuery>, changed: Partial<MapAddress>, isStep = false) => {
      // Reads the address, so that two changes in one event both count.
      const now = new URLSearchParams(window.location.search);
      const next = writeHomeQuery({ ...parseHomeQuery(now, today), ...changes });
      writeMapAddress(next, { ...parseMapAddress(now), ...changed });
      void navigate({ search: `?${next}` }, { replace: !isStep });
    },
    [navigate, today],
  );
  /** Not through the router, whose new location would render every link of the page in the frame after a zoom. */
  const keepView = useCallback(
    (view: View) => {
      const next = new URLSearchParams(window.location.search);
      writeMapAddress(next, { ...parseMapAddress(next), view });
      replaceAddress(`${window.location.pathname}?${next}`);
      // Together with the marks of the view.
      startTransition(() => setMoved({ key, view }));
    },
    [key],
  );
  const view = moved?.key === key ? moved.view : addressView;
  return { query, map: { view, area: searchedArea, field: part({ field }).field }, show, keepView };
}

function part(values: Record<string, string | null>): MapAddress {
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return parseMapAddress(new URLSearchParams(given));
}
