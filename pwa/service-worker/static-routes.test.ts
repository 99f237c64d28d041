import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryCache } from "../device/testing/memory-cache.ts";
import { addStaticRoutes, dropOtherHomes, homeCacheOf, type InstallEvent } from "./static-routes.ts";

const site = "https://tailhour.test";
const routed = { homeCache: homeCacheOf("b2"), filesCache: "files", elsewhere: ["/assets/map-AAAAAAAA.js"] };

let kept: Map<string, MemoryCache>;
let rules: { source: unknown; condition: object }[];

const event = (addRoutes?: InstallEvent["addRoutes"]) => ({ addRoutes }) as InstallEvent;
const knowsRules = event((added) => {
  rules.push(...added);
  return Promise.resolve();
});

beforeEach(() => {
  [kept, rules] = [new Map(), []];
  vi.stubGlobal("location", new URL(`${site}/sw.js`));
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      if (!kept.has(name)) kept.set(name, new MemoryCache());
      return Promise.resolve(kept.get(name));
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("[S1317] stores this version's page for Home before the browser learns where it is", async () => {
  await addStaticRoutes(knowsRules, routed, new Response("the page"));
  expect([...kept.get("home-b2")!.entries]).toEqual([
    [`${site}/`, "the page"],
    [`${site}/?source=home-screen`, "the page"],
  ]);
  const sourceOf = (text: string) => rules.find(({ condition }) => JSON.stringify(condition).includes(text))?.source;
  expect(sourceOf('"POST"')).toBe("network");
  expect(sourceOf('"/api/*"')).toBe("network");
  expect(sourceOf('"/assets/*"')).toEqual({ cacheName: "files" });
  expect(sourceOf('"navigate"')).toEqual({ cacheName: "home-b2" });
  // The rule that applies first wins: files in other caches and texts stay with the worker.
  const order = ["/api/site/texts/*", "/api/*", "/assets/map-AAAAAAAA.js", "/assets/*"].map((path) =>
    rules.findIndex(({ condition }) => JSON.stringify(condition).includes(`"${path}"`)),
  );
  expect(order).not.toContain(-1);
  expect(order[0]).toBeLessThan(order[1]!);
  expect(order[2]).toBeLessThan(order[3]!);
  expect([rules[order[0]!], rules[order[2]!]]).toMatchObject([{ source: "fetch-event" }, { source: "fetch-event" }]);
});

it("[S1318] leaves all to the worker where the browser knows no rules, refuses them, or has no room", async () => {
  await addStaticRoutes(event(), routed, new Response("the page"));
  await addStaticRoutes(knowsRules, routed, undefined);
  expect(kept.size).toBe(0);
  const refuses = event(() => Promise.reject(new TypeError("unknown condition")));
  await expect(addStaticRoutes(refuses, routed, new Response("the page"))).resolves.toBeUndefined();
  vi.stubGlobal("caches", { open: () => Promise.reject(new DOMException("full", "QuotaExceededError")) });
  await expect(addStaticRoutes(knowsRules, routed, new Response("the page"))).resolves.toBeUndefined();
  expect(rules).toEqual([]);
});

it("[S1319] an active version drops the pages of the others, and nothing else", async () => {
  for (const name of ["home-a1", "home-b2", "files", "pictures"]) kept.set(name, new MemoryCache());
  await dropOtherHomes("home-b2");
  expect([...kept.keys()]).toEqual(["home-b2", "files", "pictures"]);
});
