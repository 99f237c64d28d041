import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import {
  aircraftSorts,
  compareAircraft,
  matchesFilter,
  type AircraftFilter,
} from "../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { CatalogueDb } from "../store/catalogue-db.ts";
import { catalogueStore } from "../store/catalogue-store.ts";
import { aCard, cut, idOf, ScriptedCatalogue } from "../testing/scripted-catalogue.ts";
import type { Catalogue } from "./catalogue.ts";
import { openCatalogue } from "./engine.ts";
import { packingWith } from "./packing.ts";
import type { Room } from "./plan.ts";

const plentyOfRoom: Room = { rows: 100_000, bytes: 60_000_000 };
const newGeneration = "22222222-2222-4222-8222-222222222222";

let server: ScriptedCatalogue;
let indexedDB: IDBFactory;
let db: CatalogueDb;

beforeEach(() => {
  server = new ScriptedCatalogue();
  indexedDB = new IDBFactory();
  db = new CatalogueDb({ indexedDB, IDBKeyRange });
});

async function open(room = plentyOfRoom, over: CatalogueDb | null = db): Promise<Catalogue> {
  const now = () => Date.UTC(2026, 10, 21, 10, 38);
  const pause = async () => {};
  const ports = { fetch: server.fetch, store: catalogueStore(over), now, pause, room };
  const catalogue = openCatalogue({ ...ports, packing: packingWith(pause, null) });
  await catalogue.loaded;
  return catalogue;
}

/** The same store after the app was closed and opened again. */
function openAgain(room = plentyOfRoom): Promise<Catalogue> {
  db.close();
  db = new CatalogueDb({ indexedDB, IDBKeyRange });
  return open(room);
}

const all = (catalogue: Catalogue): AircraftCard[] => catalogue.search({}, "newest").slice();
const inOrder = (cards: AircraftCard[]) => [...cards].sort(compareAircraft.newest);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const denver = (n: number) => aCard(n);
const austin = (n: number, fields: Partial<AircraftCard> = {}) => aCard(n, { location: "Austin TX", ...fields });

function publishTwoBuckets() {
  server.publish("denver-co", range(0, 2500).map(denver), [], "Denver CO");
  server.rebase("denver-co");
  server.publish("denver-co", [aCard(7, { hourlyRate: 999 })], [idOf(8)], "Denver CO");
  server.publish(
    "austin-tx",
    range(3000, 3010).map((n) => austin(n)),
    [],
    "Austin TX",
  );
}

