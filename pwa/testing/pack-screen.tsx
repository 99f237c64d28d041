// Opens the pack row of an aircraft and the list of packs, over a fake server and caches in memory.
import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import { forgetPacks } from "../client/packs/pack-list.ts";
import { OnThisDevice } from "../features/packs/on-this-device.tsx";
import { PackRow } from "../features/packs/pack-row.tsx";
import { BrowserCaches } from "./browser-caches.ts";
import type { FakeServer } from "./fake-server.ts";
import { aListing, anOwner, aPerson, closeScreen, newServer, openScreen } from "./screen.tsx";

const PICTURE_BYTES = 400_000;
/** Address of a photograph of the aircraft. */
export const photo = (digit: number) => `/objects/0192c000-0000-7000-8000-00000000000${digit}`;

/** What a test looks at, and changes before or while the screen is open. */
export type PackDevice = {
  readonly server: FakeServer;
  readonly browser: BrowserCaches;
  /** The user of the device. */
  readonly me: OwnUser;
  /** At San Diego, of another owner, with two photographs. */
  readonly plane: Aircraft;
  /** Whether the browser has promised to keep what is stored. */
  isPersisted: boolean;
  /** Photographs are answered after this. */
  picturesAfter: Promise<void>;
};

/** A device with a network, without packs. Replaces the browser's caches, storage and `fetch`. */
export function newPackDevice(): PackDevice {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const device: PackDevice = {
    server: newServer(),
    browser: new BrowserCaches(),
    me: aPerson(),
    plane: aListing({ location: "San Diego CA", imageUrl: photo(1), images: [photo(1), photo(2)] }),
    isPersisted: true,
    picturesAfter: Promise.resolve(),
  };
  const { server, browser } = device;
  server.me = device.me;
  answerDetail(device);
  vi.stubGlobal("caches", browser);
  Object.defineProperty(navigator, "storage", {
    configurable: true,
    value: {
      estimate: async () => ({ quota: Math.min(browser.quota, 2 ** 40), usage: browser.usage }),
      persisted: async () => device.isPersisted,
      persist: async () => true,
    },
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    // A server that does not answer would count as no network.
    const unknown = () => (navigator.onLine ? new Response(null, { status: 503 }) : Promise.reject(new TypeError()));
    if (!path.startsWith("/objects/")) return await server.fetch(path, init).catch(unknown);
    await device.picturesAfter;
    init.signal?.throwIfAborted();
    if (!navigator.onLine) throw new TypeError("Failed to fetch");
    const headers = { "Content-Type": "image/webp", "Content-Length": String(PICTURE_BYTES) };
    return new Response(init.method === "HEAD" ? null : new Uint8Array(PICTURE_BYTES), { headers });
  });
  return device;
}

export function closePackDevice({ me }: PackDevice): void {
  forgetPacks(me.id);
  closeScreen();
}

function answerDetail({ server, plane }: PackDevice): void {
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

/** Opens the pack row and the list of packs, followed by `more`. */
export const openPack = ({ server, plane, me }: PackDevice, more: ReactNode = null) =>
  openScreen(
    server,
    <>
      <PackRow plane={{ ...plane, photos: 2 }} />
      <OnThisDevice userId={me.id} />
      {more}
    </>,
  );

export async function pressed(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name }));
}

export const keep = ({ plane }: PackDevice) => pressed(`Keep ${plane.name} on this device`);

export function goOffline(): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
}

export function goOnline(): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
}

/** Names of the caches that hold packs. */
export const packNames = ({ browser }: PackDevice) =>
  [...browser.all.keys()].filter((name) => name.startsWith("pack:"));

/** Addresses in the only pack. */
export const packEntries = (device: PackDevice) =>
  [...(device.browser.all.get(packNames(device)[0] ?? "")?.keys() ?? [])].sort();
