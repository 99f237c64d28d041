// Each demo aircraft has a drawing of its own that has the parts of its type. The facts below come from the makers' descriptions.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { airplanes, allDrawings } from "../../scripts/drawings/all.ts";
import { cardPicture } from "../../shared/domain/aircraft-rules.ts";
import { listingPictures } from "../../shared/domain/pictures/listing-pictures.ts";
import { demoAircraft } from "../../sync-server/db/seed/demo-aircraft.ts";

const publicFolder = fileURLToPath(new URL("../../pwa/public", import.meta.url));
const drawings = allDrawings();

/** Most bytes of one drawing, and of all. */
const MOST_BYTES = 22_000;
const MOST_BYTES_OF_ALL = 560_000;

type Facts = {
  engines: 1 | 2;
  kind: "piston" | "turboprop" | "jet";
  blades: 0 | 2 | 3 | 4 | 5;
  wing: "high" | "low";
  tail: "low" | "t";
  gear: "fixed" | "retractable";
  third: "nose" | "tail";
};

/** A line for each model: engines, kind, blades of a propeller, wing, tail, gear, third wheel. */
const models = `
172S Skyhawk         1 piston    2 high low fixed       nose
182T Skylane         1 piston    3 high low fixed       nose
T206H Stationair     1 piston    3 high low fixed       nose
A-1C-180 Husky       1 piston    2 high low fixed       tail
J-3C-65 Cub          1 piston    2 high low fixed       tail
SR22 G5              1 piston    3 low  low fixed       nose
SR20 G6              1 piston    3 low  low fixed       nose
DA40 NG              1 piston    3 low  t   fixed       nose
PA-28-181 Archer III 1 piston    2 low  low fixed       nose
PA-28R-201 Arrow III 1 piston    2 low  low retractable nose
M20J 201             1 piston    2 low  low retractable nose
Bonanza G36          1 piston    3 low  low retractable nose
Baron G58            2 piston    3 low  low retractable nose
PA-34-220T Seneca V  2 piston    3 low  low retractable nose
PA-44-180 Seminole   2 piston    2 low  t   retractable nose
DA42-VI              2 piston    3 low  t   retractable nose
310R                 2 piston    3 low  low retractable nose
PC-12 NG             1 turboprop 4 low  t   retractable nose
TBM 900              1 turboprop 5 low  low retractable nose
King Air 350i        2 turboprop 4 low  t   retractable nose
King Air 250         2 turboprop 4 low  t   retractable nose
Citation CJ3+        2 jet       0 low  t   retractable nose
Citation M2          2 jet       0 low  t   retractable nose
Phenom 100EV         2 jet       0 low  t   retractable nose`;

const pattern = /^(.+?) +(\d) (piston|turboprop|jet) +(\d) (high|low) +(low|t) +(fixed|retractable) +(nose|tail)$/;

const facts = new Map(
  models
    .trim()
    .split("\n")
    .map((line): [string, Facts] => {
      const [, model = "", engines, kind, blades, wing, tail, gear, third] = pattern.exec(line) ?? [];
      return [model, { engines: Number(engines), kind, blades: Number(blades), wing, tail, gear, third } as Facts];
    }),
);

/** The markup of a drawing's parts with this name. */
const parts = (svg: string, name: string) => svg.split(`data-part="${name}"`).slice(1);
const numberOf = (part: string, attribute: string) => Number(new RegExp(` ${attribute}="([\\d.]+)"`).exec(part)?.[1]);

/** Highest and lowest y of a path's points; cubic segments are relative. */
function extent(d: string): { top: number; bottom: number; middle: number } {
  let y = 0;
  const heights = [...d.matchAll(/([MLc])([^MLcz]+)/g)].map(([, kind, values = ""]) => {
    const last = Number(values.match(/-?[\d.]+/g)?.at(-1));
    y = kind === "c" ? y + last : last;
    return y;
  });
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return { top, bottom, middle: (top + bottom) / 2 };
}

const firstPath = (svg: string, name: string) => extent(/ d="([^"]+)"/.exec(parts(svg, name)[0] ?? "")?.[1] ?? "");
const pathOf = (svg: string, id: string) => extent(new RegExp(`<path id="${id}" d="([^"]+)"`).exec(svg)?.[1] ?? "");

