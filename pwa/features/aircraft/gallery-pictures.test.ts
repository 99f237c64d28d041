import { expect, it } from "vitest";
import { galleryPictures, turn } from "./gallery-pictures.ts";

const plane = { name: "Cessna 310R - Demo Data", imageUrl: "", images: [] as string[] };

it("[S075] shows a demo listing's scene and four crops of it", () => {
  const pictures = galleryPictures(plane);
  expect(pictures).toHaveLength(5);
  expect(new Set(pictures.map((picture) => picture.src)).size).toBe(1);
  expect(pictures[0]?.crop).toBeUndefined();
});

it("shows the listing's own pictures if any", () => {
  expect(galleryPictures({ ...plane, images: ["/a.jpg", "/b.jpg"] })).toEqual([{ src: "/a.jpg" }, { src: "/b.jpg" }]);
});

it("shows one picture for a listing that has only its main one", () => {
  expect(galleryPictures({ name: "Husky", imageUrl: "/c.jpg", images: [] })).toEqual([{ src: "/c.jpg" }]);
});

it("wraps around at the ends", () => {
  expect(turn(0, -1, 5)).toBe(4);
  expect(turn(4, 1, 5)).toBe(0);
});
