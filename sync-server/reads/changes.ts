// From the change log to batches: what a person's phone has not heard of yet, page by page.
import { PAGE_KEYS } from "../../shared/sync.ts";
import { renewGenerationAfter } from "../db/change-log.ts";
import { readPositionColumns, type ReadPosition } from "../db/read-position.ts";
import type { Services } from "../kit/services.ts";
import { readCursor, type Cursor } from "./cursor.ts";
import { worthOf } from "./cursor-worth.ts";
import { freshPage } from "./fresh.ts";
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
  services: Services,
  userId: string,
  token: string | null,
  { pageKeys = PAGE_KEYS }: PageOptions = {},
): Promise<ChangesPage> {
  const cursor = token === null ? null : readCursor(services.installationKey, token);
  if (cursor?.heard && cursor.userId === userId) {
    const page = await changesSince(services, userId, { ...cursor, heard: cursor.heard }, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.page && !cursor.heard && cursor.userId === userId) {
    const page = await freshPage(services, userId, cursor, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.userId === userId) await noticeCopy(services, cursor);
  const first = await freshPage(services, userId, null, pageKeys);
  if (!first) throw new Error("a fresh start needs no cursor");
  return { ...first, from: null, isReset: token !== null };
}

/** A cursor of a history that is not here tells that the database is a copy put back: everybody starts afresh, the catalogue too. */
async function noticeCopy({ db }: Services, cursor: Cursor): Promise<void> {
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
