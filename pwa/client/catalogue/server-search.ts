// What the server finds where this device holds only a part of the catalogue.
import { useEffect, useState } from "react";
import { cardPicture } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { QueryInput } from "../../../shared/queries.ts";
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";

export type ServerSearch =
  | { state: "asking" }
  /** No way to the server, or no answer: what is shown is what this device holds. */
  | { state: "unasked" }
  /** The first cards in their order, and how many match in all. */
  | { state: "known"; cards: readonly AircraftCard[]; total: number };

/** Searches on the server; null searches nothing and returns null. */
export function useServerSearch(search: QueryInput<"aircraft.list"> | null): ServerSearch | null {
  const isOnline = useOnline();
  const question = search !== null && isOnline ? JSON.stringify(search) : null;
  const [answer, setAnswer] = useState<{ to: string; found: ServerSearch } | null>(null);

  useEffect(() => {
    if (question === null) return;
    const leaving = new AbortController();
    ask(JSON.parse(question) as QueryInput<"aircraft.list">, leaving.signal).then(
      (found) => setAnswer({ to: question, found }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ to: question, found: { state: "unasked" } });
      },
    );
    return () => leaving.abort();
  }, [question]);

  if (search === null) return null;
  if (question === null) return { state: "unasked" };
  return answer?.to === question ? answer.found : { state: "asking" };
}

async function ask(search: QueryInput<"aircraft.list">, signal: AbortSignal): Promise<ServerSearch> {
  const { rows, total } = await readPage("aircraft.list", { ...search, total: "1" }, signal);
  const cards = rows.map((aircraft) => ({ ...aircraft, imageUrl: cardPicture(aircraft) }));
  return { state: "known", cards, total: total ?? rows.length };
}
