import { beforeEach, describe, expect, it } from "vitest";
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import { all, austin, CatalogueDevice, denver, inOrder } from "../testing/catalogue-device.ts";
import { idOf } from "../testing/scripted-catalogue.ts";

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

describe("a segment pushed by the server", () => {
  it("is applied at once and stored when it follows the held state, without a request", async () => {
    device.publishTwoBuckets();
    let catalogue = await device.open();
    await catalogue.refresh();
    const dearer = { n: 2, put: [austin(3001, { hourlyRate: 777 })], drop: [idOf(3002)] };
    device.server.publish("austin-tx", dearer.put, dearer.drop);
    device.server.takeRequests();
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 2, segment: dearer })).toBe(true);
    // Applying it again changes nothing.
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 2, segment: dearer })).toBe(true);
    expect(device.server.takeRequests()).toEqual([]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(catalogue.find(idOf(3001))).toMatchObject({ hourlyRate: 777 });
    expect(catalogue.find(idOf(3002))).toBeNull();
    expect(catalogue.buckets().toSorted()).toEqual(["austin-tx", "denver-co"]);
    catalogue = await device.openAgain();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("is ignored when an earlier one is missing, or when it is malformed", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const before = all(catalogue);
    const nonsense = { n: 2, put: [{ id: "no card" } as AircraftCard], drop: [] };
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 2, segment: nonsense })).toBe(false);
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 3, segment: { n: 3, put: [], drop: [] } })).toBe(
      false,
    );
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 2 })).toBe(false);
    expect(await catalogue.applySegment({ bucket: "boise-id", head: 1 })).toBe(false);
    expect(all(catalogue)).toEqual(before);
  });

  it("is not reverted by an older manifest", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const segment = { n: 2, put: [austin(3001, { hourlyRate: 777 })], drop: [] };
    // The manifest does not list the segment yet, because a proxy cached an older one.
    expect(await catalogue.applySegment({ bucket: "austin-tx", head: 2, segment })).toBe(true);
    await catalogue.refresh();
    expect(catalogue.find(idOf(3001))).toMatchObject({ hourlyRate: 777 });
  });
});

describe("an aircraft that moves between buckets", () => {
  const moved = austin(5);

  it("is shown once, at its new location, in either order of changes", async () => {
    for (const first of ["austin-tx", "denver-co"]) {
      device = new CatalogueDevice();
      device.server.publish("denver-co", [denver(5), denver(6)], [], "Denver CO");
      device.server.publish("austin-tx", [austin(9)], [], "Austin TX");
      const catalogue = await device.open();
      await catalogue.refresh();
      const news = {
        "austin-tx": () => device.server.publish("austin-tx", [moved]),
        "denver-co": () => device.server.publish("denver-co", [], [moved.id]),
      };
      if (first === "austin-tx") {
        news["austin-tx"]();
        await catalogue.refresh();
        expect(all(catalogue).filter(({ id }) => id === moved.id)).toEqual([moved]);
        news["denver-co"]();
      } else {
        news["denver-co"]();
        await catalogue.refresh();
        news["austin-tx"]();
      }
      await catalogue.refresh();
      expect(all(catalogue)).toEqual(inOrder([austin(9), moved, denver(6)]));
    }
  });

  it("is not removed by a late drop of the bucket that it left and joined again", async () => {
    device.server.publish("denver-co", [denver(5)], [], "Denver CO");
    device.server.publish("austin-tx", [austin(9)], [], "Austin TX");
    const catalogue = await device.open();
    await catalogue.refresh();
    device.server.publish("austin-tx", [moved]);
    await catalogue.refresh();
    device.server.publish("austin-tx", [], [moved.id]);
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder([austin(9), denver(5)]));
  });
});
