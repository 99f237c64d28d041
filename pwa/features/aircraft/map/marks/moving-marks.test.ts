// Sprites of marks: when they are asked for, and when a zoom moves them instead of elements.
import { expect, it } from "vitest";
import type { Colors } from "../map-colors.ts";
import { toPlane } from "../map-view.ts";
import { MovingMarks } from "./moving-marks.ts";
import { movedMarks, type MovedMark, type SpritesAsked } from "./sprites.ts";
import { spotsOf, type Mark } from "./marks.ts";

const size = { width: 400, height: 300 };
const view = { x: 0, y: 0, scale: 2 };
globalThis.devicePixelRatio ??= 1;

function cluster(x: number, count: string): MovedMark {
  return { x, y: 0, look: { kind: "cluster", count } };
}

/** Moving marks with a canvas that notes what is drawn, and a painter that answers when the test says so. */
function aMap() {
  const drawn: { left: number; x: number; y: number }[] = [];
  const style = { visibility: "", removeProperty: () => void (style.visibility = "") };
  const canvas = { width: 0, height: 0, style, getContext: () => context };
  const context = {
    canvas,
    clearRect: () => void drawn.splice(0),
    drawImage: (_sheet: unknown, left: number, ...[, , , x, y]: number[]) => void drawn.push({ left, x: x!, y: y! }),
  };
  const letters = { size: 1 };
  const asked: SpritesAsked[] = [];
  const closed: SpritesAsked[] = [];
  const moving = new MovingMarks({
    canvas: () => canvas as unknown as HTMLCanvasElement,
    colors: () => ({ letters: letters.size }) as Colors,
  });
  const painter = { drawSprites: (one: SpritesAsked) => void asked.push(one) };
  /** Sprites of 10 pixels, whose place in the sheet tells which one of the question it is. */
  const answer = (question = asked.at(-1)!) => {
    const boxes = question.looks.map((_, nth) => ({
      left: nth * 10,
      top: 0,
      width: 10,
      height: 10,
      right: -5,
      down: -5,
    }));
    const sheet = { width: 1, height: 1, close: () => void closed.push(question) };
    moving.show({ sheet, boxes });
  };
  moving.use(painter);
  return { moving, painter, canvas, drawn, asked, closed, letters, answer };
}

it("[S1292] a zoom moves sprites in whole pixels once they have come; each look is asked for once", () => {
  const { moving, canvas, drawn, asked, answer } = aMap();
  moving.keep([cluster(0, "4"), cluster(10.2, "7"), cluster(20, "4"), cluster(900, "7")]);
  expect(asked[0]!.looks).toEqual([
    { kind: "cluster", count: "4" },
    { kind: "cluster", count: "7" },
  ]);
  expect(moving.move(view, size)).toBe(false);
  answer();
  expect(moving.move(view, size)).toBe(true);
  expect(canvas).toMatchObject({ width: 400, height: 300, style: { visibility: "visible" } });
  // The last one is beside the screen.
  const first = [
    { left: 0, x: 195, y: 145 },
    { left: 10, x: 215, y: 145 },
    { left: 0, x: 235, y: 145 },
  ];
  expect(drawn).toEqual(first);
  moving.move({ ...view, scale: 3 }, size);
  expect(drawn.map(({ x }) => x)).toEqual([195, 226, 255]);
  moving.hide();
  expect(canvas.style.visibility).toBe("");
});

it("[S1293] elements move themselves while they show something without sprites, but a zoom that has begun goes on", () => {
  const { moving, asked, closed, answer, drawn } = aMap();
  moving.keep([cluster(0, "4")]);
  answer();
  moving.keep([cluster(5, "5")]);
  expect(moving.move(view, size)).toBe(false);
  answer();
  expect(closed).toEqual([asked[0]]);
  expect(moving.move(view, size)).toBe(true);
  moving.keep(null);
  expect(moving.move(view, size)).toBe(true);
  moving.keep([cluster(6, "6")]);
  moving.keep([cluster(7, "7")]);
  expect(moving.move(view, size)).toBe(true);
  expect(drawn.at(-1)).toMatchObject({ x: 205 });
  // One question at a time; the next one is about what is wanted then.
  expect(asked).toHaveLength(3);
  answer();
  expect(asked.at(-1)!.looks).toEqual([{ kind: "cluster", count: "7" }]);
  answer();
  moving.move(view, size);
  expect(drawn.at(-1)).toMatchObject({ x: 209 });
  moving.hide();
  moving.keep(null);
  expect(moving.move(view, size)).toBe(false);
});

it("[S1294] other colors or letters make new sprites, also during a question; a new painter is asked again", () => {
  const { moving, painter, asked, closed, letters, answer } = aMap();
  moving.keep([cluster(0, "4")]);
  letters.size = 2;
  moving.renew();
  expect(asked).toHaveLength(1);
  answer();
  expect(closed).toEqual([asked[0]]);
  expect(moving.move(view, size)).toBe(false);
  expect(asked.map(({ colors }) => colors.letters)).toEqual([1, 2]);
  answer();
  expect(moving.move(view, size)).toBe(true);
  moving.hide();
  moving.renew();
  expect(moving.move(view, size)).toBe(false);
  // Letters that have not come: asked again with the painter's news.
  moving.show(null);
  moving.renew();
  expect(asked).toHaveLength(4);
  moving.use(painter);
  expect(asked).toHaveLength(5);
  answer();
  expect(moving.move(view, size)).toBe(true);
  moving.hide();
  moving.end();
  expect(closed.at(-1)).toBe(asked.at(-1));
  expect(moving.move(view, size)).toBe(false);
});

it("[S1295] the chosen mark lies above the others, dots below them", () => {
  const position = { latitude: 39, longitude: -105 };
  const mark = (id: string, rows: number): Mark => {
    const fields = [{ airport: { id, name: id, zone: "UTC", ...position }, rows: Array(rows), lowestRate: 1200 }];
    const spots = spotsOf(fields as unknown as Parameters<typeof spotsOf>[0]);
    return { key: id, ...toPlane(position), spots, aircraft: rows };
  };
  const both: Mark = {
    ...mark("KAPA", 2),
    spots: [...mark("KAPA", 2).spots, ...mark("KBJC", 1100).spots],
    aircraft: 1102,
  };
  const marks = [mark("KDEN", 1), mark("KBJC", 3), both];
  expect(movedMarks([position], marks, "KDEN", "KBJC")).toEqual([
    { ...toPlane(position), look: { kind: "dot" } },
    { ...toPlane(position), look: { kind: "tag", id: "KBJC", end: "3", isChosen: false, isRaised: true } },
    { ...toPlane(position), look: { kind: "cluster", count: "1,102" } },
    { ...toPlane(position), look: { kind: "tag", id: "KDEN", end: "$1,200", isChosen: true, isRaised: false } },
  ]);
});
