import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AircraftFilter, AircraftSort } from "../../../shared/domain/aircraft-rules.ts";
import type { PageData } from "../../../shared/sync.ts";
import type { CatalogueView } from "./catalogue-view.ts";
import { aCard, ScriptedCatalogue } from "../../device/testing/scripted-catalogue.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const cards = range(0, 30).map((n) =>
  aCard(n, { createdAt: new Date(Date.UTC(2026, 0, 1) - n * 60_000).toISOString() }),
);
const names = cards.map(({ name }) => name);

let server: ScriptedCatalogue;
/** What each rendering of the last page showed. */
let shown: CatalogueView[] = [];

// The device code loads on first use, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  server = new ScriptedCatalogue();
  server.publish("denver-co", cards, [], "Denver CO");
  // Each test has its own database.
  Dexie.dependencies = { indexedDB: new IDBFactory(), IDBKeyRange };
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => server.fetch(path, init));
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page after a navigation: nothing in memory, only what the browser stores. */
async function openPage(data?: PageData, filter: AircraftFilter = {}) {
  cleanup();
  vi.resetModules();
  shown = [];
  document.body.innerHTML = data
    ? `<script type="application/json" id="page-data">${JSON.stringify(data)}</script>`
    : "";
  const { useCatalogue } = await import("./use-catalogue.ts");
  const { AuthProvider } = await import("../session/session.tsx");
  return renderHook(
    ({ filter, sort }: { filter: AircraftFilter; sort: AircraftSort }) => {
      const view = useCatalogue(filter, sort);
      shown.push(view);
      return { ...view, names: view.cards.slice().map(({ name }) => name) };
    },
    { initialProps: { filter, sort: "newest" }, wrapper: AuthProvider },
  );
}

function homeData(total = 30): Extract<PageData, { page: "home" }> {
  return {
    page: "home",
    cards: cards.slice(0, 24),
    total,
    priceRange: { min: 100, max: 980 },
    typeCounts: { "single-engine": 8, "multi-engine": 8, turboprop: 7, jet: 7 },
    locations: ["Denver CO"],
    asOf: "2026-11-21T10:00:00.000Z",
  };
}

const offline = () => (server.fault = () => Promise.reject(new TypeError("Failed to fetch")));

test("shows the page's cards at once, and all cards when the catalogue is loaded", async () => {
  const { result } = await openPage(homeData());
  expect(result.current).toMatchObject({ state: "ready", total: 30, names: names.slice(0, 24), asOf: homeData().asOf });
  await waitFor(() => expect(result.current.names).toEqual(names));
  expect(result.current).toMatchObject({ state: "ready", total: 30, locations: ["Denver CO"] });
  expect(result.current.typeCounts).toEqual(homeData().typeCounts);
});

test("paints the stored first cards in the first frame of the next start, also offline", async () => {
  const first = await openPage(homeData());
  await waitFor(() => expect(first.result.current.names).toEqual(names));
  await waitFor(() => expect(localStorage.getItem("first-view")).toContain("Denver CO"));
  offline();
  const { result } = await openPage();
  expect(result.current).toMatchObject({ state: "ready", total: 30, names: names.slice(0, 24) });
  await waitFor(() => expect(result.current.names).toEqual(names));
});

test("is loading while nothing is known, and filters once the catalogue is loaded", async () => {
  const { result, rerender } = await openPage();
  expect(result.current).toMatchObject({ state: "loading", names: [], asOf: null });
  await waitFor(() => expect(result.current.state).toBe("ready"));
  rerender({ filter: { types: ["jet"], seats: 4 }, sort: "price-asc" });
  const jets = cards.filter(({ type, seats }) => type === "jet" && seats >= 4);
  expect(result.current.total).toBe(jets.length);
  expect(result.current.names[0]).toBe(jets.sort((a, b) => a.hourlyRate - b.hourlyRate)[0]?.name);
});

test("lists the chosen location before the rest is loaded, even if loading the rest fails", async () => {
  const far = range(1000, 4000).map((n) => aCard(n, { location: "Austin TX" }));
  server.publish("austin-tx", far, [], "Austin TX");
  server.rebase("austin-tx");
  const first = await openPage();
  await waitFor(() => expect(first.result.current.total).toBe(3030));
  await waitFor(() => expect(localStorage.getItem("first-view")).toContain('"total":3030'));
  const { locations, typeCounts, priceRange } = first.result.current;
  offline();
  const silent = { postMessage: vi.fn(), terminate: vi.fn(), onerror: (_: Event) => {} };
  vi.stubGlobal("Worker", function Silent() {
    return silent;
  });
  const { result, rerender } = await openPage(undefined, { location: "denver" });
  await waitFor(() => expect(result.current.state).toBe("ready"));
  expect(result.current).toMatchObject({ names, total: 30, locations, typeCounts, priceRange });
  await waitFor(() => expect(silent.postMessage).toHaveBeenCalled());
  rerender({ filter: {}, sort: "newest" });
  silent.onerror(new Event("error"));
  await waitFor(() => expect(result.current.names).toHaveLength(3030));
});

test("answers every filter itself when the page's data contains all aircraft", async () => {
  offline();
  const { result, rerender } = await openPage(homeData(24));
  rerender({ filter: { types: ["jet"] }, sort: "newest" });
  expect(result.current).toMatchObject({ state: "ready", total: 6 });
  rerender({ filter: { location: "nowhere" }, sort: "newest" });
  expect(result.current).toMatchObject({ state: "ready", total: 0, typeCounts: homeData().typeCounts });
});

