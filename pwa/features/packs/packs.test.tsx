// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import { useAirfieldFacts } from "../../client/airfields/airfield-facts.ts";
import { checkPacks } from "../../client/packs/check-packs.ts";
import { packedDetail } from "../../client/packs/pack-content.ts";
import { forgetPacks, packOf, putPack } from "../../client/packs/pack-list.ts";
import { useAuth, type Auth } from "../../client/session/session.tsx";
import { closeToast, useToasts } from "../../client/shell/toasts.ts";
import { BrowserCaches } from "../../testing/browser-caches.ts";
import {
  aListing,
  anOwner,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownToast,
  type FakeServer,
} from "../../testing/screen.tsx";
import { OnThisDevice } from "./on-this-device.tsx";
import { PackRow } from "./pack-row.tsx";

// A loaded machine needs more than a second for a dialog.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });

const PICTURE_BYTES = 400_000;
const photo = (digit: number) => `/objects/0192c000-0000-7000-8000-00000000000${digit}`;

let server: FakeServer;
let browser: BrowserCaches;
let isPersisted: boolean;
let isPersistGranted: boolean;
let plane: Aircraft;
let me: ReturnType<typeof aPerson>;
/** Pictures are answered after this. */
let picturesAfter: Promise<void>;
let auth: Auth;

function Page() {
  auth = useAuth();
  return (
    <>
      <PackRow plane={{ ...plane, photos: 2 }} />
      {auth.user && <OnThisDevice userId={auth.user.id} />}
    </>
  );
}

function AirfieldName() {
  const { state, field } = useAirfieldFacts("KMYF", undefined);
  return <p>{`${state} ${field?.name}`}</p>;
}

beforeEach(() => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  server = newServer();
  me = aPerson();
  server.me = me;
  plane = aListing({ location: "San Diego CA", imageUrl: photo(1), images: [photo(1), photo(2)] });
  browser = new BrowserCaches();
  [isPersisted, isPersistGranted, picturesAfter] = [true, true, Promise.resolve()];
  vi.stubGlobal("caches", browser);
  Object.defineProperty(navigator, "storage", {
    configurable: true,
    value: {
      estimate: async () => ({ quota: Math.min(browser.quota, 2 ** 40), usage: browser.usage }),
      persisted: async () => isPersisted,
      persist: async () => isPersistGranted,
    },
  });
  answerDetail();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    // A server that does not answer would count as no network.
    const unknown = () => (navigator.onLine ? new Response(null, { status: 503 }) : Promise.reject(new TypeError()));
    if (!path.startsWith("/objects/")) return await server.fetch(path, init).catch(unknown);
    await picturesAfter;
    init.signal?.throwIfAborted();
    if (!navigator.onLine) throw new TypeError("Failed to fetch");
    const headers = { "Content-Type": "image/webp", "Content-Length": String(PICTURE_BYTES) };
    return new Response(init.method === "HEAD" ? null : new Uint8Array(PICTURE_BYTES), { headers });
  });
});

afterEach(() => {
  forgetPacks(me.id);
  closeScreen();
});

function answerDetail() {
  const owner = anOwner({ id: plane.ownerId });
  const airfield = { id: "KMYF", name: "Montgomery-Gibbs Executive" };
  server.answers.set(`/api/aircraft/${plane.id}/with-owner`, {
    status: 200,
    body: { aircraft: plane, owner, airfield },
  });
  server.answers.set(`/api/aircraft/${plane.id}/reviews`, { status: 200, body: [] });
  const ask = server.fetch;
  // The window of free hours begins today.
  Object.defineProperty(server, "fetch", {
    value: async (path: string, init: RequestInit = {}) =>
      path.startsWith(`/api/aircraft/${plane.id}/availability`) && navigator.onLine
        ? Response.json({ days: [], zone: "America/Los_Angeles" })
        : await ask(path, init),
  });
}

const open = () => openScreen(server, <Page />);
const pressed = async (name: string | RegExp) => {
  fireEvent.click(await screen.findByRole("button", { name }));
};
const keep = () => pressed(`Keep ${plane.name} on this device`);
const goOffline = () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
};
const goOnline = () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
};
const packNames = () => [...browser.all.keys()].filter((name) => name.startsWith("pack:"));
const entriesOf = (name: string | undefined) => [...(browser.all.get(name ?? "")?.keys() ?? [])].sort();

