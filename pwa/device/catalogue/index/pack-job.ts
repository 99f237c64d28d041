// What page and worker say to each other about packs, and the worker's part of it. Pure.
import { MalformedFile, packOf, Places, type Columns } from "./pack.ts";

/** One chunk: a message must not take long to copy. */
export type PackJob = { id: number; text: string };

export type Packed = {
  starts: Uint32Array<ArrayBuffer>;
  /** Places are indexes into the answer's own list. */
  columns: Columns;
  places: readonly string[];
  /** Only where the pack's text is not the one that was sent, which the page has still. */
  text: string | null;
};

export type PackAnswer =
  | { id: number; packed: Packed }
  /** Why the text is no array of cards. */
  | { id: number; malformed: string };

/** Does a job. Throws what is no fault of the text. */
export function answerTo({ id, text: sent }: PackJob): PackAnswer {
  const places = new Places();
  try {
    const { text, starts, columns } = packOf(0, sent, places);
    return { id, packed: { starts, columns, places: places.names, text: text === sent ? null : text } };
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return { id, malformed: error.message };
  }
}

/** The memory of an answer, which changes hands instead of being copied. */
export function buffersOf(answer: PackAnswer): ArrayBuffer[] {
  if (!("packed" in answer)) return [];
  const { starts, columns } = answer.packed;
  return [...new Set([starts, ...Object.values(columns)].map((values) => values.buffer))];
}
