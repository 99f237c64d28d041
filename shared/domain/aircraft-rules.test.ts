import { describe, expect, it } from "vitest";
import {
  aircraftTypes,
  cardPicture,
  isLocationPart,
  DEFAULT_PICTURE,
  defaultPriceRange,
  MAX_PICTURES,
  mayEdit,
  parseFeatures,
  PRICE_STEP,
  SEAT_CHOICES,
  shownPicture,
  sliderBounds,
} from "./aircraft-rules.ts";
import { drawingOf, drawnAircraft } from "./pictures/drawings.ts";

describe("the picture of a card", () => {
  const demoName = `${drawnAircraft[0]} - Demo Data`;
  const scene = drawingOf(drawnAircraft[0]);

  it("[S069] takes the first of images", () => {
    expect(cardPicture({ name: demoName, imageUrl: "/objects/main", images: ["/objects/a", "/objects/b"] })).toBe(
      "/objects/a",
    );
  });

  it("[S071] else the scene of a demo listing's name", () => {
    expect(demoName).toMatch(/ - Demo Data$/);
    expect(cardPicture({ name: demoName, imageUrl: "/objects/main", images: [] })).toBe(scene);
  });

  it("[S072] else imageUrl, else the default picture", () => {
    expect(cardPicture({ name: "Cessna 172S", imageUrl: "/objects/main", images: [] })).toBe("/objects/main");
    expect(cardPicture({ name: "Cessna 172S", imageUrl: "", images: [] })).toBe(DEFAULT_PICTURE);
  });

  it("of a card without images is its imageUrl, whatever its name", () => {
    const listing = { name: demoName, imageUrl: "/objects/main", images: ["/objects/main"] };
    const card = { name: demoName, imageUrl: cardPicture(listing) };
    expect(shownPicture(card)).toBe("/objects/main");
    expect(shownPicture(listing)).toBe("/objects/main");
    expect(shownPicture({ ...listing, images: [] })).toBe(scene);
    expect(shownPicture({ name: demoName, imageUrl: "" })).toBe(DEFAULT_PICTURE);
  });
});

describe("the location of a filter", () => {
  it.each(["Denver CO", "Denver, CO", "denver,co", "  DENVER ,  co ", "nver, C", ",", " "])(
    "[S054] %j finds Denver CO",
    (typed) => {
      expect(isLocationPart(typed, "Denver CO")).toBe(true);
    },
  );

  it.each(["Denver TX", "DenverCO", "Boulder, CO"])("%j does not", (typed) => {
    expect(isLocationPart(typed, "Denver CO")).toBe(false);
  });
});

describe("constants", () => {
  it("[S163] knows four types, six pictures, three seats and the price's steps", () => {
    expect(aircraftTypes).toEqual(["single-engine", "multi-engine", "turboprop", "jet"]);
    expect(MAX_PICTURES).toBe(6);
    expect(SEAT_CHOICES).toEqual([2, 4, 6]);
    expect([PRICE_STEP, defaultPriceRange]).toEqual([10, { min: 50, max: 1200 }]);
    expect(sliderBounds({ min: 129, max: 2944 })).toEqual({ min: 120, max: 2950 });
  });
});

describe("features", () => {
  it("[S218] splits features at commas, trims them and drops empty ones", () => {
    expect(parseFeatures(" Autopilot, ADS-B ,, Glass cockpit,")).toEqual(["Autopilot", "ADS-B", "Glass cockpit"]);
    expect(parseFeatures("  ")).toEqual([]);
  });
});

describe("who may change a listing", () => {
  it("[S236] lets the owner and admins change a listing", () => {
    const plane = { ownerId: "owner" };
    expect(mayEdit(plane, { id: "owner", isAdmin: false })).toBe(true);
    expect(mayEdit(plane, { id: "somebody", isAdmin: true })).toBe(true);
    expect(mayEdit(plane, { id: "somebody", isAdmin: false })).toBe(false);
    expect(mayEdit(plane, null)).toBe(false);
  });
});