describe("Keep", () => {
  it("[S560] stores facts, terms, airfield, free hours and all pictures at the width of the screen", async () => {
    await open();
    await keep();
    await screen.findByText(/^Kept as of today/);
    const width = entriesOf(packNames()[0])
      .find((address) => address.startsWith(photo(1)))
      ?.split("=")[1];
    expect(Number(width)).toBeGreaterThanOrEqual(window.screen.width);
    const pictures = [`${photo(1)}?w=${width}`, `${photo(2)}?w=${width}`];
    expect(entriesOf(packNames()[0])).toEqual([...pictures, "/pack/detail"]);
    expect(await packedDetail(me.id, plane.id)).toMatchObject({
      aircraft: { id: plane.id, terms: plane.terms },
      airfield: { id: "KMYF" },
      owner: { name: "Marisol Vega" },
      hours: [{ zone: "America/Los_Angeles" }],
    });
    expect(screen.getByText("0.8 MB, opens offline")).toBeTruthy();
    expect(screen.getByText(/^KMYF\. As of today/)).toBeTruthy();
  });

  it("[S715] of an earlier version shows its airfield without a network", async () => {
    const earlier = await browser.open(`pack:${me.id}:${plane.id}`);
    await earlier.put("/airfield-facts/KMYF", Response.json({ name: "Montgomery-Gibbs Executive" }));
    goOffline();
    await openScreen(server, <AirfieldName />);
    await screen.findByText("ready Montgomery-Gibbs Executive");
  });

  it("[S561] offline waits for signal, and starts with it", async () => {
    await open();
    await screen.findByText("Keep on this device");
    goOffline();
    await keep();
    await screen.findByText("Waiting for signal");
    expect(packNames()).toEqual([]);
    goOnline();
    await screen.findByText(/^Kept as of today/);
  });

  it("[S562] that loses the network half way waits, and leaves nothing half stored", async () => {
    let answer = () => {};
    picturesAfter = new Promise((resolve) => (answer = resolve));
    await open();
    await keep();
    await screen.findByText("Keeping");
    goOffline();
    answer();
    await screen.findByText("Waiting for signal");
    await waitFor(() => expect(packNames()).toEqual([]));
  });

  it("Stop leaves nothing behind", async () => {
    let answer = () => {};
    picturesAfter = new Promise((resolve) => (answer = resolve));
    await open();
    await keep();
    await pressed(`Stop keeping ${plane.name}`);
    answer();
    await screen.findByText("Keep on this device");
    await waitFor(() => expect([packNames(), localStorage.getItem(`packs:${me.id}`)]).toEqual([[], null]));
  });
});

describe("a browser without room", () => {
  it("[S563] says what is needed and what is free before the first byte", async () => {
    browser.quota = 300_000;
    await open();
    await keep();
    await screen.findByText("Not kept");
    expect(screen.getByText("Needs 0.8 MB, 0.3 MB is free.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Make room" }).getAttribute("href")).toBe("/on-this-device");
    expect(packNames()).toEqual([]);
  });

  it("[S841] keeps the pack when another one was removed", async () => {
    const other = aListing({ name: "Piper Archer" });
    putPack(me.id, { id: other.id, name: other.name, state: "kept", at: new Date().toISOString(), bytes: 700_000 });
    const content = await browser.open(`pack:${me.id}:${other.id}`);
    await content.put("/pack/detail", Response.json({ text: "x".repeat(700_000) }));
    browser.quota = 1_000_000;
    await open();
    await keep();
    await screen.findByText("Not kept");
    await pressed("Remove Piper Archer, 0.7 MB");
    act(() => closeToast(useToasts.getState().shown!.id));
    await screen.findByText(/^Kept as of today/);
  });

  it("[S842] keeps the pack when the browser gives more", async () => {
    browser.quota = 300_000;
    await open();
    await keep();
    await screen.findByText("Not kept");
    await act(() => checkPacks());
    expect(packNames()).toEqual([]);
    browser.quota = 2_000_000;
    await act(() => checkPacks());
    await screen.findByText(/^Kept as of today/);
  });

  it("[S564] that promised room and refuses a picture keeps nothing of the pack", async () => {
    const { storage } = navigator;
    Object.defineProperty(navigator, "storage", {
      configurable: true,
      value: { ...storage, estimate: async () => ({ quota: 2 ** 30, usage: 0 }) },
    });
    browser.quota = 500_000;
    await open();
    await keep();
    await screen.findByText("Not kept");
    expect(packNames()).toEqual([]);
  });
});

