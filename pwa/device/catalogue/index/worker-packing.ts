// The page's side of the worker that makes packs: started for the first job, ended when it has nothing to do, given up
// when it fails or is silent. Whatever it had not answered is then rejected with WorkerLost.
import { MalformedFile, type ChunkText, type Pack, type Places } from "./pack.ts";
import type { PackAnswer, PackJob } from "./pack-job.ts";

/** A running worker as this needs it. */
export type PackWorker = { post(job: PackJob): void; end(): void };

/** Starts the worker. `failed` is called when it cannot be loaded or an error ends it. Throws where there are no workers. */
export type StartPackWorker = (on: { answered(answer: PackAnswer): void; failed(): void }) => PackWorker;

/** The worker cannot be had, or died, or did not answer: the work is to be done without it. */
export class WorkerLost extends Error {
  override name = "WorkerLost";
}

/** Jobs with the worker: enough to keep it busy, and few enough that their text is not there twice. */
const MOST_AT_ONCE = 6;
/** Milliseconds without any answer after which a worker that has work counts as dead. */
const PATIENCE = 10_000;
/** Milliseconds without work after which it is ended. */
const IDLE = 5_000;

type PendingPack = { resolve(answer: PackAnswer): void; reject(error: WorkerLost): void };

export class WorkerPacking {
  readonly #start: StartPackWorker;
  readonly #waiting = new Map<number, PendingPack>();
  /** Those of the waiting that are not with the worker yet. */
  readonly #queue: PackJob[] = [];
  #worker: PackWorker | null = null;
  #isLost = false;
  #lastId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartPackWorker) {
    this.#start = start;
  }

  /** Packs of chunks, in their order; locations get their index in `places`. Rejects with MalformedFile, WorkerLost. */
  pack(chunks: readonly ChunkText[], places: Places): Promise<Pack[]> {
    return Promise.all(chunks.map((chunk) => this.#packOne(chunk, places)));
  }

  async #packOne({ place, text }: ChunkText, places: Places): Promise<Pack> {
    const answer = await this.#asked(text);
    if ("malformed" in answer) throw new MalformedFile(answer.malformed);
    const { starts, columns, ...packed } = answer.packed;
    const indexes = packed.places.map((name) => places.indexOf(name));
    columns.place.forEach((index, at) => (columns.place[at] = indexes[index]!));
    return { place, text: packed.text ?? text, starts, columns };
  }

  #asked(text: string): Promise<PackAnswer> {
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
      this.#worker ??= this.#start({ answered: (answer) => this.#settle(answer), failed: () => this.#lose() });
      while (this.#waiting.size - this.#queue.length < MOST_AT_ONCE) {
        const job = this.#queue.shift();
        if (!job) return;
        this.#worker.post(job);
        if (this.#waiting.size === 1) this.#watch();
      }
    } catch {
      this.#lose();
    }
  }

  #settle(answer: PackAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    this.#watch();
    this.#post();
    waiting.resolve(answer);
  }

  /** A sign of life: from now on counts how long it is silent, or how long it has nothing to do. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer =
      this.#waiting.size > 0 ? setTimeout(() => this.#lose(), PATIENCE) : setTimeout(() => this.#end(), IDLE);
  }

  /** Once lost it is not started again: what failed here would likely fail again, and each try costs its patience. */
  #lose(): void {
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
