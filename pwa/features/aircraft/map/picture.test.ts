// The picture of the map: when it is painted anew, and where it lies until the next one has come.
import { describe, expect, it } from "vitest";
import type { Drawing } from "./drawing.ts";
import type { View } from "./map-view.ts";
import type { PictureListeners } from "./painter.ts";
import { Picture } from "./picture.ts";

const size = { width: 800, height: 600 };
const start: View = { x: 0, y: 0, scale: 2 };
const colors = {
  sea: "s",
  land: "l",
  edge: "e",
  text: "t",
  surface: "su",
  ink: "i",
  line: "li",
  link: "lk",
  font: "f",
  letters: 1,
};

globalThis.devicePixelRatio ??= 1;

/** A picture with a painter that answers when the test says so. */
function aPicture() {
  const canvas = { width: 0, height: 0, style: { transform: "" }, shown: [] as unknown[], getContext };
  function getContext() {
    return { transferFromImageBitmap: (one: unknown) => void canvas.shown.push(one) };
  }
  const asked: Drawing[] = [];
  const view = { isKnown: true };
  const painters: { listeners: PictureListeners; isEnded: boolean }[] = [];
  const picture = new Picture({
    canvas: () => canvas as unknown as HTMLCanvasElement,
    look: () => ({ colors, from: null }),
    isReady: () => view.isKnown,
    start: (listeners) => {
      const painter = { listeners, isEnded: false };
      painters.push(painter);
      return { paint: (drawing) => void asked.push(drawing), end: () => void (painter.isEnded = true) };
    },
  });
  const answer = () => {
    const { width, height } = asked.at(-1)!.size;
    painters.at(-1)!.listeners.onPicture({ width, height, close: () => undefined });
  };
  const views = () => asked.map(({ view }) => view);
  return { picture, canvas, asked, painters, answer, views, view };
}

/** The same with its first picture on the canvas. */
function shown() {
  const one = aPicture();
  one.picture.begin();
  one.picture.follow(start, size, null);
  one.answer();
  return one;
}

const moved = (right: number): View => ({ ...start, x: start.x + right / start.scale });

describe("the map's picture", () => {
  it("[S1170] is painted with a margin, and moved while the margin lasts", () => {
    const { picture, canvas, asked } = shown();
    expect(asked[0]).toMatchObject({ view: start, size: { width: 1312, height: 1112 }, beside: 256 });
    picture.follow(moved(100), size, null);
    expect(asked).toHaveLength(1);
    expect(canvas.style.transform).toBe("translate(-100px, 0px) scale(1)");
  });

  it("is asked for anew before its edge is seen, once, and stays until the next one has come", () => {
    const { picture, canvas, views, answer } = shown();
    for (const right of [140, 160, 180]) picture.follow(moved(right), size, null);
    expect(views()).toEqual([start, moved(140)]);
    expect(canvas.style.transform).toBe("translate(-180px, 0px) scale(1)");
    answer();
    expect(views()).toHaveLength(2);
    expect(canvas.style.transform).toBe("translate(-40px, 0px) scale(1)");
  });

  it("[S1265] is not painted before the first view is known, since another one's would be stretched", () => {
    const { picture, views, view } = aPicture();
    view.isKnown = false;
    picture.begin();
    picture.follow(start, size, null);
    expect(views()).toEqual([]);
    view.isKnown = true;
    picture.renew(moved(300), size);
    expect(views()).toEqual([moved(300)]);
  });

  it("is of where the map is when the painter has time again", () => {
    const { picture, views, answer } = shown();
    for (const right of [140, 900]) picture.follow(moved(right), size, null);
    answer();
    expect(views()).toEqual([start, moved(140), moved(900)]);
  });

  it("is stretched while a press doubles the scale, and painted once at its end", () => {
    const { picture, views, answer } = shown();
    const end = { ...start, scale: 4 };
    for (const scale of [2.5, 3, 4]) picture.follow({ ...start, scale }, size, end);
    expect(views()).toEqual([start]);
    picture.rest(end, size);
    answer();
    picture.rest(end, size);
    expect(views()).toEqual([start, end]);
  });

  it("is painted for the end of a movement that leads farther away, at its start", () => {
    const { picture, views, answer } = shown();
    const end = { ...start, scale: 1 };
    for (const scale of [1.9, 1.5]) picture.follow({ ...start, scale }, size, end);
    answer();
    picture.follow(end, size, null);
    picture.rest(end, size);
    expect(views()).toEqual([start, end]);
  });

  it("lies in the middle of a screen that has another size, until it is painted for it", () => {
    const { picture, canvas, asked } = shown();
    picture.renew(start, { width: 1000, height: 600 });
    expect(asked).toHaveLength(2);
    picture.follow(start, { width: 1000, height: 600 }, null);
    expect(canvas.style.transform).toBe("translate(100px, 0px) scale(1)");
  });

  it("is painted again with shapes and letters that came later, also while another one is painted", () => {
    const { picture, painters, views, answer } = aPicture();
    picture.begin();
    picture.follow(start, size, null);
    painters[0]!.listeners.onNews();
    expect(views()).toHaveLength(1);
    answer();
    expect(views()).toEqual([start, start]);
    answer();
    expect(views()).toHaveLength(2);
  });

  it("gets another painter after a lost one, when it is tried again", () => {
    const { picture, painters, views } = aPicture();
    picture.begin();
    picture.follow(start, size, null);
    picture.begin();
    expect(painters).toHaveLength(1);
    painters[0]!.listeners.onLost();
    picture.begin();
    expect(painters.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(views()).toEqual([start, start]);
    picture.end();
    expect(painters[1]!.isEnded).toBe(true);
  });
});
