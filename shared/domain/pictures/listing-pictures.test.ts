import { expect, it } from "vitest";
import { DEFAULT_PICTURE } from "../aircraft-rules.ts";
import { listingPictures, photosOf } from "./listing-pictures.ts";

const plane = { name: "Husky", type: "jet" as const, imageUrl: "", images: [] as string[] };
const jetDrawings = ["/illustrations/jet.svg", "/illustrations/panel-jet.svg", "/illustrations/cabin-jet.svg"];

it("[S075] shows the aircraft's own drawing with its class's panel and cabin for a demo listing without pictures", () => {
  const pictures = listingPictures({ ...plane, name: "Cessna 310R - Demo Data", type: "multi-engine" });
  expect(pictures).toEqual({
    areDrawings: true,
    addresses: [
      "/illustrations/cessna-310r.svg",
      "/illustrations/panel-multi-engine.svg",
      "/illustrations/cabin-multi-engine.svg",
    ],
  });
});

it("shows the drawings of the class for another listing without pictures", () => {
  expect(listingPictures(plane)).toEqual({ areDrawings: true, addresses: jetDrawings });
  expect(listingPictures({ ...plane, imageUrl: DEFAULT_PICTURE }).addresses).toEqual(jetDrawings);
});

it("shows no drawing once the listing has one photo", () => {
  const pictures = listingPictures({ ...plane, name: "Cessna 310R - Demo Data", images: ["/objects/a"] });
  expect(pictures).toEqual({ areDrawings: false, addresses: ["/objects/a"] });
});

it("shows and counts the main picture of a listing that has no other", () => {
  const listing = { ...plane, imageUrl: "/objects/main" };
  expect(listingPictures(listing)).toEqual({ areDrawings: false, addresses: ["/objects/main"] });
  expect(photosOf(listing)).toEqual(["/objects/main"]);
});

it("counts no drawing as a photo", () => {
  expect(photosOf({ ...plane, imageUrl: DEFAULT_PICTURE })).toEqual([]);
  expect(photosOf({ ...plane, images: ["/objects/a", "/objects/b"] })).toEqual(["/objects/a", "/objects/b"]);
});
