// Packs text: in slices on this thread, or in a worker for large amounts.
import { packOf, type ChunkText, type Pack, type Places } from "./pack.ts";
import type { Pause } from "../pause.ts";
import { WorkerLost, type WorkerPacking } from "./worker-packing.ts";

/** `here`: at once, between the browser's own work. `aside`: nobody waits for it, and there is much of it. */
export type Way = "here" | "aside";

/** Packs of chunks, in their order. Rejects with MalformedFile when one is no array of cards. */
export type Packing = (chunks: readonly ChunkText[], places: Places, way: Way) => Promise<Pack[]>;

/** Packs a chunk after the other, a slice of work at a time. Rejects with MalformedFile. */
export async function packHere(chunks: readonly ChunkText[], places: Places, pause: Pause): Promise<Pack[]> {
  const packs: Pack[] = [];
  for (const { place, text } of chunks) {
    packs.push(packOf(place, text, places));
    await pause();
  }
  return packs;
}

/** Without a worker, and whatever a lost one leaves behind, everything is done here: the packs are the same. */
export function packingWith(pause: Pause, worker: WorkerPacking | null): Packing {
  return async (chunks, places, way) => {
    if (way === "here" || !worker) return packHere(chunks, places, pause);
    try {
      return await worker.pack(chunks, places);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      return packHere(chunks, places, pause);
    }
  };
}