/** What a picture shows. The y axis runs down. */
function seen(svg: string): Facts {
  const propellers = parts(svg, "propeller");
  const engines = parts(svg, "engine").length as Facts["engines"];
  const wheels = parts(svg, "wheel").map((part) => ({ x: numberOf(part, "cx"), r: numberOf(part, "r") }));
  const main = wheels.reduce((largest, wheel) => (wheel.r > largest.r ? wheel : largest));
  const third = wheels.reduce((smallest, wheel) => (wheel.r < smallest.r ? wheel : smallest));
  const fin = pathOf(svg, "v");
  const isTurbine = svg.includes('data-part="exhaust"');
  return {
    engines,
    kind: propellers.length === 0 ? "jet" : isTurbine ? "turboprop" : "piston",
    blades: (parts(svg, "blade").length / Math.max(1, propellers.length)) as Facts["blades"],
    wing: firstPath(svg, "wing").middle < pathOf(svg, "o").middle ? "high" : "low",
    tail: firstPath(svg, "tail-plane").middle < fin.middle ? "t" : "low",
    gear: svg.includes('data-part="gear-door"') ? "retractable" : "fixed",
    third: third.x < main.x ? "nose" : "tail",
  };
}

describe("drawings of the demo aircraft", () => {
  it("there is one for each, and none is a copy of another", () => {
    const own = demoAircraft.map((plane) => drawings.get(cardPicture(plane)) ?? plane.name);
    const shapes = own.map((svg) => /<path id="o" d="([^"]+)"/.exec(svg)?.[1]);
    expect(own.filter((svg) => !svg.startsWith("<svg"))).toEqual([]);
    expect(new Set(own).size).toBe(24);
    // The SR20 and the SR22 share an airframe.
    expect(new Set(shapes).size).toBe(23);
    const marks = own.map((svg) => parts(svg, "tail-number")[0]?.match(/ d="([^"]+)"/)?.[1]);
    expect(new Set(marks).size).toBe(24);
  });

  it.each(demoAircraft.map((plane) => [plane.model, plane] as const))(
    "%s has the parts of its type",
    (model, plane) => {
      expect(seen(drawings.get(cardPicture(plane)) ?? "")).toEqual(facts.get(model));
    },
  );

  it("a listing's class agrees with its engines", () => {
    for (const { model, type } of demoAircraft) {
      const { engines, kind } = facts.get(model) ?? {};
      expect(kind === "piston" ? (engines === 2 ? "multi-engine" : "single-engine") : kind).toBe(type);
    }
  });

  it("tail numbers differ", () => {
    const texts = airplanes.map(({ registration }) => registration?.text);
    expect(new Set(texts).size).toBe(demoAircraft.length);
  });
});

describe("all drawings", () => {
  it("are committed as the script draws them", () => {
    const stale = [...drawings].filter(([address, svg]) => readFileSync(publicFolder + address, "utf8") !== svg);
    expect(stale.map(([address]) => `${address}: run node scripts/drawings.mjs`)).toEqual([]);
  });

  it("include a panel and a cabin for each gallery of drawings, and no other file", () => {
    const shown = demoAircraft.flatMap((plane) => listingPictures(plane).addresses);
    const classes = demoAircraft.flatMap((plane) => listingPictures({ ...plane, name: "", imageUrl: "" }).addresses);
    expect(new Set([...shown, ...classes])).toEqual(new Set(drawings.keys()));
    const files = readdirSync(`${publicFolder}/illustrations`).map((file) => `/illustrations/${file}`);
    expect(files).toEqual(expect.arrayContaining([...drawings.keys()]));
  });

  it("stay small and scale to every width", () => {
    const sizes = [...drawings.values()].map((svg) => Buffer.byteLength(svg));
    expect(Math.max(...sizes)).toBeLessThan(MOST_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES_OF_ALL);
    for (const svg of drawings.values()) {
      expect(svg).toContain('viewBox="0 0 1200 800"');
      expect(svg).not.toMatch(/<image|<text|<script|NaN|undefined/);
    }
  });
});
