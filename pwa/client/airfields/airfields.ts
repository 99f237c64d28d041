// The index of all airfields on this device. Import this file lazily: the first view does not need it.
import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import indexUrl from "../../../.cache/airfields/airfields.json?url";
import { MalformedIndex } from "../../../shared/domain/airfields/index-file.ts";
import { openIndex, type AirfieldIndex } from "../../../shared/domain/airfields/search.ts";
import { useOnline } from "../api/online.ts";
import { inSlices } from "./slices.ts";

/** `failed`: the device has no index yet, and there is no network or no answer. Locations and loaded aircraft still work. */
export type Airfields =
  { state: "loading"; index: null } | { state: "ready"; index: AirfieldIndex } | { state: "failed"; index: null };

const waiting: Airfields = { state: "loading", index: null };
const failed: Airfields = { state: "failed", index: null };

const airfieldsStore = createStore<{ airfields: Airfields; loading: Promise<AirfieldIndex> | null }>(() => ({
  airfields: waiting,
  loading: null,
}));

/** Loads the index once, in slices that leave the screen responsive. Rejects when it cannot be fetched; the next call tries again. */
export function loadAirfields(): Promise<AirfieldIndex> {
  const { loading } = airfieldsStore.getState();
  if (loading) return loading;
  const load = fetchIndex().then(
    (index) => {
      airfieldsStore.setState({ airfields: { state: "ready", index } });
      return index;
    },
    (error: unknown) => {
      airfieldsStore.setState({ airfields: failed, loading: null });
      throw error;
    },
  );
  airfieldsStore.setState({ loading: load });
  return load;
}

/** The index, loaded when a component needs it; tries again when the network is back. */
export function useAirfields(): Airfields {
  const isOnline = useOnline();
  useEffect(() => void loadThroughChange().catch(() => undefined), [isOnline]);
  return useStore(airfieldsStore, ({ airfields }) => airfields);
}

/** A load that began before the network changed may fail because of it, so it is tried once more. */
function loadThroughChange(): Promise<AirfieldIndex> {
  const { loading } = airfieldsStore.getState();
  return loading ? loading.catch(() => loadAirfields()) : loadAirfields();
}

async function fetchIndex(): Promise<AirfieldIndex> {
  const response = await fetch(indexUrl, { priority: "low" });
  if (!response.ok) throw new Error(`The index of airfields was answered with ${response.status}.`);
  const text = await response.text();
  try {
    return await inSlices(openIndex(text));
  } catch (error) {
    // Otherwise the service worker would answer with the same file permanently.
    if (error instanceof MalformedIndex && "caches" in globalThis) await caches.delete("airfields");
    throw error;
  }
}
