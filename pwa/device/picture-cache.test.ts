import { expect, it } from "vitest";
import { isPicture, trimPictures } from "./picture-cache.ts";

/** As much of the browser's cache as is used here, in the order things were put in. */
class MemoryCache {
  readonly entries = new Map<string, Response>();
  put(url: string, bytes: number | null) {
    this.entries.set(url, new Response(null, bytes === null ? {} : { headers: { "Content-Length": String(bytes) } }));
  }
  keys() {
    return Promise.resolve([...this.entries.keys()]);
  }
  matchAll() {
    return Promise.resolve([...this.entries.values()]);
  }
  delete(url: string) {
    return Promise.resolve(this.entries.delete(url));
  }
}

function aCache(count: number, bytes: number | null) {
  const cache = new MemoryCache();
  for (let n = 0; n < count; n++) cache.put(`/objects/${n}`, bytes);
  return { cache, asCache: cache as unknown as Cache };
}

it("lets the oldest pictures go when there are too many", async () => {
  const { cache, asCache } = aCache(12, 10);
  await trimPictures(asCache, 10, 1_000);
  expect([...cache.entries.keys()][0]).toBe("/objects/3");
  expect(cache.entries.size).toBe(9);
});

it("lets the oldest pictures go when they are too large, counting unknown sizes as usual ones", async () => {
  const { cache, asCache } = aCache(10, null);
  await trimPictures(asCache, 100, 300_000);
  expect(cache.entries.size).toBe(4);
});

it("keeps everything that fits", async () => {
  const { cache, asCache } = aCache(10, 10);
  await trimPictures(asCache, 10, 100);
  expect(cache.entries.size).toBe(10);
});

it("takes bundled pictures and uploads for pictures, nothing else", () => {
  expect(["/illustrations/a.svg", "/objects/1?w=800"].every(isPicture)).toBe(true);
  expect(["", "/api/objects/1", "https://elsewhere.test/objects/1", "blob:x"].some(isPicture)).toBe(false);
});
