// The worker's entry file: finds marks, so that no frame of the page waits for them or for the garbage of it.
import type { FromMarksWorker, ToMarksWorker } from "./marks-messages.ts";
import { markSteps, type MarkOf, type SpotSize } from "./clusters.ts";

/** The part of a worker's scope that this file uses: the page's types have none. */
type Scope = { onmessage: (said: MessageEvent<ToMarksWorker>) => void; postMessage: (said: FromMarksWorker) => void };
declare const self: Scope;

type PlacedSpot = SpotSize & { place: number };

function listen(): void {
  let spots: PlacedSpot[] = [];
  self.onmessage = ({ data }) => {
    if ("spots" in data) spots = data.spots.map((spot, place) => ({ ...spot, place }));
    else self.postMessage(marksOf(spots, data.find.scale, data.find.letters));
  };
  self.postMessage("ready");
}

function marksOf(spots: readonly PlacedSpot[], scale: number, letters: number): MarkOf<number>[] {
  const steps = markSteps(spots, scale, letters);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.map((mark) => ({ ...mark, spots: mark.spots.map(({ place }) => place) }));
}

listen();
