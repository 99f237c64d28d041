// Builds the sync answer of a statement that stored messages, from the changes it returned.
import type { ReadPosition } from "../db/read-position.ts";
import { addToSnapshot, parseSnapshot, type Snapshot } from "../db/snapshot.ts";
import { newestMarker } from "../db/starts.ts";
import { changesOf, type ChangesPage } from "./changes.ts";
import type { Cursor, Cursors } from "../kit/cursors.ts";
import { isUsable } from "./cursor.ts";
import { visibleRowText } from "./rows.ts";

/** Most unseen keys of a sending device; with more, a separate query reads its changes. */
const MOST_UNSEEN = 200;

/** Reads a sending device's unseen changes, over `asked (n, "userId", since, verified)`. */
export const unseenText = `select w.n, w.entity, w.id, ${visibleRowText} as row from (
    select a.n, a."userId", l.entity, l.id from asked a cross join lateral (
      select entity, id from change_log
      where scope = 'user:' || a."userId" and xid >= pg_snapshot_xmin(a.since) and not pg_visible_in_snapshot(xid, a.since)
      group by entity, id limit ${MOST_UNSEEN + 1}
    ) l where a.verified is not null and a.since is not null
  ) w`;

/** Parses a token to this user's cursor without a pending page, so that the next answer is a difference. */
export function wholeCursor(cursors: Cursors, userId: string, token: string | null): WholeCursor | null {
  const cursor = token === null ? null : cursors.read(token);
  return cursor?.position && !cursor.page && cursor.userId === userId ? { ...cursor, position: cursor.position } : null;
}

export type WholeCursor = Cursor & { position: Snapshot };

/** Changes that one sending statement returned: earlier changes of others, and the messages themselves. */
export type ResultChanges = {
  readPosition: Omit<ReadPosition, "durable" | "newest">;
  unseen: { entity: number; id: string; row: string | null }[];
  own: readonly { row: string; xid: number; isPlain: boolean }[];
};

/**
 * Returns the statement's answer: its snapshot plus its own transaction.
 * The ids this snapshot counts as ended cannot be reused: they precede the statement's transaction, which is on disk.
 * Null when more must be read, or the cursor is not usable here.
 */
export function changesInResult(
  cursors: Cursors,
  token: string | null,
  cursor: WholeCursor,
  { readPosition: read, unseen, own }: ResultChanges,
): ChangesPage | null {
  const isEnough = own.length > 0 && own.every(({ isPlain }) => isPlain) && unseen.length <= MOST_UNSEEN;
  const now = parseSnapshot(read.snapshot);
  if (!isEnough || !now || !isUsable(cursor, read)) return null;
  const changes = changesOf(unseen);
  const rows = own.map(({ row }) => row);
  changes.rows.set("messages", [...(changes.rows.get("messages") ?? []), ...rows]);
  const target = addToSnapshot(
    now,
    own.map(({ xid }) => xid),
  );
  const to = cursors.write({ ...cursor, start: newestMarker(read.starts), position: target });
  return { ...changes, from: token, to, isReset: false, hasMore: false, isLater: false, target };
}
