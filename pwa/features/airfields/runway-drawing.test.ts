import { describe, expect, it } from "vitest";
import type { Runway } from "../../../shared/domain/airfields.ts";
import { drawingSize, drawRunways } from "./runway-drawing.ts";

// KMYF as the FAA publishes it.
const kmyf: Runway[] = [
  {
    ...{ id: "10L/28R", lengthFt: 4598, widthFt: 150 },
    ends: [
      { id: "10L", latitude: 32.818167, longitude: -117.144684 },
      { id: "28R", latitude: 32.812828, longitude: -117.131118, displacedFt: 1199 },
    ],
  },
  {
    ...{ id: "10R/28L", lengthFt: 3401, widthFt: 60 },
    ends: [
      { id: "10R", latitude: 32.816922, longitude: -117.145371 },
      { id: "28L", latitude: 32.812973, longitude: -117.135338 },
    ],
  },
  {
    ...{ id: "05/23", lengthFt: 3400, widthFt: 75 },
    ends: [
      { id: "05", latitude: 32.814857, longitude: -117.14601, displacedFt: 390 },
      { id: "23", latitude: 32.818806, longitude: -117.13598 },
    ],
  },
  { ...{ id: "H1", lengthFt: 48, widthFt: 48 }, ends: [{ id: "H1", latitude: 32.815783, longitude: -117.147239 }] },
];
const drawing = drawRunways(kmyf)!;
const runway = (id: string) => drawing.runways.find((one) => one.id === id)!;

describe("the drawing of runways", () => {
  it("[S610] has lengths to the scale of its bar", () => {
    const pixelsAFoot = drawing.scale.length / drawing.scale.feet;
    for (const { id, lengthFt } of kmyf.slice(0, 3))
      expect(runway(id).length / pixelsAFoot / lengthFt).toBeCloseTo(1, 2);
    expect(drawing.scale).toMatchObject({ feet: 1_000 });
  });

  it("[S611] has true north up: headings 115 and 65 from true north", () => {
    expect(runway("10L/28R").angle).toBeCloseTo(115 - 90, 0);
    expect(runway("05/23").angle).toBeCloseTo(65 - 90, 0);
  });

  it("[S612] shows narrow runways 4.5 px wide, and wide ones to scale", () => {
    expect(runway("10R/28L").width).toBe(4.5);
    expect(runway("10L/28R").width).toBeCloseTo((150 * drawing.scale.length) / drawing.scale.feet, 5);
  });

  it("[S613] has a bar at each displaced threshold, counted from its own end", () => {
    const pixelsAFoot = drawing.scale.length / drawing.scale.feet;
    expect(runway("10L/28R").thresholds[0]! / pixelsAFoot).toBeCloseTo(
      runway("10L/28R").length / pixelsAFoot - 1199,
      3,
    );
    expect(runway("05/23").thresholds[0]! / pixelsAFoot).toBeCloseTo(390, 3);
    expect(runway("10R/28L").thresholds).toEqual([]);
  });

  it("names both ends inside the drawing, apart from each other", () => {
    expect(drawing.labels.map(({ text }) => text).sort()).toEqual(["05", "10L", "10R", "23", "28L", "28R"]);
    for (const { x, y } of drawing.labels) {
      expect(x).toBeGreaterThan(14);
      expect(x).toBeLessThan(drawingSize.width - 14);
      expect(y).toBeGreaterThan(8);
      expect(y).toBeLessThan(drawingSize.height - 30);
    }
    for (const one of drawing.labels)
      for (const other of drawing.labels)
        if (one !== other) expect(Math.abs(one.x - other.x) >= 32 || Math.abs(one.y - other.y) >= 16).toBe(true);
  });

  it("is none without published positions, and for helipads alone", () => {
    expect(drawRunways([])).toBeNull();
    expect(drawRunways(kmyf.slice(3))).toBeNull();
    expect(drawRunways([{ id: "09/27", lengthFt: 1800, widthFt: 60, ends: [{ id: "09" }, { id: "27" }] }])).toBeNull();
  });

  it("of a single north-south strip is upright", () => {
    const ends = [
      { id: "36", latitude: 40, longitude: -100 },
      { id: "18", latitude: 40.01, longitude: -100 },
    ];
    const [strip] = drawRunways([{ id: "18/36", lengthFt: 3645, widthFt: 50, ends }])!.runways;
    expect(strip!.angle).toBeCloseTo(-90, 5);
    expect(strip!.from.x).toBeCloseTo(drawingSize.width / 2, 5);
  });
});
