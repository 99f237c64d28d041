import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mainAirports } from "../../../../../shared/domain/airfields/home-airport.ts";
import type { Field } from "../../../../client/airfields/fields.ts";
import { fitted, toScreen, type View } from "../map-view.ts";
import { clusterWords, tagWords } from "../map-words.ts";
import { markSteps, tagEnd } from "./clusters.ts";
import { beyondEdges, isSeen, marksNear, replaced, spotsOf, type Mark } from "./marks.ts";

const size = { width: 960, height: 828 };

function field(id: string, latitude: number, longitude: number, aircraft = 1, lowestRate = 159): Field {
  const airport = { id, name: `Field ${id}`, latitude, longitude, zone: "America/Los_Angeles" };
  return { airport, rows: Array.from({ length: aircraft }, (_, row) => row), lowestRate };
}

const kmyf = field("KMYF", 32.816, -117.14, 2, 169);
const kvny = field("KVNY", 34.21, -118.49, 2, 199);
const ksql = field("KSQL", 37.512, -122.25);
const koak = field("KOAK", 37.721, -122.221);
const spots = spotsOf([koak, kvny, kmyf, ksql]);
/** All four are seen, as on the picture of the design. */
const view = fitted(spots, size, { margin: 60 })!;
const names = (marks: readonly Mark[]) => marks.map((mark) => mark.spots.map(({ airport }) => airport.id).join("+"));

/** All marks at a scale; the map computes them in steps. */
function marksAt(all: ReturnType<typeof spotsOf>, scale: number, letterSize = 1): Mark[] {
  const steps = markSteps(all, scale, letterSize);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A market over the whole country. */
const anyField = fc.record({
  latitude: fc.double({ min: 25, max: 49, noNaN: true }),
  longitude: fc.double({ min: -124, max: -67, noNaN: true }),
  aircraft: fc.integer({ min: 1, max: 30 }),
});
const markets = fc
  .array(anyField, { minLength: 1, maxLength: 200 })
  .map((fields) =>
    fields.map((one, at) => field(`F${at.toString(36).padStart(3, "0")}`, one.latitude, one.longitude, one.aircraft)),
  );
const scales = fc.constantFrom(0.5, 1, 3, 10, 60);

describe("the marks of the map", () => {
  it("[S662] are tags from west to east, and a cluster where two tags would overlap", () => {
    expect(names(marksAt(spots, view.scale))).toEqual(["KOAK+KSQL", "KVNY", "KMYF"]);
    expect(names(marksAt(spots, 60))).toEqual(["KSQL", "KOAK", "KVNY", "KMYF"]);
  });

  it("[S663] contain each aircraft exactly once, at every scale", () => {
    fc.assert(
      fc.property(markets, scales, (fields, scale) => {
        const marks = marksAt(spotsOf(fields), scale);
        const ids = marks.flatMap((mark) => mark.spots.map(({ airport }) => airport.id));
        expect(ids.sort()).toEqual(fields.map(({ airport }) => airport.id).sort());
        const aircraft = fields.reduce((count, { rows }) => count + rows.length, 0);
        expect(marks.reduce((count, mark) => count + mark.aircraft, 0)).toBe(aircraft);
      }),
    );
  });

  it("[S664] are the same for the same airfields in any order, and never overlap", () => {
    fc.assert(
      fc.property(markets, scales, (fields, scale) => {
        const marks = marksAt(spotsOf(fields), scale);
        expect(names(marksAt(spotsOf(fields.toReversed()), scale))).toEqual(names(marks));
        const clusters = marks.filter((mark) => mark.spots.length > 1);
        for (const [at, one] of clusters.entries())
          for (const other of clusters.slice(at + 1)) {
            const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) * scale;
            expect(apart).toBeGreaterThanOrEqual(56);
          }
      }),
    );
  });

  it("end in few rounds for a market of thousands of airfields", () => {
    // The same numbers in every run.
    const random = (n: number) => (Math.imul(n, 2_654_435_761) >>> 0) / 2 ** 32;
    const many = Array.from({ length: 3000 }, (_, n) =>
      field(`X${n}`, 25 + 24 * random(n + 1), -124 + 57 * random(n + 7001)),
    );
    const marks = marksAt(spotsOf(many), 1.2);
    expect(marks.length).toBeLessThan(150);
    expect(names(marksAt(spotsOf(many), 1.2))).toEqual(names(marks));
    const again = marks.flatMap((mark) => (mark.spots.length > 1 ? [[mark.x * 1.2, mark.y * 1.2] as const] : []));
    const close = again.filter(([x, y], at) =>
      again.slice(at + 1).some(([left, top]) => Math.abs(x - left) < 56 && Math.abs(y - top) < 56),
    );
    expect(close).toEqual([]);
  });

  it("are those of the screen and its margin", () => {
    const marks = marksAt(spots, view.scale);
    const close: View = { ...view, x: spots[2]!.x, y: spots[2]!.y, scale: 60 };
    expect(names(marksNear(marks, view, size, 0))).toHaveLength(3);
    expect(names(marksNear(marksAt(spots, 60), close, size, 0))).toEqual(["KMYF"]);
  });

  it("[S1282] of a new scale replace the others from the middle outwards, and all are from west to east", () => {
    const before = marksAt(spots, view.scale);
    const after = marksNear(marksAt(spots, view.scale * 8), view, size, 0);
    const shareOf = (mark: Mark) => {
      const { x, y } = toScreen(view, size, mark);
      return Math.max(Math.abs(x / size.width - 0.5), Math.abs(y / size.height - 0.5));
    };
    const at = (count: number) => replaced(before, after, view, size, count);
    expect(at(0)).toEqual(before);
    for (let count = 1; count < after.length; count++) {
      const shown = at(count);
      const fresh = shown.filter((mark) => after.includes(mark));
      const rest = shown.filter((mark) => !after.includes(mark));
      const farthest = Math.max(...fresh.map(shareOf));
      expect(fresh.length).toBeGreaterThanOrEqual(count);
      expect(Math.min(...after.filter((mark) => !fresh.includes(mark)).map(shareOf))).toBeGreaterThanOrEqual(farthest);
      const keys = new Set(fresh.map(({ key }) => key));
      expect(rest).toEqual(before.filter((mark) => !keys.has(mark.key) && shareOf(mark) > farthest));
      expect(shown.map(({ x }) => x)).toEqual(shown.map(({ x }) => x).sort((a, b) => a - b));
      expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
    }
    expect(at(after.length)).toEqual(after);
  });

  it("[S665] say identifier, aircraft and lowest price, and for a cluster what a press does", () => {
    expect(tagWords(kvny)).toBe("KVNY 2 aircraft, K V N Y, Field KVNY, from $199");
    expect(tagWords(ksql)).toBe("KSQL $159, K S Q L, Field KSQL, 1 aircraft");
    expect([tagEnd(kvny), tagEnd(ksql)]).toEqual(["2", "$159"]);
    const [cluster] = marksAt(spots, view.scale);
    expect(clusterWords(cluster!)).toBe("2 aircraft at K O A K and K S Q L, show closer");
    const [all] = marksAt(spots, 0.2);
    expect(clusterWords(all!)).toBe("6 aircraft at 4 airfields, show closer");
  });
});

