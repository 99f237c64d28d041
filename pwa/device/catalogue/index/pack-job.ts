// The messages about packs between page and worker, and the worker's function. Pure.
import type { DayLists } from "./day-lists.ts";
import { MalformedFile, packOf, Places, type Columns } from "./pack.ts";

/** One chunk per message, so that copying it is quick. */
export type PackJob = { id: number; text: string };

export type PackedChunk = {
  starts: Uint32Array<ArrayBuffer>;
  /** The locations that the columns' indexes refer to. */
  columns: Columns;
  days: DayLists;
  places: readonly string[];
  /** Set only where the pack's text differs from the job's, which the page still has. */
  text: string | null;
};

export type PackResult =
  | { id: number; packed: PackedChunk }
  /** The reason why the text is no array of cards. */
  | { id: number; malformed: string };

/** Runs a job. Rethrows every error that the text did not cause. */
export function runPackJob({ id, text: sent }: PackJob): PackResult {
  const places = new Places();
  try {
    const { text, starts, columns, days } = packOf(0, sent, places);
    return { id, packed: { starts, columns, days, places: places.names, text: text === sent ? null : text } };
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return { id, malformed: error.message };
  }
}

/** The buffers of a result, which are transferred instead of copied. */
export function buffersOf(answer: PackResult): ArrayBuffer[] {
  if (!("packed" in answer)) return [];
  const { starts, columns, days } = answer.packed;
  return [...new Set([starts, days.starts, days.values, ...Object.values(columns)].map((values) => values.buffer))];
}
