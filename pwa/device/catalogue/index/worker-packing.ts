// The page's side of the packing worker. Starts it for the first job, ends it when idle, and gives it up when it fails
// or stays silent. Pending jobs then reject with WorkerLost.
import { MalformedFile, type ChunkText, type Pack, type Places } from "./pack.ts";
import type { PackResult, PackJob } from "./pack-job.ts";

/** The part of a worker that this file needs. */
export type PackWorker = { post(job: PackJob): void; end(): void };

/**
 * Starts the worker. `failed` is called when it cannot be loaded or an error ends it. Throws where the browser has no
 * workers.
 */
export type StartPackWorker = (on: { onResult(answer: PackResult): void; failed(): void }) => PackWorker;

/** The worker could not start, died, or did not answer, so the page must pack. */
export class WorkerLost extends Error {
  override name = "WorkerLost";
}

/** Jobs in the worker at once: enough to keep it busy, and few enough to copy little text. */
const MAX_IN_FLIGHT = 6;
/** Milliseconds without an answer after which a busy worker counts as dead. */
const TIMEOUT_MS = 10_000;
/** Milliseconds without work after which the worker is ended. */
const IDLE_MS = 5_000;

type PendingPack = { resolve(answer: PackResult): void; reject(error: WorkerLost): void };

export class WorkerPacking {
  readonly #start: StartPackWorker;
  readonly #waiting = new Map<number, PendingPack>();
  /** Jobs not posted to the worker yet. */
  readonly #queue: PackJob[] = [];
  #worker: PackWorker | null = null;
  #isLost = false;
  #lastId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartPackWorker) {
    this.#start = start;
  }

  /** Packs chunks, in their order; adds locations to `places`. Rejects with MalformedFile, WorkerLost. */
  pack(chunks: readonly ChunkText[], places: Places): Promise<Pack[]> {
    return Promise.all(chunks.map((chunk) => this.#packOne(chunk, places)));
  }

  async #packOne({ place, text }: ChunkText, places: Places): Promise<Pack> {
    const answer = await this.#request(text);
    if ("malformed" in answer) throw new MalformedFile(answer.malformed);
    const { starts, columns, days, ...packed } = answer.packed;
    const indexes = packed.places.map((name) => places.indexOf(name));
    columns.place.forEach((index, at) => (columns.place[at] = indexes[index]!));
    return { place, text: packed.text ?? text, starts, columns, days };
  }

  #request(text: string): Promise<PackResult> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      this.#waiting.set(id, { resolve, reject });
      this.#queue.push({ id, text });
      this.#post();
    });
  }

  #post(): void {
    try {
      if (this.#isLost) throw new WorkerLost();
      this.#worker ??= this.#start({ onResult: (answer) => this.#settle(answer), failed: () => this.#fail() });
      while (this.#waiting.size - this.#queue.length < MAX_IN_FLIGHT) {
        const job = this.#queue.shift();
        if (!job) return;
        this.#worker.post(job);
        if (this.#waiting.size === 1) this.#watch();
      }
    } catch {
      this.#fail();
    }
  }

  #settle(answer: PackResult): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    this.#watch();
    this.#post();
    waiting.resolve(answer);
  }

  /** Restarts the timer: a busy worker may be silent for a limited time, an idle one is ended. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer =
      this.#waiting.size > 0 ? setTimeout(() => this.#fail(), TIMEOUT_MS) : setTimeout(() => this.#end(), IDLE_MS);
  }

  /** A lost worker is not started again: it would likely fail again, and each try costs a timeout. */
  #fail(): void {
    this.#isLost = true;
    this.#end();
    this.#queue.length = 0;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(new WorkerLost());
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.end();
    this.#worker = null;
  }
}
