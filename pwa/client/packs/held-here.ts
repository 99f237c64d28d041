// What this device holds besides packs, and how much the browser allows.
import { useEffect, useState } from "react";
import { PICTURES } from "../../device/picture-cache.ts";
import { CatalogueDb } from "../../device/store/catalogue-db.ts";
import { openedStore, useCurrentStore } from "../sync/current-store.ts";
import { isQuiet } from "../sync/queue-flags.ts";
import { useSyncState } from "../sync/sync-state.ts";

/** The service worker keeps the index of airfields in this cache. */
const AIRFIELDS = "airfields";

export type HeldHere = {
  /** Bytes that the browser allows; null where it does not say. */
  quota: number | null;
  /** Null while the index is not on this device. */
  airfields: { bytes: number; count: number; cycle: string } | null;
  /** Cards, opened details and their pictures. */
  catalogueBytes: number;
  waiting: { bytes: number; messages: number; pictures: number; others: number };
};

/** Null while it is being read; read again after each change of what waits. */
export function useHeldHere(): HeldHere | null {
  const [held, setHeld] = useState<HeldHere | null>(null);
  const isOpen = useCurrentStore(({ phase }) => phase === "open");
  const { waiting } = useSyncState();
  useEffect(() => {
    let isShown = true;
    void heldHere().then((read) => isShown && setHeld(read));
    return () => {
      isShown = false;
    };
  }, [isOpen, waiting]);
  return held;
}

async function heldHere(): Promise<HeldHere> {
  const [quota, airfields, catalogueBytes, waiting] = await Promise.all([
    allowedBytes(),
    heldAirfields().catch(() => null),
    heldCatalogue().catch(() => 0),
    heldForSending().catch(() => ({ bytes: 0, messages: 0, pictures: 0, others: 0 })),
  ]);
  return { quota, airfields, catalogueBytes, waiting };
}

async function allowedBytes(): Promise<number | null> {
  const { storage } = navigator as { storage?: StorageManager };
  const estimate = await storage?.estimate?.().catch(() => undefined);
  return estimate?.quota ?? null;
}

async function heldAirfields(): Promise<HeldHere["airfields"]> {
  if (!(await caches.has(AIRFIELDS))) return null;
  const [file] = await (await caches.open(AIRFIELDS)).matchAll();
  if (!file) return null;
  const text = await file.text();
  const { cycle, faaId } = JSON.parse(text) as { cycle: string; faaId: string };
  return { bytes: new Blob([text]).size, count: faaId.split(" ").length, cycle };
}

async function heldCatalogue(): Promise<number> {
  const db = new CatalogueDb();
  let bytes = await picturesBytes();
  try {
    await db.chunks.each(({ text }) => (bytes += text.length));
    await db.details.each((detail) => (bytes += JSON.stringify(detail).length));
    return bytes;
  } finally {
    db.close();
  }
}

async function picturesBytes(): Promise<number> {
  if (typeof caches === "undefined" || !(await caches.has(PICTURES))) return 0;
  const responses = await (await caches.open(PICTURES)).matchAll();
  return responses.reduce((sum, { headers }) => sum + Number(headers.get("Content-Length") ?? 0), 0);
}

async function heldForSending(): Promise<HeldHere["waiting"]> {
  const { engine, store } = await openedStore();
  const entries = (await engine.outbox()).filter((entry) => !isQuiet(entry));
  const pictures = await store.read((tx) => tx.pictures());
  const messages = entries.filter(({ name }) => name === "messages.send").length;
  const bytes = entries.length > 0 ? new Blob([JSON.stringify(entries)]).size : 0;
  return {
    bytes: bytes + pictures.reduce((sum, { data }) => sum + (data?.size ?? 0), 0),
    messages,
    pictures: pictures.filter(({ data }) => data !== null).length,
    others: entries.length - messages,
  };
}
