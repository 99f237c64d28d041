// A device with its store and a catalogue server, for tests that open, close and reopen it.
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { compareAircraft } from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { Catalogue, CataloguePorts } from "../catalogue/catalogue.ts";
import { openCatalogue } from "../catalogue/catalogue-engine.ts";
import { packingWith } from "../catalogue/index/packing.ts";
import { CatalogueDb } from "../store/catalogue-db.ts";
import { catalogueStore } from "../store/catalogue-store.ts";
import { aCard, idOf, ScriptedCatalogue } from "./scripted-catalogue.ts";

const pause = async () => {};

export class CatalogueDevice {
  server = new ScriptedCatalogue();
  readonly indexedDB = new IDBFactory();
  db = this.anotherDb();

  /** The database connection of a second tab. */
  anotherDb(): CatalogueDb {
    return new CatalogueDb({ indexedDB: this.indexedDB, IDBKeyRange });
  }

  /** A catalogue that has loaded its stored state; `over` is its store, null for none. */
  async open(ports: Partial<CataloguePorts> = {}, over: CatalogueDb | null = this.db): Promise<Catalogue> {
    const catalogue = this.opening(ports, over);
    await catalogue.loaded;
    return catalogue;
  }

  /** The same store after the app was closed and opened again. */
  openAgain(ports: Partial<CataloguePorts> = {}): Promise<Catalogue> {
    this.close();
    return this.open(ports);
  }

  /** A catalogue that is loading its stored state. */
  opening(ports: Partial<CataloguePorts> = {}, over: CatalogueDb | null = this.db): Catalogue {
    return openCatalogue({
      fetch: this.server.fetch,
      store: catalogueStore(over),
      now: () => Date.UTC(2026, 10, 21, 10, 38),
      pause,
      packing: packingWith(pause, null),
      limits: { rows: 100_000, bytes: 60_000_000 },
      ...ports,
    });
  }

  close(): void {
    this.db.close();
    this.db = this.anotherDb();
  }

  /** Denver with a base of 2,500 and a segment, and Austin with ten. */
  publishTwoBuckets(): void {
    this.server.publish("denver-co", range(0, 2500).map(denver), [], "Denver CO");
    this.server.rebase("denver-co");
    this.server.publish("denver-co", [aCard(7, { hourlyRate: 999 })], [idOf(8)], "Denver CO");
    const cards = range(3000, 3010).map((n) => austin(n));
    this.server.publish("austin-tx", cards, [], "Austin TX");
  }
}

export const all = (catalogue: Catalogue): AircraftCard[] => catalogue.search({}, "newest").slice();
export const inOrder = (cards: AircraftCard[]): AircraftCard[] => [...cards].sort(compareAircraft.newest);
export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
export const denver = (n: number): AircraftCard => aCard(n);
export const austin = (n: number, fields: Partial<AircraftCard> = {}): AircraftCard =>
  aCard(n, { location: "Austin TX", ...fields });
