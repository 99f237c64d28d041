// A full disk stops the database beside the pictures, so uploads end while there is still room.
import { mkdir, statfs } from "node:fs/promises";
import { StoreFull } from "./store.ts";

/**
 * Refuses what would leave less than `minFree` bytes on the disk of `folder`.
 * @throws StoreFull
 */
export async function requireFreeDisk(folder: string, minFree: number, more = 0): Promise<void> {
  if (minFree === 0) return;
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - more < minFree) throw new StoreFull(new Error("Less than UPLOAD_MIN_FREE_MB would stay free."));
}
