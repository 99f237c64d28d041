// The facts of an airfield: from the server, and without a network the copy on the device.
import { useEffect, useState } from "react";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import { read } from "../api/call.ts";
import { useQuery } from "../api/query.ts";
import { factsAddress } from "./facts-address.ts";

const CACHE = "airfield-facts";
/** About 2 kB each. */
const MOST_KEPT = 300;

/** `failed`: no answer, and this device has no copy. */
export type AirfieldFacts = { state: "loading" | "failed"; field: null } | { state: "ready"; field: Airfield };

/** `identifier` of ICAO or the FAA. */
export function useAirfieldFacts(identifier: string): AirfieldFacts {
  const { result } = useQuery("airfields.get", { id: identifier });
  const [kept, setKept] = useState<{ identifier: string; field: Airfield | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void keptFacts(identifier).then((field) => isWanted && setKept({ identifier, field }));
    return () => {
      isWanted = false;
    };
  }, [identifier]);
  const answer = result.state === "ready" ? result.data : null;
  useEffect(() => {
    if (answer) void keepFacts(identifier, answer);
  }, [identifier, answer]);
  if (answer) return { state: "ready", field: answer };
  const isRead = kept?.identifier === identifier;
  if (isRead && kept.field) return { state: "ready", field: kept.field };
  return { state: result.state === "loading" || !isRead ? "loading" : "failed", field: null };
}

/** For an aircraft whose details are stored. Rejects when the server cannot be reached. */
export async function fetchPinnedFacts(identifier: string): Promise<void> {
  if (!(await keptFacts(identifier))) await keepFacts(identifier, await read("airfields.get", { id: identifier }));
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
