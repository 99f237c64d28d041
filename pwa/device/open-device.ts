// The device without its screen: everything the page loads after the first paint.
import type { Catalogue, CataloguePorts } from "./catalogue/catalogue.ts";
import { openCatalogue } from "./catalogue/catalogue-engine.ts";
import { packingWith } from "./catalogue/index/packing.ts";
import { slicing } from "./catalogue/pause.ts";
import type { StartPackWorker } from "./catalogue/index/worker-packing.ts";
import { CatalogueDb } from "./store/catalogue-db.ts";
import { catalogueStore } from "./store/catalogue-store.ts";
import { detailsStore, type DetailsStore } from "./store/details-store.ts";

export type Device = { catalogue: Catalogue; details: DetailsStore };

export type DevicePorts = Pick<CataloguePorts, "fetch" | "limits"> & {
  /** Starts the worker that packs many cards; without it the page packs them. */
  startWorker?: StartPackWorker;
};

/** Opens the public store and starts loading the catalogue. Never throws: without storage all data stays in memory. */
export async function openDevice({ fetch, limits, startWorker }: DevicePorts): Promise<Device> {
  const db = await openedDb();
  const now = () => Date.now();
  const pause = slicing(now);
  const packing = packingWith(pause, startWorker ?? null);
  const catalogue = openCatalogue({ fetch, limits, now, pause, packing, store: catalogueStore(db) });
  return { catalogue, details: detailsStore(db, now) };
}

async function openedDb(): Promise<CatalogueDb | null> {
  const db = new CatalogueDb();
  try {
    await db.open();
    return db;
  } catch {
    return null;
  }
}
