import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mainAirports } from "../../../../shared/domain/airfields/home-airport.ts";
import { nauticalMiles } from "../../../../shared/domain/airfields/distance.ts";
import { areaOf, bounded, fitted, fromScreen, MAX_SCALE, panned, pixelsPerMile, scaleBar } from "./map-view.ts";
import { toPlane, toPosition, toScreen, zoomed, type View } from "./map-view.ts";

const size = { width: 960, height: 828 };
const kmyf = mainAirports["San Diego CA"];
const kvny = mainAirports["Los Angeles CA"];
const at = (position: { latitude: number; longitude: number }, scale: number): View => ({
  ...toPlane(position),
  scale,
});

const views = fc.record({
  latitude: fc.double({ min: 30, max: 45, noNaN: true }),
  longitude: fc.double({ min: -120, max: -90, noNaN: true }),
  // Far from the edges of the map, where the middle would stay on it instead.
  scale: fc.double({ min: 2, max: 50, noNaN: true }),
});

describe("the plane", () => {
  it("[S660] gives every airfield of the FAA its own place, and finds the position of a place", () => {
    const far = [
      { latitude: 13.484, longitude: 144.796 },
      { latitude: 51.878, longitude: -176.646 },
      { latitude: 18.439, longitude: -66.002 },
      { latitude: 71.285, longitude: -156.766 },
    ];
    for (const position of [...far, kmyf]) {
      const found = toPosition(toPlane(position));
      expect(found.latitude).toBeCloseTo(position.latitude, 6);
      expect(found.longitude).toBeCloseTo(position.longitude, 6);
    }
    // Guam is west of Adak, which is west of Puerto Rico: no map is torn between them.
    expect(toPlane(far[0]!).x).toBeLessThan(toPlane(far[1]!).x);
    expect(toPlane(far[1]!).x).toBeLessThan(toPlane(far[2]!).x);
  });

  it("has north above, and the true length of a mile", () => {
    const view = at(kmyf, 10);
    const [from, to] = [toScreen(view, size, toPlane(kmyf)), toScreen(view, size, toPlane(kvny))];
    expect(from).toEqual({ x: 480, y: 414 });
    expect(to.y).toBeLessThan(from.y);
    const pixels = Math.hypot(to.x - from.x, to.y - from.y);
    expect(pixels / pixelsPerMile(view)).toBeCloseTo(nauticalMiles(kmyf, kvny), -0.3);
  });
});

describe("a view", () => {
  it("[S661] keeps the point under the pointer where it is while zooming", () => {
    fc.assert(
      fc.property(
        views,
        fc.nat(960),
        fc.nat(828),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (start, x, y, factor) => {
          const before = at(start, start.scale);
          const after = zoomed(before, size, factor, { x, y });
          const fixed = fromScreen(before, size, { x, y });
          const shown = toScreen(after, size, fixed);
          expect(Math.hypot(shown.x - x, shown.y - y)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it("moves its content by the pixels of a pan", () => {
    const view = at(kmyf, 7);
    const moved = toScreen(panned(view, 64, -10), size, toPlane(kmyf));
    expect([moved.x, moved.y]).toEqual([expect.closeTo(544, 6), expect.closeTo(404, 6)]);
  });

  it("fits all points between its margins, at most as close as wanted", () => {
    const points = [kmyf, kvny, mainAirports["Phoenix AZ"]].map(toPlane);
    const view = fitted(points, size, { margin: 60, top: 100, right: 90, bottom: 30 })!;
    for (const point of points) {
      const { x, y } = toScreen(view, size, point);
      expect([x >= 59, x <= 811, y >= 159, y <= 739]).toEqual([true, true, true, true]);
    }
    expect(fitted([toPlane(kmyf)], size, { margin: 60, closest: 8 })!.scale).toBe(8);
    expect(fitted([], size, { margin: 60 })).toBeNull();
  });

  it("never leaves the map", () => {
    const view = panned(at(kmyf, 1), 100_000, 100_000);
    expect(toPosition(view).longitude).toBeGreaterThan(130);
    expect(bounded({ ...view, scale: 1e9 }).scale).toBe(MAX_SCALE);
  });

  it("knows the part of the earth it shows, also across the line between the dates", () => {
    const area = areaOf(at(kmyf, 10), size);
    expect(area.south < kmyf.latitude && area.north > kmyf.latitude).toBe(true);
    expect(area.west < kmyf.longitude && area.east > kmyf.longitude).toBe(true);
    const adak = areaOf(at({ latitude: 52, longitude: -179 }, 4), size);
    expect(adak.west).toBeGreaterThan(adak.east);
  });

  it("has a scale bar of a round distance", () => {
    const bar = scaleBar(at(kmyf, 6), 170);
    expect([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]).toContain(bar.miles);
    expect(bar.pixels).toBeLessThanOrEqual(170);
    expect(bar.pixels).toBeCloseTo(bar.miles * pixelsPerMile(at(kmyf, 6)), 6);
  });
});
