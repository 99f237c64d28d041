// Finds the marks of a scale: in a worker; on the page until that has started, and where it cannot.
import { inSlices } from "../../../../client/airfields/slices.ts";
import { markSteps, type MarkOf } from "./clusters.ts";
import type { FromMarksWorker, ToMarksWorker } from "./marks-messages.ts";
import type { Mark, Spot } from "./marks.ts";

export class MarkFinder {
  #worker: Worker | null = null;
  #isReady = false;
  /** The airfields that the worker knows. */
  #sent: readonly Spot[] | null = null;
  /** What waits for the worker's answers, in the order of the questions; null means that none will come. */
  #waiting: ((found: MarkOf<number>[] | null) => void)[] = [];

  begin(): void {
    if (typeof Worker === "undefined") return;
    const worker = new Worker(new URL("./marks-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromMarksWorker>) => {
      if (data === "ready") this.#isReady = true;
      else this.#waiting.shift()?.(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.end();
    };
    this.#worker = worker;
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#sent = null;
    for (const answer of this.#waiting.splice(0)) answer(null);
  }

  /** The marks of all airfields at a scale, from west to east. `letters` is 1 for text of 16 px. */
  async find(spots: readonly Spot[], scale: number, letters: number): Promise<Mark[]> {
    const found = this.#isReady ? await this.#ask(spots, scale, letters) : null;
    if (!found) return inSlices(markSteps(spots, scale, letters));
    return found.map((mark) => ({ ...mark, spots: mark.spots.map((place) => spots[place]!) }));
  }

  #ask(spots: readonly Spot[], scale: number, letters: number): Promise<MarkOf<number>[] | null> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#sent !== spots) this.#say({ spots: spots.map(sizeOf) });
      this.#sent = spots;
      this.#say({ find: { scale, letters } });
    });
  }

  #say(said: ToMarksWorker): void {
    this.#worker?.postMessage(said);
  }
}

/** The worker needs no names and no rows. */
function sizeOf({ x, y, airport, rows, lowestRate }: Spot) {
  return { x, y, airport: { id: airport.id }, rows: { length: rows.length }, lowestRate };
}
