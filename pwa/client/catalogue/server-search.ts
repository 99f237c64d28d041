// What the server finds where this device holds only a part of the catalogue.
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { QueryInput } from "../../../shared/queries.ts";
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { useLatest } from "../api/use-latest.ts";

export type ServerSearch =
  | { state: "asking" }
  /** No way to the server, or no answer: what is shown is what this device holds. */
  | { state: "unasked" }
  /** The first cards in their order, and how many match in all. */
  | { state: "known"; cards: readonly AircraftCard[]; total: number };

// The same objects each time: what depends on them is not worked out anew.
const asking: ServerSearch = { state: "asking" };
const unasked: ServerSearch = { state: "unasked" };

/** Searches on the server; null searches nothing and returns null. */
export function useServerSearch(search: QueryInput<"aircraft.list"> | null): ServerSearch | null {
  const isOnline = useOnline();
  const question = search !== null && isOnline ? JSON.stringify(search) : null;
  const latest = useLatest(question, (signal) => ask(search ?? {}, signal));

  if (search === null) return null;
  if (question === null) return unasked;
  if (latest?.state === "known") return latest.value;
  return latest?.state === "failed" ? unasked : asking;
}

async function ask(search: QueryInput<"aircraft.list">, signal: AbortSignal): Promise<ServerSearch> {
  const { rows, total } = await readPage("aircraft.list", { ...search, total: "1" }, signal);
  const cards = rows.map((aircraft) => ({ ...aircraft, imageUrl: cardPicture(aircraft) }));
  return { state: "known", cards, total: total ?? rows.length };
}
