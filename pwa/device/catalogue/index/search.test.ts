import { beforeEach, describe, expect, it } from "vitest";
import {
  aircraftSorts,
  compareAircraft,
  matchesFilter,
  type AircraftFilter,
} from "../../../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../../../shared/domain/aircraft.ts";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { austin, CatalogueDevice, range } from "../../testing/catalogue-device.ts";
import { aCard } from "../../testing/scripted-catalogue.ts";

const guam = { id: "PGUM", name: "Guam International", latitude: 13.484, longitude: 144.797, zone: "Pacific/Guam" };

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

describe("a search", () => {
  it("gives the same result as the shared rules, for every order", async () => {
    const places = ["Denver CO", "San Diego CA", "San Francisco CA"];
    const today = dayNumber(new Date().toISOString().slice(0, 10));
    const days = (n: number): Partial<AircraftCard> => ({
      ...(n % 5 === 0 && { closedDays: n % 128 }),
      ...(n % 7 === 0 && { fullDays: [today + 3, today + 10 + (n % 11)] }),
      ...(n % 13 === 0 && { noticeHours: n % 700 }),
      ...(n % 17 === 0 && { horizonDays: 1 + (n % 20) }),
      // Guam is up to 19 hours ahead of the locations: half of all tests run on its next day.
      ...(n % 11 === 0 && { airport: { ...guam, zone: n % 2 ? guam.zone : "America/Denver" } }),
    });
    const cards = range(0, 3000).map((n) => aCard(n, { location: places[n % 3]!, ...days(n) }));
    device.server.publish("all", cards, [], "Denver CO");
    const catalogue = await device.open();
    await catalogue.refresh();
    const filters: AircraftFilter[] = [
      {},
      { location: " san " },
      { location: "San  Diego,ca" },
      { location: "DIEGO", types: ["jet", "turboprop"] },
      { minPrice: 200, maxPrice: 400, seats: 6 },
      { types: [], seats: 2, location: "" },
      { location: "Nowhere" },
      ...[-1, 0, 3, 7, 12, 19, 180, 190].map((ahead) => ({ date: dayOf(today + ahead), seats: 2 })),
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

  it("returns the same object for an unchanged card", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const [first] = catalogue.search({}, "price-asc").slice(0, 1);
    device.server.publish("austin-tx", [austin(3010)]);
    await catalogue.refresh();
    expect(catalogue.search({}, "price-asc").slice(0, 1)[0]).toBe(first);
  });
});
