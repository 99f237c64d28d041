import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryCache } from "../device/testing/memory-cache.ts";
import { answerAirfields, isAirfieldsRequest, keepAirfields } from "./airfields-file.ts";

let cache: MemoryCache;
let served: Map<string, string>;
let requests: string[];
const first = "https://tailhour.test/assets/airfields-AAAAAAAA.json";
const next = "https://tailhour.test/assets/airfields-BBBBBBBB.json";

beforeEach(() => {
  [cache, served, requests] = [new MemoryCache(), new Map([[first, "first"]]), []];
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  vi.stubGlobal("fetch", ({ url }: Request) => {
    requests.push(url);
    if (served.size === 0) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response(served.get(url) ?? null, { status: served.has(url) ? 200 : 404 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The text and status of an answer, after everything it stores is stored. */
async function answered(url: string) {
  const waits: Promise<unknown>[] = [];
  const event = { waitUntil: (wait: Promise<unknown>) => waits.push(wait) } as unknown as ExtendableEvent;
  const response = await answerAirfields({ request: new Request(url), event, url: new URL(url) });
  await Promise.all(waits);
  return response.type === "error" ? "error" : `${response.status} ${await response.text()}`;
}

it("answers for the index alone", () => {
  const isOne = (path: string, sameOrigin = true) =>
    isAirfieldsRequest({ url: new URL(path, first), sameOrigin } as Parameters<typeof isAirfieldsRequest>[0]);
  expect([
    isOne(first),
    isOne("/assets/airfields-AAAAAAAA.js"),
    isOne("/api/airfields/KMYF"),
    isOne(first, false),
  ]).toEqual([true, false, false, false]);
});

it("[S628] fetches the index once and answers without a network", async () => {
  expect(await answered(first)).toBe("200 first");
  served.clear();
  expect(await answered(first)).toBe("200 first");
  expect(requests).toEqual([first]);
});

it("[S629] replaces the index when its hash changes, and has the earlier one until then", async () => {
  await answered(first);
  served.clear();
  expect(await answered(next)).toBe("200 first");
  served.set("other", "");
  expect(await answered(next)).toBe("200 first");
  served.set(next, "next");
  expect(await answered(next)).toBe("200 next");
  expect([...cache.entries.keys()]).toEqual([next]);
});

it("answers with an error when there is neither network nor index", async () => {
  served.clear();
  expect(await answered(first)).toBe("error");
});

it("[S1121] keeps the index before anybody searches, once, and never where the browser saves data", async () => {
  const keep = () => keepAirfields(new URL(first).pathname);
  vi.stubGlobal("location", new URL("https://tailhour.test/sw.js"));
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  await keep();
  expect(requests).toEqual([]);
  vi.stubGlobal("navigator", {});
  served.clear();
  await keep();
  expect([...cache.entries.keys()]).toEqual([]);
  served.set(first, "first");
  cache.entries.set(next, "of another version");
  await keep();
  await keep();
  expect(requests).toEqual([first, first]);
  expect([...cache.entries]).toEqual([[first, "first"]]);
});