test("waits for the catalogue when the first cards cannot answer a filter, and keeps counts and prices", async () => {
  offline();
  const { result, rerender } = await openPage(homeData());
  rerender({ filter: { types: ["jet"] }, sort: "newest" });
  expect(result.current).toMatchObject({
    state: "loading",
    locations: ["Denver CO"],
    priceRange: { min: 100, max: 980 },
  });
});

test("keeps its cards when a refresh fails, and refreshes when the page becomes visible", async () => {
  const { result } = await openPage();
  await waitFor(() => expect(result.current.names).toEqual(names));
  server.fault = () => Promise.resolve(new Response("busy", { status: 503 }));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(server.requestedPaths.length).toBeGreaterThan(2));
  expect(result.current.names).toEqual(names);
  server.fault = null;
  server.publish("denver-co", [aCard(50, { name: "New in town" })]);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(result.current.names).toContain("New in town"));
});

test("renders the same on the server", async () => {
  vi.resetModules();
  vi.stubGlobal("localStorage", undefined);
  const { useCatalogue } = await import("./use-catalogue.ts");
  const { PageDataContext } = await import("../api/page-data.ts");
  const { AuthProvider } = await import("../session/session.tsx");
  const List = () => <p>{`${useCatalogue({}, "newest").total} of ${useCatalogue({}, "newest").cards.length}`}</p>;
  const visited = (list: ReactNode) => renderToString(<AuthProvider>{list}</AuthProvider>);
  expect(visited(<List />)).toBe("<p>0 of 0</p>");
  const html = visited(
    <PageDataContext value={homeData()}>
      <List />
    </PageDataContext>,
  );
  expect(html).toBe("<p>30 of 24</p>");
});

test("is partial while a bucket loads, and shows no counts", async () => {
  server.publish("austin-tx", [aCard(40, { hourlyRate: 1 })], [], "Austin TX");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  server.fault = (path, answer) => (path.includes("/austin-tx/") ? held.then(answer) : undefined);
  const { result, rerender } = await openPage();
  rerender({ filter: {}, sort: "price-asc" });
  await waitFor(() => expect(result.current.state).toBe("ready"));
  expect(result.current).toMatchObject({ isPartial: true, total: 31, typeCounts: null });
  expect(result.current.names).toHaveLength(30);
  rerender({ filter: { location: "denver" }, sort: "price-asc" });
  expect(result.current).toMatchObject({ isPartial: false, total: 30 });
  rerender({ filter: {}, sort: "price-asc" });
  release();
  await waitFor(() => expect(result.current).toMatchObject({ isPartial: false, total: 31 }));
  expect(result.current.names[0]).toBe("Cessna 40");
  expect(Object.values(result.current.typeCounts ?? {}).reduce((sum, count) => sum + count)).toBe(31);
});

test("[S1335] lets the server search until a new device has the catalogue, also while the device reads its empty store", async () => {
  const { result } = await openPage();
  await waitFor(() => expect(result.current.names).toEqual(names));
  const searched = shown.filter(({ state }) => state === "loading").map(({ isPartial }) => isPartial);
  expect(new Set(searched)).toEqual(new Set([true]));
});

test("keeps the page's counts while only some aircraft are loaded", async () => {
  server.publish("austin-tx", [aCard(40)], [], "Austin TX");
  server.fault = (path) =>
    path.includes("/austin-tx/") ? Promise.resolve(new Response(null, { status: 503 })) : undefined;
  const { result, rerender } = await openPage(homeData(31));
  rerender({ filter: { types: ["jet"] }, sort: "newest" });
  expect(result.current).toMatchObject({ state: "loading", isPartial: true });
  await waitFor(() => expect(result.current.state).toBe("ready"));
  expect(result.current).toMatchObject({
    isPartial: true,
    typeCounts: homeData().typeCounts,
    priceRange: homeData().priceRange,
  });
});

test("is partial when the device holds only some of the possible matches", async () => {
  server.publish("austin-tx", [aCard(40)], [], "Austin TX");
  server.fault = (path) =>
    path.includes("/austin-tx/") ? Promise.resolve(new Response(null, { status: 503 })) : undefined;
  const { result, rerender } = await openPage();
  await waitFor(() => expect(result.current.names).toContain(names.at(-1)));
  expect(result.current.isPartial).toBe(true);
  rerender({ filter: { location: "denver" }, sort: "newest" });
  expect(result.current).toMatchObject({ isPartial: false, total: result.current.names.length });
  rerender({ filter: { location: "austin" }, sort: "newest" });
  expect(result.current).toMatchObject({ isPartial: true, total: 0 });
});

test("[S1167] asks for the manifest each minute; with a live line or to save data in one minute of ten", async () => {
  let minutePassed = () => {};
  const start = globalThis.setInterval;
  vi.spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 60_000) return start(run, ms);
    minutePassed = run;
    return 0;
  }) as typeof setInterval);
  let asked = 0;
  server.fault = (path) => {
    asked += Number(path === "/api/catalogue");
    return undefined;
  };
  const { result } = await openPage();
  await waitFor(() => expect(result.current.names).toEqual(names));
  const { noteLine, refreshCatalogue } = await import("./catalogue-source.ts");
  /** Requests in twenty minutes. */
  const inTwenty = async () => {
    await refreshCatalogue();
    const before = asked;
    for (let minute = 0; minute < 20; minute++) {
      minutePassed();
      // Comes after the poll, if there was one.
      await refreshCatalogue();
    }
    return asked - before - 20;
  };
  expect(await inTwenty()).toBe(20);
  noteLine(true);
  expect(await inTwenty()).toBe(2);
  noteLine(false);
  expect(await inTwenty()).toBe(20);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  expect(await inTwenty()).toBe(2);
});
