import { beforeEach, describe, expect, it } from "vitest";
import { all, CatalogueDevice, denver, inOrder, range } from "../testing/catalogue-device.ts";
import { aCard, cut, idOf } from "../testing/scripted-catalogue.ts";

let device: CatalogueDevice;

beforeEach(() => {
  device = new CatalogueDevice();
});

describe("a malformed response", () => {
  const card = aCard(1);
  const bad: [string, (path: string) => BodyInit | null][] = [
    ["is empty", () => ""],
    ["is a page", () => "<!doctype html><title>Sign in to the airport's network</title>"],
    ["is JSON of another kind", () => JSON.stringify({ n: 99, rows: [card], put: [], drop: [] })],
    ["has a card without a price", (path) => wrong(path, { ...card, hourlyRate: undefined })],
    ["has a card with a broken id", (path) => wrong(path, { ...card, id: "7" })],
    ["has null for a card", (path) => wrong(path, null)],
    ["ends early", (path) => wrong(path, card).slice(0, -20)],
  ];
  function wrong(path: string, value: unknown): string {
    const n = Number(/\d+(?=\?)/.exec(path)?.[0]);
    return JSON.stringify({ n, rows: [card, value], put: [card, value], drop: [] });
  }

  it.each(bad)("keeps the old state when a file %s", async (_, body) => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const old = all(catalogue);
    device.server.publish("denver-co", [aCard(2900)]);
    device.server.publish("austin-tx", [], [idOf(3001)]);
    device.server.rebase("austin-tx");
    device.server.fault = (path) => (path === "/api/catalogue" ? undefined : Promise.resolve(new Response(body(path))));
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
    device.server.fault = null;
    expect(all(await device.openAgain())).toEqual(old);
    expect(await catalogue.refresh()).toBe("changed");
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
  });

  it("keeps the old state when a transfer is cut or the manifest is malformed", async () => {
    device.publishTwoBuckets();
    const catalogue = await device.open();
    await catalogue.refresh();
    const old = all(catalogue);
    device.server.publish("denver-co", [aCard(2900)]);
    device.server.fault = (path, answer) => (path.includes("/segment/") ? cut(answer) : undefined);
    expect(await catalogue.refresh()).toBe("incomplete");
    for (const body of ["", "null", "[]", `{"generation":"x","buckets":[{}]}`]) {
      device.server.fault = () => Promise.resolve(new Response(body));
      expect(await catalogue.refresh()).toBe("incomplete");
    }
    device.server.fault = () => Promise.resolve(new Response("busy", { status: 503 }));
    expect(await catalogue.refresh()).toBe("incomplete");
    expect(all(catalogue)).toEqual(old);
  });

  it("reads a file with another layout", async () => {
    device.server.publish("denver-co", range(0, 1500).map(denver), [], "Denver CO");
    device.server.rebase("denver-co");
    device.server.fault = (path, answer) =>
      path.includes("/base/")
        ? answer().then(async (it) => new Response(JSON.stringify(await it.json(), null, 2)))
        : undefined;
    const catalogue = await device.open();
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(all(await device.openAgain())).toEqual(inOrder(device.server.all()));
  });

  it("accepts names that look like the end of a card", async () => {
    const names = ['},{"id":"', "},{", '"}', "]}", "Ça plane — 高翼", "\\", ""];
    device.server.publish(
      "denver-co",
      names.map((name, n) => aCard(n, { name })),
      [],
      "Denver CO",
    );
    device.server.rebase("denver-co");
    const catalogue = await device.open();
    await catalogue.refresh();
    expect(all(catalogue)).toEqual(inOrder(device.server.all()));
    expect(all(await device.openAgain())).toEqual(inOrder(device.server.all()));
  });
});
