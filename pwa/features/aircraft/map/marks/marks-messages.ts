// What the page and the worker that finds marks say to each other.
import type { MarkOf, SpotSize } from "./clusters.ts";

/** To the worker. `spots`: all airfields from now on; `find`: the marks of a scale in pixels and of letters, 1 for 16 px. */
export type ToMarksWorker = { spots: readonly SpotSize[] } | { find: { scale: number; letters: number } };

/** From the worker. "ready": it has started. The answer to each `find`: its marks, with places of airfields in `spots`. */
export type FromMarksWorker = "ready" | MarkOf<number>[];
