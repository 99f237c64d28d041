// The facts of an airfield that did not come with the aircraft. Without a network they are the copy on the device.
import { useEffect, useState } from "react";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import { useQuery } from "../api/query.ts";
import { factsAddress } from "./facts-address.ts";

const CACHE = "airfield-facts";
/** About 2 kB each. */
const MOST_KEPT = 300;

/** `missing`: the data has no such airfield. `failed`: no answer, and this device has no copy. */
export type AirfieldFacts =
  { state: "loading" | "missing" | "failed"; field: null } | { state: "ready"; field: Airfield };

/**
 * The facts that came with an aircraft, else read. Those are of another airfield when the owner has just chosen a new one. There are none
 * when an earlier version stored the aircraft.
 */
export function useAirfieldFacts(identifier: string, known: Airfield | undefined): AirfieldFacts {
  const isKnown = known?.id === identifier;
  const { result } = useQuery("airfields.get", isKnown ? null : { id: identifier });
  const [kept, setKept] = useState<{ identifier: string; field: Airfield | null } | null>(null);
  useEffect(() => {
    if (isKnown) return;
    let isWanted = true;
    void keptFacts(identifier).then((field) => isWanted && setKept({ identifier, field }));
    return () => {
      isWanted = false;
    };
  }, [identifier, isKnown]);
  const answer = result.state === "ready" ? result.data : null;
  useEffect(() => {
    if (answer) void keepFacts(identifier, answer);
  }, [identifier, answer]);
  if (isKnown) return { state: "ready", field: known };
  if (answer) return { state: "ready", field: answer };
  const isRead = kept?.identifier === identifier;
  if (isRead && kept.field) return { state: "ready", field: kept.field };
  if (!isRead || result.state === "loading") return { state: "loading", field: null };
  return { state: result.state === "missing" ? "missing" : "failed", field: null };
}

/** From the newest opened ones, else from a pack. */
async function keptFacts(identifier: string): Promise<Airfield | null> {
  try {
    const response = await caches.match(factsAddress(identifier));
    return response ? ((await response.json()) as Airfield) : null;
  } catch {
    // Without a cache, or with an unreadable one, the server answers.
    return null;
  }
}

async function keepFacts(identifier: string, field: Airfield): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(factsAddress(identifier), Response.json(field));
    const [oldest, ...others] = await cache.keys();
    if (oldest && others.length >= MOST_KEPT) await cache.delete(oldest);
  } catch {
    // The facts stay in memory.
  }
}
