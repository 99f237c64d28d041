import { beforeEach, describe, expect, it, vi } from "vitest";
import { all, austin, CatalogueDevice, denver, inOrder, range } from "../testing/catalogue-device.ts";
import { ScriptedWorkers } from "../testing/pack-workers.ts";
import { aCard, idOf } from "../testing/scripted-catalogue.ts";
import { packingWith } from "./index/packing.ts";

const pause = async () => {};
let device: CatalogueDevice;
let workers: ScriptedWorkers;

beforeEach(() => {
  device = new CatalogueDevice();
  workers = new ScriptedWorkers();
  device.server.publish("denver-co", range(0, 5500).map(denver), [], "Denver CO");
  device.server.rebase("denver-co");
  device.server.publish(
    "austin-tx",
    range(6000, 6010).map((n) => austin(n)),
    [],
    "Austin TX",
  );
});

const workerPorts = () => ({ packing: packingWith(pause, workers.start) });
const offline = () => (device.server.fault = () => Promise.reject(new TypeError("Failed to fetch")));

describe("a large bucket", () => {
  it("is packed by the worker, from the network and from the store, with the same result", async () => {
    const catalogue = await device.open(workerPorts());
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    // Six chunks of at most a thousand; the page packs the ten aircraft of Austin.
    expect(workers.jobs).toHaveLength(6);
    expect(await device.db.chunks.count()).toBe(7);
    offline();
    const again = await device.openAgain(workerPorts());
    expect(workers.jobs).toHaveLength(12);
    expect(all(again)).toEqual(inOrder(device.server.all()));
    expect(again.search({ location: "austin" }, "newest").length).toBe(10);
  });

  it.each([0, 3, 8])("loses nothing when the worker dies after %i answers", async (answers) => {
    let left = answers;
    workers.fault = (_, failed) => {
      if (left-- > 0) return true;
      failed();
      return false;
    };
    const ports = workerPorts();
    await (await device.open(ports)).refresh();
    const again = await device.openAgain(ports);
    expect(all(again)).toEqual(inOrder(device.server.all()));
    expect(await again.refresh()).toBe("unchanged");
  });

  it("that is malformed in the store is left out and fetched again, on either thread", async () => {
    await (await device.open(workerPorts())).refresh();
    await device.db.chunks.update(["denver-co", 3], { text: "[{" });
    const again = await device.openAgain(workerPorts());
    expect(again.buckets()).toEqual(["austin-tx"]);
    await again.refresh();
    expect(all(again)).toEqual(inOrder(device.server.all()));
  });

  it("that is malformed on the network keeps the old state, on either thread", async () => {
    const catalogue = await device.open(workerPorts());
    await catalogue.refresh();
    const old = all(catalogue);
    device.server.startGeneration("22222222-2222-4222-8222-222222222222");
    device.server.publish("denver-co", [...range(0, 3000).map(denver), aCard(9000, { hourlyRate: -1 })]);
    device.server.rebase("denver-co");
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
  });
});

describe("the preferred location", () => {
  it("is loaded first and on the page, before the worker has packed the rest", async () => {
    await (await device.open(workerPorts())).refresh();
    offline();
    device.close();
    const waiting: (() => void)[] = [];
    const ports = workerPorts();
    const slow: typeof ports.packing = async (chunks, places, way) => {
      if (way === "worker") await new Promise<void>((resolve) => waiting.push(resolve));
      return ports.packing(chunks, places, way);
    };
    const catalogue = device.opening({ packing: slow });
    catalogue.prefer("austin");
    await new Promise<void>((resolve) => catalogue.subscribe(resolve));
    expect(catalogue.isLoading()).toBe(true);
    expect([catalogue.covers("austin"), catalogue.isWhole()]).toEqual([true, false]);
    expect(catalogue.search({ location: "austin" }, "newest").length).toBe(10);

    const refreshed = catalogue.refresh();
    await vi.waitFor(
      () => {
        waiting.splice(0).forEach((go) => go());
        expect(catalogue.isLoading()).toBe(false);
      },
      { timeout: 10_000 },
    );
    // The refresh waited for the store: stored buckets were not fetched again.
    expect(await refreshed).toBe("incomplete");
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("is packed on the page even if it is large", async () => {
    const catalogue = await device.open(workerPorts());
    catalogue.prefer("Denver CO");
    await catalogue.refresh();
    expect(workers.started).toBe(0);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });
});

describe("a search among many cards", () => {
  it("sees the previous whole state until the next one is ready, and listeners are called", async () => {
    const catalogue = await device.open();
    const seen: number[] = [];
    catalogue.subscribe(() => seen.push(catalogue.summary().rows));
    await catalogue.refresh();
    expect(catalogue.summary().rows).toBe(5510);
    expect(catalogue.isWhole()).toBe(true);
    const wanted = inOrder(device.server.all());
    expect(all(catalogue)).toEqual(wanted);

    const drop = { n: 2, put: [], drop: [idOf(6000), idOf(6001)] };
    device.server.publish("austin-tx", drop.put, drop.drop);
    const taken = catalogue.applySegment({ bucket: "austin-tx", head: 2, segment: drop });
    expect(all(catalogue)).toEqual(wanted);
    expect(await taken).toBe(true);
    expect(catalogue.summary().rows).toBe(5508);
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(seen.at(-1)).toBe(5508);
    // No state in between: each adds a whole bucket, or a segment.
    expect(seen.every((rows) => [0, 10, 5500, 5510, 5508].includes(rows))).toBe(true);
  });
});
