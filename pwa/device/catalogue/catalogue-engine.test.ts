import { beforeEach, describe, expect, it, vi } from "vitest";
import { all, austin, CatalogueDevice, denver, inOrder, range } from "../testing/catalogue-device.ts";
import { aCard, cut, idOf } from "../testing/scripted-catalogue.ts";

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

const newGeneration = "22222222-2222-4222-8222-222222222222";

describe("a refresh of the catalogue", () => {
  it("fetches base and segments first, only segments later, and nothing without changes", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    expect(await catalogue.refresh()).toBe("changed");
    expect(device.server.takeRequests()).toEqual([
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
    expect(device.server.takeRequests()).toEqual(["", "/austin-tx/segment/2"]);

    expect(await catalogue.refresh()).toBe("unchanged");
    expect(device.server.takeRequests()).toEqual([""]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("fetches all buckets, at most four files at once", async () => {
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

  it("runs once more when called during a refresh", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    let isNew = false;
    device.server.fault = (_, answer) =>
      answer().then((response) => {
        // The first response was created before the change.
        if (!isNew) device.server.publish("austin-tx", [austin(3010)]);
        isNew = true;
        return response;
      });
    const [first, second, third] = [catalogue.refresh(), catalogue.refresh(), catalogue.refresh()];
    expect(await first).toBe("changed");
    expect(await second).toBe("changed");
    expect(second).toBe(third);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(device.server.takeRequests().filter((path) => path === "")).toHaveLength(2);
  });

  it("opens with its stored state, offline", async () => {
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

  it("sends only a conditional request, after a restart too", async () => {
    device.publishTwoBuckets();
    await (await device.open()).refresh();
    const catalogue = await device.openAgain();
    device.server.takeRequests();
    expect(await catalogue.refresh()).toBe("unchanged");
    expect(device.server.takeRequests()).toEqual([""]);
  });

  it("keeps a chunk that a segment does not change", async () => {
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

  it("fetches the base when segments are missing", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    for (const n of range(2700, 2710)) device.server.publish("denver-co", [aCard(n)]);
    device.server.rebase("denver-co");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));

    device.server.publish("denver-co", [aCard(2800)]);
    device.server.takeRequests();
    // The manifest still lists the file, but the server has removed it.
    let isLost = true;
    device.server.fault = (path) => {
      if (!path.includes("/segment/") || !isLost) return undefined;
      isLost = false;
      return Promise.resolve(new Response("{}", { status: 404 }));
    };
    await catalogue.refresh();
    expect(device.server.takeRequests()).toEqual([
      "",
      "/denver-co/segment/13",
      "/denver-co/base/12",
      "/denver-co/segment/13",
    ]);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("removes a bucket that the manifest no longer lists", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    device.server.remove("austin-tx");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect((await device.openAgain()).search({}, "newest").length).toBe(2499);
  });

  it("stops at the device's limits, loads the preferred location first, and is partial", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open({ limits: { rows: 500, bytes: 60_000_000 } });
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

describe("a new generation of the catalogue", () => {
  it("replaces everything, even with equal numbers", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    device.server.startGeneration(newGeneration);
    device.server.publish("austin-tx", [austin(1)], [], "Austin TX");
    await catalogue.refresh();
    expect(all(catalogue)).toEqual([austin(1)]);
    expect(all(await device.openAgain())).toEqual([austin(1)]);
  });

  it("becomes visible only when all of it is loaded", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const old = all(catalogue);
    device.server.startGeneration(newGeneration);
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

describe("hidden owners", () => {
  it("[S1012] are missing in searches, finds and counts, also after news and a restart of hiding", async () => {
    const [mine, theirs] = [idOf(9001), idOf(9002)];
    const cards = range(0, 30).map((n) => aCard(n, { ownerId: n % 3 === 0 ? theirs : mine, type: "jet" }));
    device.server.publish("denver-co", cards);
    const catalogue = await device.open();
    await catalogue.refresh();
    let changes = 0;
    catalogue.subscribe(() => (changes += 1));
    const shown = () => all(catalogue).map(({ ownerId }) => ownerId);
    expect([shown().length, catalogue.summary().total]).toEqual([30, 30]);
    catalogue.hide(new Set([theirs]));
    expect(changes).toBe(1);
    catalogue.hide(new Set([theirs]));
    expect(changes).toBe(1);
    expect(new Set(shown())).toEqual(new Set([mine]));
    expect(catalogue.search({ types: ["jet"] }, "price-asc").length).toBe(20);
    expect(catalogue.find(cards[0]!.id)).toBeNull();
    expect(catalogue.find(cards[1]!.id)).toEqual(cards[1]);
    expect(catalogue.summary()).toMatchObject({ rows: 20, total: 20, typeCounts: { jet: 20 } });
    device.server.publish("denver-co", [aCard(40, { ownerId: theirs }), aCard(41, { ownerId: mine })]);
    await catalogue.refresh();
    expect([shown().length, catalogue.summary().total]).toEqual([21, 21]);
    catalogue.hide(new Set());
    expect([shown().length, catalogue.summary().total]).toEqual([32, 32]);
  });
});
