// The phone without its screen: everything the page loads once it has painted.
import type { Catalogue, CataloguePorts } from "./catalogue/catalogue.ts";
import { openCatalogue } from "./catalogue/engine.ts";
import { slicing } from "./catalogue/pause.ts";
import { CatalogueDb } from "./store/catalogue-db.ts";
import { catalogueStore } from "./store/catalogue-store.ts";
import { detailsStore, type DetailsStore } from "./store/details-store.ts";

export type Device = { catalogue: Catalogue; details: DetailsStore };

export type DevicePorts = Pick<CataloguePorts, "fetch" | "room">;

/** Opens the public store and loads the catalogue. Never throws: without storage everything lives in memory. */
export async function openDevice({ fetch, room }: DevicePorts): Promise<Device> {
  const db = await openedDb();
  const now = () => Date.now();
  const catalogue = await openCatalogue({ fetch, room, now, pause: slicing(now), store: catalogueStore(db) });
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
