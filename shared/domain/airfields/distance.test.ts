import { describe, expect, it } from "vitest";
import { apartWords, distanceWords, durationWords, flightMinutes, milesWords, nauticalMiles } from "./distance.ts";

const kmyf = { id: "KMYF", latitude: 32.815722, longitude: -117.139556 };
const kvny = { id: "KVNY", latitude: 34.209806, longitude: -118.49 };
const kdvt = { id: "KDVT", latitude: 33.688317, longitude: -112.082561 };

describe("great-circle distances", () => {
  it("agree with known ones", () => {
    expect(Math.round(nauticalMiles(kmyf, kvny))).toBe(108);
    expect(Math.round(nauticalMiles(kmyf, kdvt))).toBe(259);
    // JFK to Heathrow, and a degree of latitude.
    const jfk = { latitude: 40.639928, longitude: -73.778692 };
    const heathrow = { latitude: 51.4775, longitude: -0.461389 };
    expect(Math.round(nauticalMiles(jfk, heathrow) / 10)).toBe(299);
    expect(nauticalMiles({ latitude: 10, longitude: 20 }, { latitude: 11, longitude: 20 })).toBeCloseTo(60.04, 1);
  });

  it("are zero at the same place and half the earth at the opposite one", () => {
    expect(nauticalMiles(kmyf, kmyf)).toBe(0);
    expect(nauticalMiles({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(10_807.3, 0);
  });

  it("cross the date line the short way", () => {
    expect(nauticalMiles({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(60.04, 1);
  });
});

describe("flight times", () => {
  it("are rounded to five minutes, and never none", () => {
    expect(flightMinutes(108, 160)).toBe(40);
    expect(flightMinutes(259, 183)).toBe(85);
    expect(flightMinutes(1, 160)).toBe(5);
  });

  it("read as hours and minutes", () => {
    expect([40, 60, 85, 120, 605].map(durationWords)).toEqual(["40 min", "1 h", "1 h 25 min", "2 h", "10 h 5 min"]);
  });
});

describe("distances in words", () => {
  it("name miles, time and speed, or the field itself", () => {
    expect(distanceWords(kmyf, kvny, 160)).toBe("108 nm, 40 min at 160 kts");
    expect(distanceWords(kdvt, kmyf, 183)).toBe("259 nm, 1 h 25 min at 183 kts");
    expect(distanceWords(kmyf, kmyf, 160)).toBe("At KMYF");
    expect(milesWords(2138.4)).toBe("2,138 nm");
  });

  it("[S654] say how far two aircraft are apart", () => {
    expect([apartWords(kmyf, kvny), apartWords(kmyf, kmyf)]).toEqual(["108 nm", "Same field"]);
  });
});