describe("aircraft beyond the edges", () => {
  it("[S666] are counted at the edge where they are farthest out", () => {
    const close: View = { ...view, x: spots[2]!.x, y: spots[2]!.y, scale: 40 };
    const { north, east, south, west } = beyondEdges(marksAt(spots, 40), close, size);
    expect(names([...north, ...west]).sort()).toEqual(["KOAK", "KSQL", "KVNY"]);
    expect([...east, ...south]).toEqual([]);
    expect(Object.values(beyondEdges(marksAt(spots, view.scale), view, size)).flat()).toEqual([]);
  });

  it("[S675] with the marks of the screen are all aircraft of the search, each once", () => {
    fc.assert(
      fc.property(markets, scales, fc.nat(199), (fields, scale, nth) => {
        const all = spotsOf(fields);
        const { x, y } = all[nth % all.length]!;
        const shown = { x, y, scale };
        const marks = marksAt(all, scale);
        const beyond = Object.values(beyondEdges(marks, shown, size)).flat();
        const seen = marks.filter((mark) => isSeen(mark, shown, size));
        const aircraft = [...beyond, ...seen].reduce((count, mark) => count + mark.aircraft, 0);
        expect(aircraft).toBe(fields.reduce((count, { rows }) => count + rows.length, 0));
        for (const mark of seen) {
          const point = toScreen(shown, size, mark);
          expect([point.x, point.y].every((one) => one >= 0) && point.x <= 960 && point.y <= 828).toBe(true);
        }
      }),
    );
  });
});

it("knows main airports as cards do", () => {
  expect(spotsOf([{ ...kmyf, airport: mainAirports["San Diego CA"] }])[0]!.x).toBeCloseTo(spots[2]!.x, 6);
});
