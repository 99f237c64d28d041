// A device's position in the change log, and the port that turns it into a token and back.
import type { Snapshot } from "../db/snapshot.ts";

/** End of a page: the entity's number and the sort values of its last row. */
export type PageEnd = { entity: number; after: string[] };

export type Cursor = {
  generation: string;
  /** The newest process start when the cursor was written (db/starts.ts); empty before the first. */
  start: string;
  /** Version of the row schemas. */
  schema: number;
  userId: string;
  /** The device's position; null while a first sync or full resync is running. */
  position: Snapshot | null;
  /** Between the pages of one answer: the target snapshot, and the end of the last page. */
  page: { target: Snapshot; end: PageEnd } | null;
};

/** Writes and reads the tokens of one database. `read` returns null for any text that this database's servers did not sign. */
export type Cursors = { write(cursor: Cursor): string; read(token: string): Readonly<Cursor> | null };
