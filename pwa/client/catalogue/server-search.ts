// Searches on the server, because this device holds only a part of the catalogue.
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { QueryInput } from "../../../shared/queries.ts";
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { useLatest } from "../api/use-latest.ts";

export type ServerSearch =
  | { state: "loading" }
  /** Offline, or the request failed: the list shows only the aircraft on this device. */
  | { state: "unavailable" }
  /** The first cards in order, and the number of all matches. */
  | { state: "known"; cards: readonly AircraftCard[]; total: number };

// Constant objects, so that memoized values that depend on them are not computed again.
const loading: ServerSearch = { state: "loading" };
const unavailable: ServerSearch = { state: "unavailable" };

/** Searches on the server. A null search sends nothing and returns null. */
export function useServerSearch(search: QueryInput<"aircraft.list"> | null): ServerSearch | null {
  const isOnline = useOnline();
  const key = search !== null && isOnline ? JSON.stringify(search) : null;
  const latest = useLatest(key, (signal) => fetchFirstCards(search ?? {}, signal));

  if (search === null) return null;
  if (key === null) return unavailable;
  if (latest?.state === "known") return latest.value;
  return latest?.state === "failed" ? unavailable : loading;
}

async function fetchFirstCards(search: QueryInput<"aircraft.list">, signal: AbortSignal): Promise<ServerSearch> {
  const { rows, total } = await readPage("aircraft.list", { ...search, total: "1" }, signal);
  const cards = rows.map((aircraft) => ({ ...aircraft, imageUrl: cardPicture(aircraft) }));
  return { state: "known", cards, total: total ?? rows.length };
}
