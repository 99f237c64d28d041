// Remembers what the hub has read of the change log lately. So a hello with a recent cursor needs no query.
import { parseSnapshot, snapshotCovers, snapshotDifference, snapshotIncludes, type Snapshot } from "../db/snapshot.ts";
import type { Cursor } from "../kit/cursors.ts";
import { isUsable } from "../reads/cursor.ts";
import type { Tail } from "../reads/tail.ts";
import type { DeliveredRows } from "./plain-deliveries.ts";

/** Shortest time that a line of the log is remembered; a hello follows its exchange sooner. */
const SPAN_MS = 5000;
/** Most lines per span, and most messages sent since the last poll. */
const MOST_LINES = 50_000;
const MOST_DELIVERIES = 10_000;

/** What a user's line gets after a hello. */
export type KnownAfter = {
  /** Transactions that the cursor includes and the polled position does not. */
  ahead: number[];
  /** Messages sent here that the cursor does not include. */
  deliveries: DeliveredRows[];
};

export type LogMemory = {
  /** Notes a poll of these people's lines, from `base` to the position of `tail`. */
  polled(base: Snapshot | null, tail: Tail, people: ReadonlySet<string>): void;
  /** Notes messages that this process has committed. */
  delivered(rows: DeliveredRows): void;
  /** Returns what follows a usable cursor up to `position` and in memory; null when only a query can tell. */
  after(cursor: Cursor & { position: Snapshot }, position: Snapshot): KnownAfter | null;
  /** Forgets a user without a line: polls no longer read the user's lines. */
  forget(userId: string): void;
  clear(): void;
};

/** All lines after `from`: the transactions of each user. */
type Span = { from: Snapshot; began: number; lines: number; xids: Map<string, number[]> };

export function createLogMemory(now: () => number = () => performance.now()): LogMemory {
  let spans: Span[] = [];
  /** The position after which all lines of a user are known. */
  const since = new Map<string, Snapshot>();
  let unpolled = new Map<string, DeliveredRows[]>();
  let deliveries = 0;
  let readPosition: Tail["readPosition"] | null = null;
  /** Above all transactions that this process has seen end: no cursor of this history ends later. */
  let newest = 0;

  function clear(): void {
    spans = [];
    since.clear();
    readPosition = null;
  }

  function startSpan(from: Snapshot): Span {
    const span = { from, began: now(), lines: 0, xids: new Map<string, number[]>() };
    spans = [...spans.slice(-1), span];
    return span;
  }

  function keepUnpolled(position: Snapshot): void {
    const left = [...unpolled].map(([userId, rows]): [string, DeliveredRows[]] => [
      userId,
      rows.filter(({ xid }) => !snapshotIncludes(position, xid)),
    ]);
    unpolled = new Map(left.filter(([, rows]) => rows.length > 0));
    deliveries = left.reduce((sum, [, rows]) => sum + rows.length, 0);
  }

  return {
    polled(base, tail, people) {
      if (base === null || tail.behind !== null) clear();
      readPosition = tail.readPosition;
      newest = Math.max(newest, parseSnapshot(tail.readPosition.snapshot)?.xmax ?? 0);
      const from = base === null || tail.behind !== null ? tail.position : base;
      for (const userId of since.keys()) if (!people.has(userId)) since.delete(userId);
      for (const userId of people) if (!since.has(userId)) since.set(userId, from);
      let span = spans.at(-1);
      if (!span || now() - span.began > SPAN_MS || span.lines > MOST_LINES) span = startSpan(from);
      if (from !== tail.position)
        for (const { scope, xid } of tail.lines) {
          const userId = scope.startsWith("user:") ? scope.slice("user:".length) : "";
          if (!people.has(userId)) continue;
          span.lines++;
          const xids = span.xids.get(userId);
          if (xids) xids.push(xid);
          else span.xids.set(userId, [xid]);
        }
      keepUnpolled(tail.position);
    },
    delivered(rows) {
      newest = Math.max(newest, rows.xid + 1);
      if (++deliveries > MOST_DELIVERIES) return clear();
      const known = unpolled.get(rows.userId);
      if (known) known.push(rows);
      else unpolled.set(rows.userId, [rows]);
    },
    after(cursor, position) {
      const { userId, position: said } = cursor;
      const [reach, from] = [spans[0]?.from, since.get(userId)];
      if (!reach || !from || !readPosition) return null;
      const seen = { ...readPosition, snapshot: `${newest}:${newest}:` };
      if (!isUsable(cursor, seen) || !snapshotCovers(said, reach) || !snapshotCovers(said, from)) return null;
      const isKnown = (xid: number) => snapshotIncludes(said, xid);
      if (spans.some(({ xids }) => !(xids.get(userId) ?? []).every(isKnown))) return null;
      return {
        ahead: snapshotDifference(said, position),
        deliveries: (unpolled.get(userId) ?? []).filter(({ xid }) => !isKnown(xid)),
      };
    },
    forget(userId) {
      since.delete(userId);
      unpolled.delete(userId);
    },
    clear,
  };
}