describe("bringing the catalogue to the device", () => {
  it("takes base and segments the first time, only segments afterwards, and nothing when nothing changed", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    expect(await catalogue.refresh()).toBe("changed");
    expect(server.takeAsked()).toEqual(["", "/denver-co/base/1", "/denver-co/segment/2", "/austin-tx/segment/1"]);
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(catalogue.summary()).toMatchObject({
      rows: 2509,
      total: 2509,
      isWhole: true,
      asOf: "2026-11-21T10:38:00.000Z",
    });

    server.publish("austin-tx", [austin(3010)]);
    expect(await catalogue.refresh()).toBe("changed");
    expect(server.takeAsked()).toEqual(["", "/austin-tx/segment/2"]);

    expect(await catalogue.refresh()).toBe("unchanged");
    expect(server.takeAsked()).toEqual([""]);
    expect(all(catalogue)).toEqual(inOrder(server.all()));
  });

  it("asks once more when called while it is asking", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    let isNew = false;
    server.fault = (_, answer) =>
      answer().then((response) => {
        // The first answer is on its way when the news comes.
        if (!isNew) server.publish("austin-tx", [austin(3010)]);
        isNew = true;
        return response;
      });
    const [first, second, third] = [catalogue.refresh(), catalogue.refresh(), catalogue.refresh()];
    expect(await first).toBe("changed");
    expect(await second).toBe("changed");
    expect(second).toBe(third);
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(server.takeAsked().filter((path) => path === "")).toHaveLength(2);
  });

  it("opens with what it kept, without a network", async () => {
    publishTwoBuckets();
    await (await open()).refresh();
    server.publish("denver-co", [aCard(2600)], range(1000, 2000).map(idOf));
    const before = await openAgain();
    await before.refresh();
    server.fault = () => Promise.reject(new TypeError("Failed to fetch"));
    const catalogue = await openAgain();
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(catalogue.summary()).toMatchObject({ isWhole: true, asOf: "2026-11-21T10:38:00.000Z", rows: 1510 });
    expect(catalogue.summary().locations).toEqual(["Austin TX", "Denver CO"]);
  });

  it("asks the server only whether anything changed, after a restart too", async () => {
    publishTwoBuckets();
    await (await open()).refresh();
    const catalogue = await openAgain();
    server.takeAsked();
    expect(await catalogue.refresh()).toBe("unchanged");
    expect(server.takeAsked()).toEqual([""]);
  });

  it("keeps a chunk as it is when a segment does not touch it", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const before = await db.chunks.toArray();
    server.publish("denver-co", [aCard(1500, { seats: 9 })]);
    await catalogue.refresh();
    const after = await db.chunks.toArray();
    const changed = after.filter((chunk, at) => chunk.text !== before[at]?.text);
    expect(changed.map(({ bucket, place }) => [bucket, place])).toEqual([["denver-co", 1]]);
    expect(before.map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual([10, 999, 1000, 500]);
  });

  it("goes back to the base when segments are gone", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    for (const n of range(2700, 2710)) server.publish("denver-co", [aCard(n)]);
    server.rebase("denver-co");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));

    server.publish("denver-co", [aCard(2800)]);
    server.takeAsked();
    // The manifest still lists it, the file is not there any more.
    let isLost = true;
    server.fault = (path) => {
      if (!path.includes("/segment/") || !isLost) return undefined;
      isLost = false;
      return Promise.resolve(new Response("{}", { status: 404 }));
    };
    await catalogue.refresh();
    expect(server.takeAsked()).toEqual(["", "/denver-co/segment/13", "/denver-co/base/12", "/denver-co/segment/13"]);
    expect(all(catalogue)).toEqual(inOrder(server.all()));
  });

  it("forgets a bucket that the manifest does not list any more", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    server.remove("austin-tx");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect((await openAgain()).search({}, "newest").length).toBe(2499);
  });

  it("stops where there is no more room, the preferred place first, and says so", async () => {
    publishTwoBuckets();
    const catalogue = await open({ rows: 500, bytes: 60_000_000 });
    catalogue.prefer("austin");
    await catalogue.refresh();
    expect(catalogue.summary()).toMatchObject({ rows: 10, total: 2509, isWhole: false });
    expect(["", "austin", " AUSTIN ", "denver", "nowhere"].map((place) => catalogue.covers(place))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("news that come by themselves", () => {
  it("are taken in at once when they follow what is held, asking nobody, and kept", async () => {
    publishTwoBuckets();
    let catalogue = await open();
    await catalogue.refresh();
    const dearer = { n: 2, put: [austin(3001, { hourlyRate: 777 })], drop: [idOf(3002)] };
    server.publish("austin-tx", dearer.put, dearer.drop);
    server.takeAsked();
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 2, segment: dearer })).toBe(true);
    // Once more is no news.
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 2, segment: dearer })).toBe(true);
    expect(server.takeAsked()).toEqual([]);
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(catalogue.find(idOf(3001))).toMatchObject({ hourlyRate: 777 });
    expect(catalogue.find(idOf(3002))).toBeNull();
    expect(catalogue.buckets()).toEqual(["denver-co", "austin-tx"]);
    catalogue = await openAgain();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
  });

  it("are left alone when something is missing before them, or they are nonsense", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const before = all(catalogue);
    const nonsense = { n: 2, put: [{ id: "no card" } as AircraftCard], drop: [] };
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 2, segment: nonsense })).toBe(false);
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 3, segment: { n: 3, put: [], drop: [] } })).toBe(false);
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 2 })).toBe(false);
    expect(await catalogue.takeIn({ bucket: "boise-id", head: 1 })).toBe(false);
    expect(all(catalogue)).toEqual(before);
  });

  it("are not undone by a manifest from before them", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const segment = { n: 2, put: [austin(3001, { hourlyRate: 777 })], drop: [] };
    // The server's own file of it is not listed yet: a cache on the way still has the manifest of before.
    expect(await catalogue.takeIn({ bucket: "austin-tx", head: 2, segment })).toBe(true);
    await catalogue.refresh();
    expect(catalogue.find(idOf(3001))).toMatchObject({ hourlyRate: 777 });
  });
});

describe("a catalogue that began anew", () => {
  it("replaces everything, though numbers are the same", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    server.beginAnew(newGeneration);
    server.publish("austin-tx", [austin(1)], [], "Austin TX");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual([austin(1)]);
    expect(all(await openAgain())).toEqual([austin(1)]);
  });

  it("stays the old one until all of the new one is here", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const old = all(catalogue);
    server.beginAnew(newGeneration);
    server.publish("austin-tx", [austin(1)], [], "Austin TX");
    server.publish("denver-co", [denver(2)], [], "Denver CO");
    server.fault = (path, answer) => (path.includes("denver-co") ? cut(answer) : undefined);
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
    expect(all(await openAgain())).toEqual(old);
    server.fault = null;
    const again = await openAgain();
    await again.refresh();
    expect(all(again)).toEqual(inOrder([austin(1), denver(2)]));
  });
});