describe("a kept pack", () => {
  const kept = async () => {
    await open();
    await keep();
    await screen.findByText(/^Kept/);
  };

  it("[S565] that the browser cleared is found, said once, and kept again", async () => {
    await kept();
    browser.all.clear();
    await act(() => checkPacks());
    await screen.findByText("Cleared by the browser");
    expect(shownToast()).toMatchObject({ title: "Cleared by the browser", kind: "bad" });
    expect(screen.getByText(/^Found today, \d\d:\d\d\.$/)).toBeTruthy();
    await pressed(`Keep again ${plane.name}`);
    await screen.findByText(/^Kept as of today/);
  });

  it("is not made again, empty, by a look at it while it is removed", async () => {
    await kept();
    const look = packedDetail(me.id, plane.id);
    browser.all.clear();
    await look;
    expect(packNames()).toEqual([]);
  });

  it("stays on the screen while work that began for another user ends", async () => {
    await kept();
    const other = aPerson();
    act(() => void putPack(other.id, { id: plane.id, name: plane.name, state: "full", at: null, bytes: 1 }));
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
    act(() => forgetPacks(other.id));
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
    expect(packOf(other.id, plane.id)).toBeNull();
  });

  it("[S566] is renewed at most hourly; the old content stays until the new one is whole", async () => {
    await kept();
    server.answers.set(`/api/aircraft/${plane.id}/with-owner`, {
      status: 200,
      body: { aircraft: { ...plane, images: [photo(2)], hourlyRate: 190 }, owner: anOwner() },
    });
    await act(() => checkPacks(Date.now() + 59 * 60_000));
    expect((await packedDetail(me.id, plane.id))?.aircraft.hourlyRate).toBe(165);
    await act(() => checkPacks(Date.now() + 61 * 60_000));
    expect((await packedDetail(me.id, plane.id))?.aircraft.hourlyRate).toBe(190);
    expect(entriesOf(packNames()[0]).filter((address) => address.startsWith("/objects/"))).toHaveLength(1);
    goOffline();
    await act(() => checkPacks(Date.now() + 200 * 60_000));
    expect((await packedDetail(me.id, plane.id))?.aircraft.hourlyRate).toBe(190);
  });

  it("[S567] may be cleared until the browser promises to keep it", async () => {
    isPersisted = false;
    await kept();
    await screen.findByText("Kept, may be cleared");
    const [inRow] = screen.getAllByRole("button", { name: "Protect" });
    fireEvent.click(inRow!);
    await screen.findByText("Protected");
    expect(screen.getByText(/^Kept as of today/)).toBeTruthy();
  });

  it("[S568] comes back with Undo; without it the bytes go", async () => {
    await kept();
    await pressed(/^Remove .*, 0\.8 MB$/);
    await screen.findByText("Keep on this device");
    const undo = useToasts.getState().shown!;
    act(() => {
      undo.action!.onPress();
      closeToast(undo.id);
    });
    await screen.findByText(/^Kept as of today/);
    expect(packNames()).toHaveLength(1);
    await pressed(/^Remove .*, 0\.8 MB$/);
    act(() => closeToast(useToasts.getState().shown!.id));
    await waitFor(() => expect(packNames()).toEqual([]));
  });

  it("[S569] leaves with all others after one question", async () => {
    await kept();
    await pressed("Remove All Packs");
    const dialog = await screen.findByRole("alertdialog", { name: "Remove all packs?" });
    expect(packNames()).toHaveLength(1);
    fireEvent.click([...dialog.querySelectorAll("button")].find((it) => it.textContent === "Remove All Packs")!);
    await waitFor(() => expect([packNames(), localStorage.getItem(`packs:${me.id}`)]).toEqual([[], null]));
  });

  it("[S570] leaves with the user", async () => {
    await kept();
    server.answers.set("/api/auth/logout", { status: 204 });
    await act(() => auth.logout());
    await waitFor(() => expect([packNames(), localStorage.getItem(`packs:${me.id}`)]).toEqual([[], null]));
  });
});
