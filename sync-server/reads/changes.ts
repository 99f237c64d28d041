// Turns the change log into pages of changes that a user's device has not received.
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
  /** Most keys per page. */
  pageKeys?: number;
};

/**
 * Reads the changes after `token`; null is a first sync, and an unusable token a full resync.
 * Each page reads its rows in one snapshot. The answer ends at the first page's snapshot.
 */
export async function readChanges(
  services: Services,
  userId: string,
  token: string | null,
  { pageKeys = PAGE_KEYS }: PageOptions = {},
): Promise<ChangesPage> {
  const cursor = token === null ? null : readCursor(services.installationKey, token);
  if (cursor?.position && cursor.userId === userId) {
    const page = await changesSince(services, userId, { ...cursor, position: cursor.position }, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.page && !cursor.position && cursor.userId === userId) {
    const page = await freshPage(services, userId, cursor, pageKeys);
    if (page) return { ...page, from: token };
  }
  if (cursor?.userId === userId) await noticeCopy(services, cursor);
  const first = await freshPage(services, userId, null, pageKeys);
  if (!first) throw new Error("a fresh start needs no cursor");
  return { ...first, from: null, isReset: token !== null };
}

/**
 * Detects a restored copy by a cursor of unknown history, and starts a new generation: every client resyncs, the
 * catalogue included.
 */
async function noticeCopy({ db }: Services, cursor: Cursor): Promise<void> {
  const { rows } = await db.raw<{ rows: (ReadPosition & { past: string })[] }>(
    `select ${readPositionColumns("select null")}, "pastGenerations" as past from sync_meta`,
  );
  const here = rows[0];
  if (here && (isForeign(cursor, here) || worthOf(cursor, cursor.userId, here) === "lost"))
    await renewGenerationAfter(db, here.generation, cursor.generation);
}

/**
 * Whether the cursor's generation never existed here, as after restoring one copy twice. Cursors without a marker
 * predate markers.
 */
function isForeign({ generation, start }: Cursor, here: { generation: string; past: string }): boolean {
  return start !== "" && generation !== here.generation && !here.past.split(" ").includes(generation);
}
