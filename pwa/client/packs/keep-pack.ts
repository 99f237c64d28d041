// Stores packs and renews them. A pack is on the list before its first byte, so that a closed app continues at its next start.
import { airportOf } from "../../../shared/domain/airfields/home-airport.ts";
import { shownPicture } from "../../../shared/domain/aircraft-rules.ts";
import { listingPictures } from "../../../shared/domain/pictures/listing-pictures.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { MOST_DAYS_READ } from "../../../shared/domain/hours/availability-rules.ts";
import { dayOf } from "../../../shared/kit/day-numbers.ts";
import { zonedMinute } from "../../../shared/kit/zoned-days.ts";
import { troubleOf } from "../../device/store/storage-trouble.ts";
import { ApiError, read } from "../api/call.ts";
import { isOnline } from "../api/online.ts";
import { fetchDetail, type ReadyDetail } from "../catalogue/fetch-detail.ts";
import { storedUser } from "../session/stored-session.ts";
import { packDetail, packedDetail, packPicture, removeContent, type PackedDetail } from "./pack-content.ts";
import {
  dropPack,
  noteProgress,
  noteRenewing,
  noteStop,
  noteTurn,
  packOf,
  packs,
  putPack,
  type Pack,
} from "./pack-list.ts";
import { DETAIL_BYTES, freeBytes, packedAddress, usualBytesOf, usualPackBytes } from "./pack-size.ts";

/** Fetches at the same time. */
const FETCHES = 3;

class NoRoom extends Error {
  readonly needs: number;
  constructor(needs: number) {
    super("The browser has no room for the pack.");
    this.needs = needs;
  }
}

/** Puts an aircraft on the list and stores it, now or with the first signal. Never rejects. */
export async function keepPack(userId: string, plane: { id: string; name: string; photos: number }): Promise<void> {
  const { id, name, photos } = plane;
  putPack(userId, { id, name, state: "waiting", at: null, bytes: usualPackBytes(photos) });
  await storePack(userId, id);
}

/** Ends a running download, and leaves nothing of it. */
export async function stopPack(userId: string, id: string): Promise<void> {
  packs.getState().stops.get(id)?.();
  dropPack(userId, id);
  await removeContent(userId, id).catch(() => undefined);
}

/** Stores a pack that waits. Never rejects. */
export async function storePack(userId: string, id: string): Promise<void> {
  const isWaiting = () => packOf(userId, id)?.state === "waiting";
  if (!isOnline() || !isWaiting()) return;
  await inTurn(id, async (signal) => {
    if (!isWaiting()) return;
    try {
      const { bytes } = packOf(userId, id)!;
      noteProgress(id, { part: 0, total: bytes });
      const detail = await readPack(userId, id);
      const pictures = picturesOf(detail);
      const sizes = await sizesOf(pictures, signal);
      const needs = DETAIL_BYTES + [...sizes.values()].reduce((sum, size) => sum + size, 0);
      const free = await freeBytes();
      if (free !== null && needs > free) throw new NoRoom(needs);
      const size = await fillPack(userId, detail, { pictures, sizes, needs, signal });
      if (isWaiting()) putPack(userId, { ...keptPack(detail), bytes: size });
    } catch (error) {
      await failed(userId, id, error, signal);
    } finally {
      noteProgress(id, null);
    }
  });
}

/** Stores a pack that had no room, when there is room now. Never rejects. */
export async function storeFullPack(userId: string, id: string): Promise<void> {
  const free = await freeBytes();
  const pack = packOf(userId, id);
  if (pack?.state !== "full" || free === null || free < pack.bytes) return;
  putPack(userId, { ...pack, state: "waiting" });
  await storePack(userId, id);
}

/** Without a network the pack waits; without room it says what it needs. Both leave no bytes behind. */
async function failed(userId: string, id: string, error: unknown, signal: AbortSignal): Promise<void> {
  await removeContent(userId, id).catch(() => undefined);
  if (signal.aborted) return;
  const pack = packOf(userId, id);
  if (!pack) return;
  if (error instanceof ApiError && error.status === 404) return dropPack(userId, id);
  const isFull = error instanceof NoRoom || troubleOf(error) === "full";
  if (!isFull) return;
  const bytes = error instanceof NoRoom ? error.needs : pack.bytes;
  putPack(userId, { ...pack, state: "full", bytes, free: Math.min(bytes, (await freeBytes()) ?? 0) });
}

/** Reads a kept pack again. The old content stays until the new one is whole. Never rejects. */
export async function renewPack(userId: string, id: string): Promise<void> {
  if (packOf(userId, id)?.state !== "kept" || packs.getState().renewing.has(id)) return;
  noteRenewing(id, true);
  const { at } = packOf(userId, id)!;
  await inTurn(id, async (signal) => {
    // Another tab has renewed it meanwhile.
    if (packOf(userId, id)?.at !== at) return;
    try {
      const detail = await readPack(userId, id);
      const pictures = picturesOf(detail);
      const bytes = await fillPack(userId, detail, { pictures, sizes: new Map(), needs: 0, signal });
      const pack = packOf(userId, id);
      if (pack?.state === "kept") putPack(userId, { ...keptPack(detail), bytes });
      else await removeContent(userId, id);
    } catch {
      // The old content stays with its time; the next check tries again.
    }
  });
  noteRenewing(id, false);
}

