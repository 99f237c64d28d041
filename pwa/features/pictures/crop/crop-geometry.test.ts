import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cornerAt,
  cropWords,
  fitted,
  frameOf,
  isWhole,
  mirrored,
  moved,
  outputSize,
  sizeText,
  straightened,
  turned,
  turnedSize,
  wholePicture,
  zoomed,
  type Crop,
  type Size,
} from "./crop-geometry.ts";

const photo: Size = { width: 4000, height: 3000 };

/** How far the frame's corners lie outside the picture, in pixels. */
function outside(picture: Size, crop: Crop): number {
  const { width, height, x, y } = frameOf(picture, crop);
  const turned = turnedSize(picture, crop);
  const angle = (-crop.angle * Math.PI) / 180;
  const corners = [-1, 1].flatMap((right) => [-1, 1].map((down) => [x + (right * width) / 2, y + (down * height) / 2]));
  return Math.max(
    ...corners.flatMap(([cx = 0, cy = 0]) => [
      Math.abs(cx * Math.cos(angle) - cy * Math.sin(angle)) - turned.width / 2,
      Math.abs(cx * Math.sin(angle) + cy * Math.cos(angle)) - turned.height / 2,
    ]),
  );
}

describe("the frame", () => {
  it("is the largest 3:2 part of the picture at first", () => {
    expect(outputSize(photo, wholePicture, 16e6)).toEqual({ width: 4000, height: 2667 });
    expect(outputSize({ width: 2000, height: 3000 }, wholePicture, 16e6)).toEqual({ width: 2000, height: 1333 });
    expect(isWhole({ width: 3000, height: 2000 }, wholePicture)).toBe(true);
    expect(isWhole(photo, wholePicture)).toBe(false);
  });

  it("stays within the picture after any steps, and keeps its shape", () => {
    const step = fc.oneof(
      fc.tuple(
        fc.constant("move" as const),
        fc.integer({ min: -5000, max: 5000 }),
        fc.integer({ min: -5000, max: 5000 }),
      ),
      fc.tuple(
        fc.constant("corner" as const),
        fc.integer({ min: -5000, max: 5000 }),
        fc.integer({ min: -5000, max: 5000 }),
      ),
      fc.tuple(fc.constant("zoom" as const), fc.integer({ min: -100, max: 100 }), fc.constant(0)),
      fc.tuple(fc.constant("angle" as const), fc.integer({ min: -40, max: 40 }), fc.constant(0)),
      fc.tuple(fc.constant("turn" as const), fc.constant(0), fc.constant(0)),
      fc.tuple(fc.constant("mirror" as const), fc.constant(0), fc.constant(0)),
    );
    const size = fc.record({ width: fc.integer({ min: 50, max: 9000 }), height: fc.integer({ min: 50, max: 9000 }) });
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 12 }), (picture, steps) => {
        let crop = fitted(picture, wholePicture);
        for (const [name, a, b] of steps) {
          if (name === "move") crop = moved(picture, crop, { x: a, y: b });
          else if (name === "corner") crop = cornerAt(picture, crop, { x: 1, y: -1 }, { x: a, y: b });
          else if (name === "zoom") crop = zoomed(picture, crop, a / 100);
          else if (name === "angle") crop = straightened(picture, crop, a / 2);
          else crop = name === "turn" ? turned(picture, crop, 1) : mirrored(picture, crop);
          expect(outside(picture, crop)).toBeLessThan(0.01);
          const { width, height } = frameOf(picture, crop);
          expect(width / height).toBeCloseTo(1.5, 6);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("comes back after four turns, and after two mirrors", () => {
    const start = moved(photo, zoomed(photo, straightened(photo, wholePicture, 4), -0.4), { x: 300, y: -200 });
    let crop = start;
    for (let turn = 0; turn < 4; turn++) crop = turned(photo, crop, 1);
    expect(crop.center.x).toBeCloseTo(start.center.x, 6);
    expect(crop.center.y).toBeCloseTo(start.center.y, 6);
    expect(crop.turns).toBe(0);
    expect(mirrored(photo, mirrored(photo, start))).toEqual(start);
    expect(turned(photo, turned(photo, wholePicture, 1), -1)).toEqual(wholePicture);
  });

  it("has one corner where the pointer is, and the opposite one where it was", () => {
    const before = frameOf(photo, wholePicture);
    const after = frameOf(photo, cornerAt(photo, wholePicture, { x: 1, y: 1 }, { x: 500, y: 333 }));
    expect(after.x - after.width / 2).toBeCloseTo(before.x - before.width / 2, 6);
    expect(after.x + after.width / 2).toBeCloseTo(500, 6);
  });

  it("is announced with its size and turn", () => {
    expect(cropWords({ width: 2400, height: 1600 }, { ...wholePicture, turns: 1 })).toBe(
      "2,400 by 1,600, turned 90 degrees",
    );
    expect(cropWords({ width: 2400, height: 1600 }, wholePicture)).toBe("2,400 by 1,600");
    expect(cropWords({ width: 300, height: 200 }, { ...wholePicture, angle: -2.5 })).toBe(
      "300 by 200, turned −2.5 degrees",
    );
    expect(sizeText({ width: 2400, height: 1600 })).toBe("2,400 × 1,600");
  });
});
