// The content of packs: one browser cache each, which the service worker reads too. Removing the cache removes everything.
import { isImage } from "../../device/picture-cache.ts";
import type { DetailRecord } from "../../device/store/catalogue-db.ts";

/** An aircraft in full with its airfield and its free hours. */
export type PackedDetail = Omit<DetailRecord, "openedAt">;

/** The address of the detail within a pack. No page has it. */
const DETAIL = "/pack/detail";

const startOf = (userId: string) => `pack:${userId}:`;
const nameOf = (userId: string, id: string) => startOf(userId) + id;

/** The detail of a pack; null when the pack is not whole. */
export async function packedDetail(userId: string, id: string): Promise<PackedDetail | null> {
  try {
    // `open` would make an empty pack, also after `has` if the pack is removed between them.
    const found = await caches.match(DETAIL, { cacheName: nameOf(userId, id) });
    return found ? ((await found.json()) as PackedDetail) : null;
  } catch {
    return null;
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

/** Adds a picture unless it is there. Returns its bytes; 0 where the server has no such picture. Throws without a network or room. */
export async function packPicture(userId: string, id: string, address: string, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const cache = await caches.open(nameOf(userId, id));
  const known = await cache.match(address, { ignoreVary: true });
  if (known) return (await known.blob()).size;
  // «no-store»: the service worker does not store it a second time.
  const response = await fetch(address, { cache: "no-store", mode: "same-origin", signal });
  if (!response.ok || !isImage(response)) return 0;
  const bytes = await response.clone().blob();
  await cache.put(address, response);
  return bytes.size;
}

/** Writes the detail, which makes the pack whole, and removes all but these pictures. Returns the bytes of the detail. */
export async function packDetail(userId: string, detail: PackedDetail, pictures: readonly string[]): Promise<number> {
  const cache = await caches.open(nameOf(userId, detail.id));
  const text = JSON.stringify(detail);
  await cache.put(DETAIL, new Response(text, { headers: { "Content-Type": "application/json" } }));
  const wanted = new Set([DETAIL, ...pictures]);
  for (const request of await cache.keys()) if (!wanted.has(pathOf(request.url))) await cache.delete(request);
  return new Blob([text]).size;
}

export async function removeContent(userId: string, id: string): Promise<void> {
  await caches.delete(nameOf(userId, id));
}

/** Removes the packs of a user, save those that `isKept` knows at that moment. Never rejects. */
export async function removePacks(userId: string, isKept: (id: string) => boolean = () => false): Promise<void> {
  try {
    for (const name of await caches.keys())
      if (name.startsWith(startOf(userId)) && !isKept(name.slice(startOf(userId).length))) await caches.delete(name);
  } catch {
    // A browser without caches has no packs.
  }
}
