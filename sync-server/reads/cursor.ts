// A device's position in the change log, as a token: this database's servers sign it, one user can use it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { SCHEMA } from "../../shared/sync.ts";
import type { ReadPosition } from "../db/read-position.ts";
import type { Cursor, Cursors } from "../kit/cursors.ts";
import { snapshotIncludes, parseSnapshot, snapshotText, type Snapshot } from "../db/snapshot.ts";
import { newestMarker, parseStarts } from "../db/starts.ts";

const MAC_BYTES = 16;
/** In characters. A cursor holds at most two snapshots; each names some hundred running transactions at most. */
const MAX_LENGTH = 40_000;

function macOf(key: Buffer, payload: string): Buffer {
  return createHmac("sha256", key).update(payload).digest().subarray(0, MAC_BYTES);
}

export function writeCursor(key: Buffer, { generation, start, schema, userId, position, page }: Cursor): string {
  const fields: unknown[] = [`${generation} ${start}`, schema, userId, position && snapshotText(position)];
  if (page) fields.push(snapshotText(page.target), page.end.entity, page.end.after);
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${macOf(key, payload).toString("base64url")}`;
}

/** Parses a token to a cursor; null for any text this key did not sign. */
export function readCursor(key: Buffer, token: string): Cursor | null {
  if (token.length > MAX_LENGTH) return null;
  const dot = token.indexOf(".");
  if (dot < 0) return null;
  const payload = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), "base64url");
  const wanted = macOf(key, payload);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [origin, schema, userId, position, target, entity, after] = JSON.parse(
    Buffer.from(payload, "base64url").toString(),
  ) as [string, number, string, string | null, string?, number?, string[]?];
  const [generation = "", start = ""] = origin.split(" ");
  const cursor: Cursor = {
    generation,
    start,
    schema,
    userId,
    position: position === null ? null : parseSnapshot(position),
    page: null,
  };
  if (position !== null && !cursor.position) return null;
  if (target === undefined) return cursor.position ? cursor : null;
  const parsed = parseSnapshot(target);
  return parsed ? { ...cursor, page: { target: parsed, end: { entity: entity ?? 0, after: after ?? [] } } } : null;
}

/** At least as many of the last tokens are kept, at most twice as many. */
const KEPT = 1000;
/** Most characters of a token that is kept. */
const LONGEST_KEPT = 1000;

/** Keeps the last tokens that were written, since most devices soon bring back theirs: these need no second signature. */
export function createCursors(key: Buffer): Cursors {
  let newer = new Map<string, Cursor>();
  let older = newer;
  return {
    write(cursor) {
      const token = writeCursor(key, cursor);
      if (token.length > LONGEST_KEPT) return token;
      // Dropping many at once costs less than one at a time.
      if (newer.size >= KEPT) [older, newer] = [newer, new Map()];
      newer.set(token, cursor);
      return token;
    },
    read: (token) => newer.get(token) ?? older.get(token) ?? readCursor(key, token),
  };
}

/** Validity of a cursor. `lost` is a cursor of this generation with a history that this database does not have. */
export type Validity = "usable" | "stale" | "lost";

type LogPosition = Omit<ReadPosition, "durable" | "newest">;

/** Whether a cursor is usable at a read position: this generation and schema, above the floor, and this history. */
export function isUsable(cursor: Cursor, readPosition: LogPosition): boolean {
  return validityOf(cursor, readPosition) === "usable";
}

export function validityOf(cursor: Cursor, { snapshot, generation, floor, starts }: LogPosition): Validity {
  const now = parseSnapshot(snapshot);
  if (!now || cursor.generation !== generation) return "stale";
  const snapshots = [cursor.position, cursor.page?.target ?? null].filter((one) => one !== null);
  if (snapshots.some((one) => one.xmin < Number(floor))) return "stale";
  const validities = snapshots.map((one) => validityAmongStarts(one, { start: cursor.start, starts, now }));
  if (validities.includes("lost")) return "lost";
  if (validities.includes("stale") || cursor.schema !== SCHEMA) return "stale";
  return snapshots.every((one) => one.xmax <= now.xmax) ? "usable" : "stale";
}

/**
 * Compares a snapshot with the process starts. A cursor names the newest start at its position, so in this history its
 * snapshot cannot include the next start.
 * One that includes it, or that comes with an unknown start, belongs to the original of this copy.
 */
function validityAmongStarts(
  snapshot: Snapshot,
  { start, starts, now }: { start: string; starts: string; now: Snapshot },
): Validity {
  if (start === newestMarker(starts)) return "usable";
  const known = parseStarts(starts);
  const at = known.findIndex(({ marker }) => marker === start);
  const next = known[at + 1];
  if (!next || snapshotIncludes(snapshot, next.noted)) return "lost";
  // A snapshot here that cannot see the next start ends before every snapshot could. A later end is ambiguous. A process that starts right
  // now has not stored that moment yet; the reader sees the start, so it has passed.
  const seen = known.slice(at + 1).find((one) => one.seen !== null)?.seen ?? now.xmax;
  if (snapshot.xmax > seen) return "stale";
  return at >= 0 || start === "" ? "usable" : "stale";
}

/**
 * Whether the cursor's generation never existed here, as after restoring one copy twice. Cursors without a marker
 * predate markers.
 */
export function isForeign({ generation, start }: Cursor, here: { generation: string; past: string }): boolean {
  return start !== "" && generation !== here.generation && !here.past.split(" ").includes(generation);
}