describe("an answer that is no good", () => {
  const card = aCard(1);
  const bad: [string, (path: string) => BodyInit | null][] = [
    ["is empty", () => ""],
    ["is a page", () => "<!doctype html><title>Sign in to the airport's network</title>"],
    ["is JSON of another kind", () => JSON.stringify({ n: 99, rows: [card], put: [], drop: [] })],
    ["has a card without a price", (path) => wrong(path, { ...card, hourlyRate: undefined })],
    ["has a card with a broken id", (path) => wrong(path, { ...card, id: "7" })],
    ["has null for a card", (path) => wrong(path, null)],
    ["ends early", (path) => wrong(path, card).slice(0, -20)],
  ];
  function wrong(path: string, value: unknown): string {
    const n = Number(/\d+(?=\?)/.exec(path)?.[0]);
    return JSON.stringify({ n, rows: [card, value], put: [card, value], drop: [] });
  }

  it.each(bad)("leaves the old state whole when a file %s", async (_, body) => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const old = all(catalogue);
    server.publish("denver-co", [aCard(2900)]);
    server.publish("austin-tx", [], [idOf(3001)]);
    server.rebase("austin-tx");
    server.fault = (path) => (path === "/api/catalogue" ? undefined : Promise.resolve(new Response(body(path))));
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
    server.fault = null;
    expect(all(await openAgain())).toEqual(old);
    expect(await catalogue.refresh()).toBe("changed");
    expect(all(catalogue)).toEqual(inOrder(server.all()));
  });

  it("leaves the old state whole when a transfer is cut or the manifest is nonsense", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const old = all(catalogue);
    server.publish("denver-co", [aCard(2900)]);
    server.fault = (path, answer) => (path.includes("/segment/") ? cut(answer) : undefined);
    expect(await catalogue.refresh()).toBe("incomplete");
    for (const body of ["", "null", "[]", `{"generation":"x","buckets":[{}]}`]) {
      server.fault = () => Promise.resolve(new Response(body));
      expect(await catalogue.refresh()).toBe("incomplete");
    }
    server.fault = () => Promise.resolve(new Response("busy", { status: 503 }));
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
  });

  it("reads a file that is laid out in another way", async () => {
    server.publish("denver-co", range(0, 1500).map(denver), [], "Denver CO");
    server.rebase("denver-co");
    server.fault = (path, answer) =>
      path.includes("/base/")
        ? answer().then(async (it) => new Response(JSON.stringify(await it.json(), null, 2)))
        : undefined;
    const catalogue = await open();
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(all(await openAgain())).toEqual(inOrder(server.all()));
  });

  it("takes names that look like the end of a card for names", async () => {
    const names = ['},{"id":"', "},{", '"}', "]}", "Ça plane — 高翼", "\\", ""];
    server.publish(
      "denver-co",
      names.map((name, n) => aCard(n, { name })),
      [],
      "Denver CO",
    );
    server.rebase("denver-co");
    const catalogue = await open();
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(all(await openAgain())).toEqual(inOrder(server.all()));
  });
});

describe("an aircraft that moves", () => {
  const moved = austin(5);

  it("is shown once, in its new place, whichever bucket's news come first", async () => {
    for (const first of ["austin-tx", "denver-co"]) {
      server = new ScriptedCatalogue();
      db = new CatalogueDb({ indexedDB: new IDBFactory(), IDBKeyRange });
      server.publish("denver-co", [denver(5), denver(6)], [], "Denver CO");
      server.publish("austin-tx", [austin(9)], [], "Austin TX");
      const catalogue = await open();
      await catalogue.refresh();
      const news = {
        "austin-tx": () => server.publish("austin-tx", [moved]),
        "denver-co": () => server.publish("denver-co", [], [moved.id]),
      };
      if (first === "austin-tx") {
        news["austin-tx"]();
        await catalogue.refresh();
        expect(all(catalogue).filter(({ id }) => id === moved.id)).toEqual([moved]);
        news["denver-co"]();
      } else {
        news["denver-co"]();
        await catalogue.refresh();
        news["austin-tx"]();
      }
      await catalogue.refresh();
      expect(all(catalogue)).toEqual(inOrder([austin(9), moved, denver(6)]));
    }
  });

  it("and comes back is not lost to the drop of the place it left again", async () => {
    server.publish("denver-co", [denver(5)], [], "Denver CO");
    server.publish("austin-tx", [austin(9)], [], "Austin TX");
    const catalogue = await open();
    await catalogue.refresh();
    server.publish("austin-tx", [moved]);
    await catalogue.refresh();
    server.publish("austin-tx", [], [moved.id]);
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder([austin(9), denver(5)]));
  });
});

