import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addToSnapshot,
  clampSnapshot,
  snapshotIncludes,
  parseSnapshot,
  snapshotCovers,
  snapshotDifference,
  snapshotText,
  type Snapshot,
} from "./snapshot.ts";
import { testSeed } from "../../tests/seed.ts";

const seed = testSeed("snapshots");

const snapshots = fc
  .tuple(fc.integer({ min: 3, max: 60 }), fc.uniqueArray(fc.integer({ min: 3, max: 59 })))
  .map(([xmax, candidates]): Snapshot => {
    const running = candidates.filter((xid) => xid < xmax).sort((a, b) => a - b);
    return { xmin: running[0] ?? xmax, xmax, running };
  });
const all = Array.from({ length: 90 }, (_, index) => index + 1);
const heard = (snapshot: Snapshot) => all.filter((xid) => snapshotIncludes(snapshot, xid));

describe("snapshots", () => {
  it("come back from their text as they were", () => {
    fc.assert(
      fc.property(snapshots, (one) => {
        expect(parseSnapshot(snapshotText(one))).toEqual(one);
      }),
      { seed },
    );
  });

  it.each(["", "5", "5:4:", "5:9:9", "5:9:4", "5:9:7,6", "a:b:", "0:4:", "5:9:7,", "-1:4:", "5:9:7:1"])(
    "refuse %j",
    (text) => expect(parseSnapshot(text)).toBeNull(),
  );

  it("[R1] clamped at an id contain exactly the older ones", () => {
    fc.assert(
      fc.property(snapshots, fc.integer({ min: 3, max: 70 }), (one, limit) => {
        const clamped = clampSnapshot(one, limit);
        expect(heard(clamped)).toEqual(heard(one).filter((xid) => xid < limit));
        expect(parseSnapshot(snapshotText(clamped))).toEqual(clamped);
      }),
      { seed },
    );
  });

  it("[R2] with added transactions contain exactly those more", () => {
    fc.assert(
      fc.property(snapshots, fc.uniqueArray(fc.integer({ min: 3, max: 80 })), (one, xids) => {
        const added = addToSnapshot(one, xids);
        expect(heard(added)).toEqual(all.filter((xid) => snapshotIncludes(one, xid) || xids.includes(xid)));
        expect(parseSnapshot(snapshotText(added))).toEqual(added);
      }),
      { seed },
    );
  });

  it("[R2] tell what one has and another lacks", () => {
    fc.assert(
      fc.property(snapshots, snapshots, (one, other) => {
        const more = heard(one).filter((xid) => !snapshotIncludes(other, xid));
        expect(snapshotDifference(one, other).sort((a, b) => a - b)).toEqual(more);
        expect(snapshotCovers(other, one)).toBe(more.length === 0);
      }),
      { seed },
    );
  });
});
