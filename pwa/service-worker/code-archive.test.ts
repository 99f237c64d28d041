import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryCache } from "../device/testing/memory-cache.ts";
import { isCodeArchive, unpackCode } from "./code-archive.ts";

const site = "https://tailhour.test";
const archive = "/assets/code-AAAAAAAA.json";
const paths = ["/assets/map-BBBBBBBB.js", "/assets/map-CCCCCCCC.css", "/assets/chat-DDDDDDDD.js"];
const contents = Object.fromEntries(paths.map((path) => [path.slice(1), `text of ${path}`]));
const at = (path: string) => `${site}${path}`;

let cache: MemoryCache;
let asked: string[];
let answer: () => Response;

beforeEach(() => {
  [cache, asked] = [new MemoryCache(), []];
  answer = () => Response.json(contents);
  vi.stubGlobal("location", new URL(at("/sw.js")));
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve().then(answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

const kept = () => [...cache.entries.keys()].sort();

it("[S1260] one request fills an empty cache with all files, also where an earlier version left others", async () => {
  cache.entries.set(at("/assets/map-OLDOLDOL.js"), "of another version");
  await unpackCode(archive, paths, "shell");
  expect(asked).toEqual([archive]);
  expect(cache.entries.get(at(paths[1]!))).toBe(`text of ${paths[1]}`);
  expect(kept()).toEqual([...paths, "/assets/map-OLDOLDOL.js"].map(at).sort());
});

it("[S1263] is not fetched where most files are kept, and leaves kept files as they are", async () => {
  cache.entries.set(at(paths[0]!), "kept");
  await unpackCode(archive, paths, "shell");
  expect(asked).toEqual([archive]);
  expect(cache.entries.get(at(paths[0]!))).toBe("kept");
  cache.entries.delete(at(paths[2]!));
  await unpackCode(archive, paths, "shell");
  expect(asked).toEqual([archive]);
  expect(kept()).toEqual([paths[0]!, paths[1]!].map(at).sort());
});

it.each<[string, () => Response]>([
  ["no network", () => Promise.reject(new TypeError("Failed to fetch")) as never],
  ["a refusal", () => new Response("", { status: 503 })],
  ["another page's answer", () => new Response("<!doctype html>")],
  ["an archive without the files", () => Response.json({})],
])("[S1261] %s leaves all files to be fetched one by one", async (_, failing) => {
  answer = failing;
  await unpackCode(archive, paths, "shell");
  expect(kept()).toEqual([]);
});

it("[S1264] a full disk ends the unpacking, not the installation", async () => {
  cache.put = (url) =>
    url.endsWith(".css") ? Promise.reject(new DOMException("", "QuotaExceededError")) : Promise.resolve();
  await expect(unpackCode(archive, paths, "shell")).resolves.toBeUndefined();
});

it("knows its own file by its name", () => {
  expect([archive, "/assets/code-field-AAAAAAAA.js", "/assets/airfields-AAAAAAAA.json"].map(isCodeArchive)).toEqual([
    true,
    false,
    false,
  ]);
});
