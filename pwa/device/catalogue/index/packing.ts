// Packs text: in slices on this thread, or in a worker for large amounts.
import { MalformedFile, packOf, type ChunkText, type Pack, type Places } from "./pack.ts";
import type { Pause } from "../pause.ts";
import type { StartPackWorker, WorkerPacking } from "./worker-packing.ts";

/** The thread that packs: `page` at once, in slices; `worker` for large amounts that are not urgent. */
export type PackThread = "page" | "worker";

/** Packs chunks, in their order. Rejects with MalformedFile when one is no array of cards. */
export type Packing = (chunks: readonly ChunkText[], places: Places, thread: PackThread) => Promise<Pack[]>;

/** Packs one chunk after the other, in slices. Rejects with MalformedFile. */
export async function packOnPage(chunks: readonly ChunkText[], places: Places, pause: Pause): Promise<Pack[]> {
  const packs: Pack[] = [];
  for (const { place, text } of chunks) {
    packs.push(packOf(place, text, places));
    await pause();
  }
  return packs;
}

/**
 * Packs on the page without a worker, after the worker was lost, and while its code cannot be fetched. The packs are the same. Few
 * devices hold so many cards, so the worker's code loads when it is needed.
 */
export function packingWith(pause: Pause, startWorker: StartPackWorker | null): Packing {
  let worker: WorkerPacking | undefined;
  return async (chunks, places, thread) => {
    if (thread === "page" || !startWorker) return packOnPage(chunks, places, pause);
    try {
      const { WorkerPacking } = await import("./worker-packing.ts");
      worker ??= new WorkerPacking(startWorker);
      return await worker.pack(chunks, places);
    } catch (error) {
      if (error instanceof MalformedFile) throw error;
      return packOnPage(chunks, places, pause);
    }
  };
}
