// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { moveMarks, placeMark } from "./place-marks.ts";

const size = { width: 400, height: 300 };
const placed = { x: 0, y: 0, scale: 2 };

function aLayer(places: readonly number[]): HTMLElement {
  const layer = document.createElement("div");
  layer.innerHTML = places.map((x) => `<div data-x="${x}" data-y="0"></div>`).join("");
  return layer;
}
const transforms = (layer: HTMLElement) => [...layer.children].map((mark) => (mark as HTMLElement).style.transform);

it("[S1126] a zoom moves the marks on the screen; those it has taken off it wait until they come back or it ends", () => {
  const layer = aLayer([0, 60, 150]);
  moveMarks(layer, placed, placed, size);
  expect(transforms(layer)).toEqual(["translate(200px, 150px)", "translate(320px, 150px)", "translate(500px, 150px)"]);
  moveMarks(layer, placed, { ...placed, scale: 6 }, size);
  expect(transforms(layer)).toEqual(["translate(200px, 150px)", "translate(560px, 150px)", "translate(500px, 150px)"]);
  moveMarks(layer, placed, { ...placed, scale: 8 }, size);
  expect(transforms(layer)).toEqual(["translate(200px, 150px)", "translate(560px, 150px)", "translate(500px, 150px)"]);
  moveMarks(layer, placed, { ...placed, scale: 1 }, size);
  expect(transforms(layer)).toEqual(["translate(200px, 150px)", "translate(260px, 150px)", "translate(350px, 150px)"]);
  const end = { ...placed, scale: 8 };
  moveMarks(layer, end, end, size);
  expect(transforms(layer)).toEqual(["translate(200px, 150px)", "translate(680px, 150px)", "translate(1400px, 150px)"]);
});

it("[S1283] marks that join others of a view, or move on the plane, are placed alone, also while a zoom runs", () => {
  const layer = aLayer([0, 5]);
  const zoom = { ...placed, scale: 6 };
  moveMarks(layer, placed, zoom, size);
  const [still, moved] = [...layer.children] as HTMLElement[];
  still!.style.transform = "none";
  moved!.setAttribute("data-x", "1");
  placeMark(moved!, placed, zoom, size);
  layer.insertAdjacentHTML("beforeend", `<div data-x="10" data-y="0"></div>`);
  placeMark(layer.lastElementChild as HTMLElement, placed, zoom, size);
  expect(transforms(layer)).toEqual(["none", "translate(206px, 150px)", "translate(260px, 150px)"]);
});
