import { beforeEach, describe, expect, it, vi } from "vitest";
import { all, austin, CatalogueDevice, denver, inOrder, range } from "../testing/catalogue-device.ts";
import { aCard, cut, idOf } from "../testing/scripted-catalogue.ts";

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

const newGeneration = "22222222-2222-4222-8222-222222222222";

describe("bringing the catalogue to the device", () => {
  it("takes base and segments the first time, only segments afterwards, and nothing when nothing changed", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    expect(await catalogue.refresh()).toBe("changed");
    expect(device.server.takeAsked()).toEqual([
      "",
      "/denver-co/base/1",
      "/denver-co/segment/2",
      "/austin-tx/segment/1",
    ]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(catalogue.summary()).toMatchObject({
      rows: 2509,
      total: 2509,
      isWhole: true,
      asOf: "2026-11-21T10:38:00.000Z",
    });

    device.server.publish("austin-tx", [austin(3010)]);
    expect(await catalogue.refresh()).toBe("changed");
    expect(device.server.takeAsked()).toEqual(["", "/austin-tx/segment/2"]);

    expect(await catalogue.refresh()).toBe("unchanged");
    expect(device.server.takeAsked()).toEqual([""]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("fetches several buckets at once, never more than four files, and all of them in the end", async () => {
    const places = range(0, 9).map((n) => `Place ${n}`);
    for (const [n, place] of places.entries()) device.server.publish(`place-${n}`, [aCard(n)], [], place);
    const open: (() => void)[] = [];
    let most = 0;
    device.server.fault = (path, answer) => {
      if (path === "/api/catalogue") return undefined;
      return new Promise((resolve) => {
        open.push(() => resolve(answer()));
        most = Math.max(most, open.length);
      });
    };
    const catalogue = await device.open();
    const refreshed = catalogue.refresh();
    for (let released = 0; released < places.length; released++) {
      await vi.waitFor(() => expect(open).toHaveLength(Math.min(4, places.length - released)));
      open.shift()!();
    }
    expect(await refreshed).toBe("changed");
    expect(most).toBe(4);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("asks once more when called while it is asking", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    let isNew = false;
    device.server.fault = (_, answer) =>
      answer().then((response) => {
        // The first answer is on its way when the news comes.
        if (!isNew) device.server.publish("austin-tx", [austin(3010)]);
        isNew = true;
        return response;
      });
    const [first, second, third] = [catalogue.refresh(), catalogue.refresh(), catalogue.refresh()];
    expect(await first).toBe("changed");
    expect(await second).toBe("changed");
    expect(second).toBe(third);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(device.server.takeAsked().filter((path) => path === "")).toHaveLength(2);
  });

  it("opens with what it kept, without a network", async () => {
    device.publishTwoBuckets();
    await (await device.open()).refresh();
    device.server.publish("denver-co", [aCard(2600)], range(1000, 2000).map(idOf));
    const before = await device.openAgain();
    await before.refresh();
    device.server.fault = () => Promise.reject(new TypeError("Failed to fetch"));
    const catalogue = await device.openAgain();
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(catalogue.summary()).toMatchObject({ isWhole: true, asOf: "2026-11-21T10:38:00.000Z", rows: 1510 });
    expect(catalogue.summary().locations).toEqual(["Austin TX", "Denver CO"]);
  });

  it("asks the server only whether anything changed, after a restart too", async () => {
    device.publishTwoBuckets();
    await (await device.open()).refresh();
    const catalogue = await device.openAgain();
    device.server.takeAsked();
    expect(await catalogue.refresh()).toBe("unchanged");
    expect(device.server.takeAsked()).toEqual([""]);
  });

  it("keeps a chunk as it is when a segment does not touch it", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const before = await device.db.chunks.toArray();
    device.server.publish("denver-co", [aCard(1500, { seats: 9 })]);
    await catalogue.refresh();
    const after = await device.db.chunks.toArray();
    const changed = after.filter((chunk, at) => chunk.text !== before[at]?.text);
    expect(changed.map(({ bucket, place }) => [bucket, place])).toEqual([["denver-co", 1]]);
    expect(before.map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual([10, 999, 1000, 500]);
  });

  it("goes back to the base when segments are gone", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    for (const n of range(2700, 2710)) device.server.publish("denver-co", [aCard(n)]);
    device.server.rebase("denver-co");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));

    device.server.publish("denver-co", [aCard(2800)]);
    device.server.takeAsked();
    // The manifest still lists it, the file is not there any more.
    let isLost = true;
    device.server.fault = (path) => {
      if (!path.includes("/segment/") || !isLost) return undefined;
      isLost = false;
      return Promise.resolve(new Response("{}", { status: 404 }));
    };
    await catalogue.refresh();
    expect(device.server.takeAsked()).toEqual([
      "",
      "/denver-co/segment/13",
      "/denver-co/base/12",
      "/denver-co/segment/13",
    ]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("forgets a bucket that the manifest does not list any more", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    device.server.remove("austin-tx");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect((await device.openAgain()).search({}, "newest").length).toBe(2499);
  });

  it("stops where there is no more room, the preferred place first, and says so", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open({ room: { rows: 500, bytes: 60_000_000 } });
    catalogue.prefer("austin");
    await catalogue.refresh();
    expect(catalogue.summary()).toMatchObject({ rows: 10, total: 2509, isWhole: false });
    expect(["", "austin", " AUSTIN ", "denver", "nowhere"].map((place) => catalogue.covers(place))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("a catalogue that began anew", () => {
  it("replaces everything, though numbers are the same", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    device.server.beginAnew(newGeneration);
    device.server.publish("austin-tx", [austin(1)], [], "Austin TX");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual([austin(1)]);
    expect(all(await device.openAgain())).toEqual([austin(1)]);
  });

  it("stays the old one until all of the new one is here", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const old = all(catalogue);
    device.server.beginAnew(newGeneration);
    device.server.publish("austin-tx", [austin(1)], [], "Austin TX");
    device.server.publish("denver-co", [denver(2)], [], "Denver CO");
    device.server.fault = (path, answer) => (path.includes("denver-co") ? cut(answer) : undefined);
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
    expect(all(await device.openAgain())).toEqual(old);
    device.server.fault = null;
    const again = await device.openAgain();
    await again.refresh();
    expect(all(again)).toEqual(inOrder([austin(1), denver(2)]));
  });
});
