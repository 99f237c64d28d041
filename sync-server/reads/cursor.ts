// How far a person's phone has heard, as a token only this database's servers can write and only that person can use.
import { createHmac, timingSafeEqual } from "node:crypto";
import { parseSnapshot, snapshotText, type Snapshot } from "../db/snapshot.ts";

/** Where a page of several ended: the entity's number and the sort values of its last row. */
export type PageEnd = { entity: number; after: string[] };

export type Cursor = {
  generation: string;
  /** The newest start of a process when the cursor was written (db/starts.ts); empty before the first. */
  start: string;
  /** Version of the rows' shapes. */
  schema: number;
  userId: string;
  /** What the phone has heard of; null while a first or fresh start is under way. */
  heard: Snapshot | null;
  /** Between the pages of one answer: the snapshot all of them lead to, and where the last one ended. */
  page: { target: Snapshot; end: PageEnd } | null;
};

const MAC_BYTES = 16;
/** A cursor holds at most two snapshots; each names the transactions that were running, some hundreds at most. */
const MAX_LENGTH = 40_000;

function macOf(key: Buffer, payload: string): Buffer {
  return createHmac("sha256", key).update(payload).digest().subarray(0, MAC_BYTES);
}

export function writeCursor(key: Buffer, { generation, start, schema, userId, heard, page }: Cursor): string {
  const fields: unknown[] = [`${generation} ${start}`, schema, userId, heard && snapshotText(heard)];
  if (page) fields.push(snapshotText(page.target), page.end.entity, page.end.after);
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${macOf(key, payload).toString("base64url")}`;
}

/** The cursor in a token, or null for any text this key did not sign. */
export function readCursor(key: Buffer, token: string): Cursor | null {
  if (token.length > MAX_LENGTH) return null;
  const dot = token.indexOf(".");
  if (dot < 0) return null;
  const payload = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), "base64url");
  const wanted = macOf(key, payload);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [origin, schema, userId, heard, target, entity, after] = JSON.parse(
    Buffer.from(payload, "base64url").toString(),
  ) as [string, number, string, string | null, string?, number?, string[]?];
  const [generation = "", start = ""] = origin.split(" ");
  const cursor: Cursor = {
    generation,
    start,
    schema,
    userId,
    heard: heard === null ? null : parseSnapshot(heard),
    page: null,
  };
  if (heard !== null && !cursor.heard) return null;
  if (target === undefined) return cursor.heard ? cursor : null;
  const parsed = parseSnapshot(target);
  return parsed ? { ...cursor, page: { target: parsed, end: { entity: entity ?? 0, after: after ?? [] } } } : null;
}
