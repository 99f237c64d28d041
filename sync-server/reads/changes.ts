// From the change log to batches: what a person's phone has not heard of yet, page by page.
import type { Knex } from "knex";
import { PAGE_KEYS } from "../../shared/sync.ts";
import { renewGenerationAfter } from "../db/change-log.ts";
import { readCursor, type Cursor } from "./cursor.ts";
import { cursorKey } from "./cursor-key.ts";
import { freshPage } from "./fresh.ts";
import { readPositionColumns, worthOf, type ReadPosition } from "./read-position.ts";
import type { ChangesPage } from "./page.ts";
import { changesSince } from "./since.ts";

export type PageOptions = {
  /** Keys a page covers at most. */
  pageKeys?: number;
};

/**
 * What the person has not heard of at `token`; null is a first start, and a token that does not count here a fresh one. Rows
 * are read in one snapshot a page, and the answer ends at the snapshot of its first page.
 */
export async function readChanges(
  db: Knex,
  userId: string,
  token: string | null,
  { pageKeys = PAGE_KEYS }: PageOptions = {},
): Promise<ChangesPage> {
  const key = await cursorKey(db);
  const cursor = token === null ? null : readCursor(key, token);
  if (cursor?.heard && cursor.userId === userId) {
    const page = await changesSince(db, key, userId, { ...cursor, heard: cursor.heard }, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.page && !cursor.heard && cursor.userId === userId) {
    const page = await freshPage(db, key, userId, cursor, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.userId === userId) await noticeCopy(db, cursor);
  const first = await freshPage(db, key, userId, null, pageKeys);
  if (!first) throw new Error("a fresh start needs no cursor");
  return { ...first, from: null, isReset: token !== null };
}

/** A cursor of a history that is not here tells that the database is a copy put back: everybody starts afresh, the catalogue too. */
async function noticeCopy(db: Knex, cursor: Cursor): Promise<void> {
  const { rows } = await db.raw<{ rows: (ReadPosition & { past: string })[] }>(
    `select ${readPositionColumns("select null")}, "pastGenerations" as past from sync_meta`,
  );
  const here = rows[0];
  if (here && (isForeign(cursor, here) || worthOf(cursor, cursor.userId, here) === "lost"))
    await renewGenerationAfter(db, here.generation, cursor.generation);
}

/** Of a generation that never was here, as after the same copy is put back twice. One without a marker is from before markers. */
function isForeign({ generation, start }: Cursor, here: { generation: string; past: string }): boolean {
  return start !== "" && generation !== here.generation && !here.past.split(" ").includes(generation);
}
