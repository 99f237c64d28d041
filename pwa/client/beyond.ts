// What the server finds where this device holds only a part of the catalogue.
import { useEffect, useState } from "react";
import { cardPicture, type AircraftSort } from "../../shared/domain/aircraft-rules.ts";
import type { Aircraft, AircraftCard } from "../../shared/domain/aircraft.ts";
import { noteReach, useOnline } from "./online.ts";

export type Beyond =
  | { state: "asking" }
  /** No way to the server, or no answer: what is shown is what this device holds. */
  | { state: "unasked" }
  /** The first cards in their order, and how many match in all. */
  | { state: "known"; cards: readonly AircraftCard[]; total: number };

/** `question` is the query string of `GET /api/aircraft`, without its order; null asks nothing and answers null. */
export function useBeyond(question: string | null, sort: AircraftSort): Beyond | null {
  const isOnline = useOnline();
  const address = question !== null && isOnline ? addressOf(question, sort) : null;
  const [answer, setAnswer] = useState<{ to: string; found: Beyond } | null>(null);

  useEffect(() => {
    if (!address) return;
    const leaving = new AbortController();
    ask(address, leaving.signal).then(
      (found) => setAnswer({ to: address, found }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ to: address, found: { state: "unasked" } });
      },
    );
    return () => leaving.abort();
  }, [address]);

  if (question === null) return null;
  if (!address) return { state: "unasked" };
  return answer?.to === address ? answer.found : { state: "asking" };
}

function addressOf(question: string, sort: AircraftSort): string {
  const params = new URLSearchParams(question);
  params.set("sort", sort);
  params.set("total", "1");
  return `/api/aircraft?${params}`;
}

async function ask(address: string, signal: AbortSignal): Promise<Beyond> {
  const response = await fetch(address, { signal, credentials: "include" }).catch((error: unknown) => {
    if (!signal.aborted) noteReach(false);
    throw error;
  });
  if (!response.ok) throw new Error(`The list of aircraft answered ${response.status}.`);
  const planes = (await response.json()) as Aircraft[];
  const total = Number(response.headers.get("X-Total-Count") ?? planes.length);
  return { state: "known", cards: planes.map((plane) => ({ ...plane, imageUrl: cardPicture(plane) })), total };
}