/** Notes a pack whose content is gone. True when it was just found missing. */
export async function findCleared(userId: string, pack: Pack): Promise<boolean> {
  if (pack.state !== "kept") return false;
  const isThere = (await packedDetail(userId, pack.id)) !== null;
  if (isThere || packOf(userId, pack.id)?.state !== "kept") return false;
  return putPack(userId, { ...pack, state: "cleared", at: new Date().toISOString() });
}

function keptPack({ id, aircraft, asOf }: PackedDetail): Omit<Pack, "bytes"> {
  const place = airportOf(aircraft)?.id ?? aircraft.location;
  return { id, name: aircraft.name, picture: shownPicture(aircraft), place, state: "kept", at: asOf };
}

async function readPack(userId: string, id: string): Promise<PackedDetail> {
  const { aircraft, owner, pictures, reviews, asOf, ...found }: ReadyDetail = await fetchDetail(id);
  const airfield = found.airfield ?? (await factsWithout(userId, aircraft));
  const today = zonedMinute(Date.now(), zoneOf(aircraft)).day;
  const hours = await read("availability.days", { id, from: dayOf(today), days: MOST_DAYS_READ });
  return { id, aircraft, owner, pictures, airfield, reviews, hours: [hours], asOf };
}

/** The facts for an answer without them: a server of the previous version sends none, nor does one that cannot read them. */
async function factsWithout(userId: string, plane: PackedDetail["aircraft"]): Promise<PackedDetail["airfield"]> {
  const airport = airportOf(plane);
  if (!airport) return undefined;
  const kept = (await packedDetail(userId, plane.id))?.airfield;
  return kept?.id === airport.id ? kept : await read("airfields.get", { id: airport.id }).catch(() => undefined);
}

/** Addresses of all pictures at the width of this screen: those of the aircraft, its owner and the reviewers. */
function picturesOf({ aircraft, owner, reviews }: PackedDetail): string[] {
  const people = [owner.avatarUrl, ...reviews.map(({ userAvatar }) => userAvatar)];
  const own = (address: string | null | undefined) => Boolean(address?.startsWith("/"));
  const all = [...listingPictures(aircraft).addresses, ...people].filter(own) as string[];
  return [...new Set(all.map(packedAddress))];
}

/** What the server says about the size of each picture. */
async function sizesOf(pictures: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  await eachOf(pictures, async (address) => {
    const { headers } = await fetch(address, { method: "HEAD", signal });
    sizes.set(address, Number(headers.get("Content-Length")) || usualBytesOf(address));
  });
  return sizes;
}

type Filling = {
  pictures: readonly string[];
  /** Expected bytes of each picture. */
  sizes: ReadonlyMap<string, number>;
  needs: number;
  signal: AbortSignal;
};

/** Writes the pictures, then the detail. Returns the bytes of all. */
async function fillPack(userId: string, detail: PackedDetail, { pictures, sizes, needs, signal }: Filling) {
  const { id } = detail;
  let part = 0;
  let total = needs;
  await eachOf(pictures, async (address) => {
    const bytes = await packPicture(userId, id, address, signal);
    part += bytes;
    total += bytes - (sizes.get(address) ?? bytes);
    if (sizes.size > 0) noteProgress(id, { part, total: Math.max(part, total) });
  });
  signal.throwIfAborted();
  part += await packDetail(userId, detail, pictures);
  return part;
}

/** Works on some items at a time. Starts no more after a failure, and throws it when all that run have ended. */
async function eachOf(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  const left = [...items];
  const failures: unknown[] = [];
  const runner = async () => {
    for (let next = left.shift(); next !== undefined && failures.length === 0; next = left.shift())
      await work(next).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: FETCHES }, runner));
  if (failures.length > 0) throw failures[0];
}

/** Runs the work after all earlier work on this pack, of any tab, and for the same user only. */
async function inTurn(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const userId = storedUser()?.id;
  const run = async () => {
    if (storedUser()?.id !== userId) return;
    const stop = new AbortController();
    noteStop(id, () => stop.abort());
    await work(stop.signal);
    noteStop(id, null);
  };
  const { locks } = navigator as { locks?: LockManager };
  // Without locks, at least the work of this page is in turn.
  const before = packs.getState().turns.get(id) ?? Promise.resolve();
  const turn = before.then(() => (locks ? locks.request(`pack:${id}`, run) : run()));
  noteTurn(id, turn);
  await turn;
}
