import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryCache } from "../device/testing/memory-cache.ts";
import { answerLater, isLaterRequest, keepLater } from "./later-files.ts";

const site = "https://tailhour.test";
const [map, admin, old] = ["/assets/map-AAAAAAAA.js", "/assets/admin-BBBBBBBB.js", "/assets/map-CCCCCCCC.js"];
const at = (path: string) => `${site}${path}`;

let cache: MemoryCache;
let isOnline: boolean;
let asked: string[];

beforeEach(() => {
  [cache, isOnline, asked] = [new MemoryCache(), true, []];
  vi.stubGlobal("location", new URL(at("/sw.js")));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    asked.push(new URL(url).pathname);
    if (!isOnline) throw new TypeError("Failed to fetch");
    const response = new Response(`code of ${url}`);
    Object.defineProperty(response, "url", { value: url });
    return response;
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The text of an answer; rejects where the file cannot be had. */
async function answered(path: string): Promise<string> {
  const waits: Promise<unknown>[] = [];
  const event = { waitUntil: (wait: Promise<unknown>) => void waits.push(wait) } as unknown as ExtendableEvent;
  const response = await answerLater({ request: new Request(at(path)), event, url: new URL(at(path)) });
  await Promise.all(waits);
  return response.text();
}

it("[S1168] keeps each file once, drops those of earlier versions, and keeps none where data is saved", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  await keepLater([map, admin]);
  expect(asked).toEqual([]);
  vi.stubGlobal("navigator", {});
  cache.entries.set(at(old), "of another version");
  await keepLater([map, admin]);
  await keepLater([map, admin]);
  expect(asked).toEqual([map, admin]);
  expect([...cache.entries.keys()]).toEqual([at(map), at(admin)]);
});

it("[S1169] keeps what is opened before, answers from it without a network, and goes on where it was interrupted", async () => {
  expect(await answered(admin)).toBe(`code of ${at(admin)}`);
  isOnline = false;
  expect(await answered(admin)).toBe(`code of ${at(admin)}`);
  await expect(answered(map)).rejects.toThrow(TypeError);
  await keepLater([map, admin]);
  isOnline = true;
  await keepLater([map, admin]);
  isOnline = false;
  expect(await answered(map)).toBe(`code of ${at(map)}`);
  expect(asked.filter((path) => path === admin)).toEqual([admin]);
});

it("answers for these files alone", () => {
  const isOne = (path: string, sameOrigin = true) =>
    isLaterRequest([map])({ url: new URL(at(path)), sameOrigin } as Parameters<ReturnType<typeof isLaterRequest>>[0]);
  expect([isOne(map), isOne(admin), isOne(map, false)]).toEqual([true, false, false]);
});
