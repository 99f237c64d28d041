// Refuses uploads before the disk is full, because the database needs space on it.
import { mkdir, statfs } from "node:fs/promises";
import { StoreFull } from "./store.ts";

/**
 * Refuses when less than `minFree` bytes would remain on the disk of `folder`.
 * @throws StoreFull
 */
export async function requireFreeDisk(folder: string, minFree: number, more = 0): Promise<void> {
  if (minFree === 0) return;
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - more < minFree) throw new StoreFull(new Error("Less than UPLOAD_MIN_FREE_MB would stay free."));
}
