import { beforeEach, describe, expect, it } from "vitest";
import { all, austin, CatalogueDevice, denver, inOrder, range } from "../testing/catalogue-device.ts";
import { aCard, idOf } from "../testing/scripted-catalogue.ts";

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

describe("storage trouble", () => {
  it("keeps everything in memory when the browser gives no storage", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open({}, null);
    await catalogue.refresh();
    device.server.publish("denver-co", [aCard(2900)]);
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(catalogue.summary().storageTrouble).toBe("closed");
  });

  it("reopens a connection that the browser closed", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    device.db.backendDB().close();
    device.server.publish("denver-co", [aCard(2900)]);
    await catalogue.refresh();
    expect(catalogue.summary().storageTrouble).toBeNull();
    expect(all(await device.openAgain())).toEqual(inOrder(device.server.all()));
  });

  it("evicts details for cards when the browser is full, and writes whole buckets once there is room", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    let failures = 4;
    device.db.chunks.hook("creating", () => {
      if (failures-- > 0) throw new DOMException("full", "QuotaExceededError");
    });
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(catalogue.summary().storageTrouble).toBe("full");
    for (const bucket of ["denver-co", "austin-tx"])
      device.server.publish(bucket, [bucket === "austin-tx" ? austin(3300) : aCard(2950)]);
    await catalogue.refresh();
    expect(catalogue.summary().storageTrouble).toBeNull();
    expect(all(await device.openAgain())).toEqual(inOrder(device.server.all()));
  });

  it("reads another tab's writes before it writes", async () => {
    device.publishTwoBuckets();
    const one = await device.open();
    await one.refresh();
    const otherDb = device.anotherDb();
    const other = await device.open({}, otherDb);
    device.server.publish("denver-co", range(4000, 4500).map(denver), range(100, 1200).map(idOf));
    await other.refresh();
    device.server.publish("denver-co", [aCard(4600)], [idOf(4001)]);
    await one.refresh();
    expect(all(one)).toEqual(inOrder(device.server.all()));
    expect(await other.refresh()).toBe("changed");
    expect(all(other)).toEqual(inOrder(device.server.all()));
    otherDb.close();
    expect(all(await device.openAgain())).toEqual(inOrder(device.server.all()));
  });
});
