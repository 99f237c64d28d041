// Photographed papers of the user's wallet: added, shown and removed on this device. Loaded with the wallet's page.
import type { Scan as StoredScan, ScanPage } from "../../device/store/wallet-store.ts";
import { PAGE_EDGE, PAGE_TARGET_BYTES } from "../../../shared/domain/eligibility/scan-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { MAX_CHOSEN_BYTES, RefusedFile, unreadableFile } from "../pictures/prepare-picture.ts";
import { newCanvas } from "../pictures/draw-picture.ts";
import { withWallet } from "./open-wallet.ts";

/** A photographed paper of this device; `pages` are ids. */
export type Scan = StoredScan;

const MEGABYTE = 1_048_576;
/** JPEG qualities, best first: the next one is used while a page is too large. The last still leaves print legible. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4];

/**
 * The page to store: a JPEG of at most 1,600 pixels, drawn again, so that it has no place, time or device in it.
 * @throws RefusedFile
 */
export async function preparePage(file: Blob, name: string): Promise<Blob> {
  if (file.size === 0) throw new RefusedFile("this file is empty.");
  if (file.size > MAX_CHOSEN_BYTES)
    throw new RefusedFile(`${Math.round(file.size / MEGABYTE)} MB. Up to ${MAX_CHOSEN_BYTES / MEGABYTE} MB each.`);
  const image = await createImageBitmap(file).catch(async () => {
    throw await unreadableFile(file, name);
  });
  try {
    const scale = Math.min(1, PAGE_EDGE / Math.max(image.width, image.height));
    const { canvas, context } = newCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    );
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await encodePage(canvas);
  } finally {
    image.close();
  }
}

async function encodePage(canvas: HTMLCanvasElement): Promise<Blob> {
  let page: Blob | null = null;
  for (const quality of QUALITIES) {
    page = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (page && page.size <= PAGE_TARGET_BYTES) break;
  }
  if (!page) throw new Error("This browser cannot write the picture.");
  return page;
}

/** Stores a photographed paper on this device. Rejects with StoreFault or WalletFull, and then nothing was stored. */
export async function storeScan(
  userId: string,
  { kind, title, pages }: { kind: Scan["kind"]; title: string; pages: readonly Blob[] },
): Promise<void> {
  const stored: ScanPage[] = pages.map((data) => ({ id: newId(), data }));
  const name = title.trim();
  const scan: Scan = { id: newId(), kind, ...(name && { title: name }), pages: stored.map(({ id }) => id) };
  await withWallet(userId, (wallet) => wallet.addScan(scan, stored));
}

/** Removes a photographed paper; returns the way back, which works as long as the page is open. */
export async function removeScan(userId: string, id: string): Promise<() => Promise<void>> {
  const removed = await withWallet(userId, (wallet) => wallet.removeScan(id));
  return async () => {
    if (removed) await withWallet(userId, (wallet) => wallet.addScan(removed.scan, removed.pages));
  };
}

/** The pages of a photographed paper, in order. */
export async function readPages(userId: string, ids: readonly string[]): Promise<Blob[]> {
  return (await withWallet(userId, (wallet) => wallet.pages(ids))).map(({ data }) => data);
}
