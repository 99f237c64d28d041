import { describe, expect, it } from "vitest";
import { fileCache } from "./file-cache.ts";

const body = (size: number) => Buffer.alloc(size, 1);

describe("file cache", () => {
  it("loads a file once for concurrent and later calls", async () => {
    const cache = fileCache(10_000);
    let loads = 0;
    const load = () => Promise.resolve((loads++, body(10)));
    await Promise.all([cache.get("a", load), cache.get("a", load)]);
    await cache.get("a", load);
    expect(loads).toBe(1);
  });

  it("caches that a file is missing, but not a failure", async () => {
    const cache = fileCache(10_000);
    expect(await cache.get("none", () => Promise.resolve(null))).toBeNull();
    expect(await cache.get("none", () => Promise.reject(new Error("asked again")))).toBeNull();
    await expect(cache.get("later", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache.get("later", () => Promise.resolve(body(1)))).toEqual(body(1));
  });

  it("evicts the least recently used files above its byte limit", async () => {
    const cache = fileCache(4000);
    for (const key of ["a", "b", "c"]) cache.put(key, body(1000));
    const missing = () => Promise.resolve(null);
    await cache.get("a", missing);
    cache.put("d", body(1000));
    expect(cache.bytes).toBeLessThanOrEqual(4000);
    expect(await cache.get("b", missing)).toBeNull();
    expect(await cache.get("a", missing)).toEqual(body(1000));
    cache.put("a", body(10));
    cache.put("huge", body(50_000));
    expect(await cache.get("huge", missing)).toEqual(body(50_000));
  });
});
