import { expect, it } from "vitest";
import { parseMapAddress, writeMapAddress } from "./map-address.ts";
import { toPlane } from "./map-view.ts";

const nowhere = { view: null, area: null, field: null };
const written = (...parts: Parameters<typeof writeMapAddress>) =>
  decodeURIComponent(writeMapAddress(...parts).toString());

it("[S667] an address holds view, area and airfield beside the search, and gives the same view again", () => {
  const view = { ...toPlane({ latitude: 32.816, longitude: -117.14 }), scale: 2 ** 3.5 };
  const area = { south: 30, west: -120.5, north: 36.25, east: -110 };
  const text = written(new URLSearchParams("near=KMYF"), { view, area, field: "KVNY" });
  expect(text).toBe("near=KMYF&at=32.8160,-117.1400,3.50&area=30.000,-120.500,36.250,-110.000&field=KVNY");
  const again = parseMapAddress(new URLSearchParams(text));
  expect(again).toMatchObject({ area, field: "KVNY" });
  expect(Math.abs(again.view!.x - view.x) * view.scale).toBeLessThan(0.1);
  expect(written(new URLSearchParams(text), again)).toBe(text);
});

it("an address without a view writes nothing", () => {
  expect(written(new URLSearchParams("types=jet"), nowhere)).toBe("types=jet");
});

it("[S668] malformed values of an address are left out", () => {
  const texts = ["at=", "at=1,2", "at=a,b,c", "at=99,0,3", "at=,,", "area=1,2,3", "area=1,2,3,x", "area=0,0,0,999"];
  for (const text of [...texts, "field=", "field=../x", "field=KMYFX"])
    expect(parseMapAddress(new URLSearchParams(text))).toEqual(nowhere);
  const far = parseMapAddress(new URLSearchParams("at=-60,10,99")).view!;
  expect(Number.isFinite(far.x) && far.scale <= 200).toBe(true);
});