describe("searching", () => {
  it("answers as the shared rules do, for every order", async () => {
    const places = ["Denver CO", "San Diego CA", "San Francisco CA"];
    const cards = range(0, 3000).map((n) => aCard(n, { location: places[n % 3]! }));
    server.publish("all", cards, [], "Denver CO");
    const catalogue = await open();
    await catalogue.refresh();
    const filters: AircraftFilter[] = [
      {},
      { location: " san " },
      { location: "DIEGO", types: ["jet", "turboprop"] },
      { minPrice: 200, maxPrice: 400, seats: 6 },
      { types: [], seats: 2, location: "" },
      { location: "Nowhere" },
    ];
    for (const filter of filters) {
      for (const sort of aircraftSorts) {
        const wanted = cards.filter((card) => matchesFilter(card, filter)).sort(compareAircraft[sort]);
        const found = catalogue.search(filter, sort);
        const someIds = new Set(found.slice().flatMap(({ id }, at) => (at % 3 === 0 ? [id] : [])));
        expect(found.withIds(someIds).slice()).toEqual(found.slice().filter(({ id }) => someIds.has(id)));
        expect(found.length).toBe(wanted.length);
        expect(found.slice(0, 30)).toEqual(wanted.slice(0, 30));
        expect(found.slice(-5)).toEqual(wanted.slice(-5));
      }
    }
    expect(catalogue.summary().typeCounts).toEqual({
      "single-engine": 750,
      "multi-engine": 750,
      turboprop: 750,
      jet: 750,
    });
    const rates = cards.map((card) => card.hourlyRate);
    expect(catalogue.summary().priceRange).toEqual({ min: Math.min(...rates), max: Math.max(...rates) });
  });

  it("gives the same object for a card that did not change", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    const [first] = catalogue.search({}, "price-asc").slice(0, 1);
    server.publish("austin-tx", [austin(3010)]);
    await catalogue.refresh();
    expect(catalogue.search({}, "price-asc").slice(0, 1)[0]).toBe(first);
  });
});

describe("storage trouble", () => {
  it("lets memory go on where the browser gives no storage", async () => {
    publishTwoBuckets();
    const catalogue = await open(plentyOfRoom, null);
    await catalogue.refresh();
    server.publish("denver-co", [aCard(2900)]);
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(catalogue.summary().storageTrouble).toBe("closed");
  });

  it("opens a connection that the browser closed again", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    await catalogue.refresh();
    db.backendDB().close();
    server.publish("denver-co", [aCard(2900)]);
    await catalogue.refresh();
    expect(catalogue.summary().storageTrouble).toBeNull();
    expect(all(await openAgain())).toEqual(inOrder(server.all()));
  });

  it("gives up details for cards when the browser is full, and writes the whole bucket once there is room", async () => {
    publishTwoBuckets();
    const catalogue = await open();
    let failures = 4;
    db.chunks.hook("creating", () => {
      if (failures-- > 0) throw new DOMException("full", "QuotaExceededError");
    });
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(server.all()));
    expect(catalogue.summary().storageTrouble).toBe("full");
    for (const bucket of ["denver-co", "austin-tx"])
      server.publish(bucket, [bucket === "austin-tx" ? austin(3300) : aCard(2950)]);
    await catalogue.refresh();
    expect(catalogue.summary().storageTrouble).toBeNull();
    expect(all(await openAgain())).toEqual(inOrder(server.all()));
  });

  it("reads what another tab has written before it writes itself", async () => {
    publishTwoBuckets();
    const one = await open();
    await one.refresh();
    const otherDb = new CatalogueDb({ indexedDB, IDBKeyRange });
    const other = await open(plentyOfRoom, otherDb);
    server.publish("denver-co", range(4000, 4500).map(denver), range(100, 1200).map(idOf));
    await other.refresh();
    server.publish("denver-co", [aCard(4600)], [idOf(4001)]);
    await one.refresh();
    expect(all(one)).toEqual(inOrder(server.all()));
    expect(await other.refresh()).toBe("changed");
    expect(all(other)).toEqual(inOrder(server.all()));
    otherDb.close();
    expect(all(await openAgain())).toEqual(inOrder(server.all()));
  });
});
