// Reads a user's changes on the model server: cursors, snapshots, pages with the first page's target.
import type { Row } from "../../pwa/device/sync/ports.ts";
import type { Batch } from "../../shared/sync.ts";
import { isVisible, type ServerState, type Snapshot, xminOf } from "./server-state.ts";

export type PageFaults = { lastPageMovesCursor?: boolean; checksNoFloor?: boolean; sendsNoDrops?: boolean };

type Cursor = {
  generation: number;
  user: string;
  at: Snapshot;
  page?: { target: Snapshot; last: string; full: boolean };
};

function parsed(token: string): Cursor | null {
  try {
    return JSON.parse(token) as Cursor;
  } catch {
    return null;
  }
}

export class Pages {
  /** Most keys per page. */
  size = 1000;
  private readonly state: () => ServerState;
  private readonly faults: PageFaults;

  constructor(state: () => ServerState, faults: PageFaults) {
    this.state = state;
    this.faults = faults;
  }

  /** Null for a device without a usable cursor. */
  readCursor(user: string, token: string | null): Cursor | null {
    if (token === null) return null;
    const cursor = parsed(token);
    if (!cursor) return null;
    const state = this.state();
    if (cursor.generation !== state.generation || cursor.user !== user) return null;
    if (cursor.at.xmax > state.nextXid) return null;
    // The first page of a full scope has no snapshot; only its target can be below the floor.
    const origin = cursor.page?.full ? Infinity : xminOf(cursor.at);
    const oldest = Math.min(origin, cursor.page ? xminOf(cursor.page.target) : Infinity);
    if (!this.faults.checksNoFloor && oldest < state.floor) return null;
    return cursor;
  }

  /** Changes for a user since a cursor, or all rows; at most `pageSize` keys. */
  page(user: string, cursor: Cursor | null) {
    const state = this.state();
    const target = cursor?.page?.target ?? state.snapshot();
    const full = cursor === null || cursor.page?.full === true;
    const at = cursor?.at ?? { xmax: 0, underWay: [] };
    const last = cursor?.page?.last ?? "";
    const all = full ? state.keysOf(user) : this.changedKeys(user, at, target);
    const rest = all.filter((key) => key > last);
    const keys = rest.slice(0, this.size);
    const more = rest.length > keys.length;
    const rows: Record<string, Row[]> = {};
    const drops: Record<string, string[]> = {};
    for (const key of keys) {
      const [entity, id] = key.split(" ") as [string, string];
      const row = state.row(user, entity, id);
      if (row) (rows[entity] ??= []).push(row);
      else if (!(this.faults.sendsNoDrops && entity === "things" && state.things.has(id)))
        (drops[entity] ??= []).push(id);
    }
    const base = { generation: state.generation, user };
    const final = this.faults.lastPageMovesCursor ? state.snapshot() : target;
    const next: Cursor = more ? { ...base, at, page: { target, last: keys.at(-1)!, full } } : { ...base, at: final };
    return { rows, drops, more, target, to: JSON.stringify(next), keys: keys.length };
  }

  private changedKeys(user: string, from: Snapshot, to: Snapshot): string[] {
    const keys = new Set<string>();
    for (const line of this.state().log) {
      if (line.user === user && !isVisible(line.xid, from) && isVisible(line.xid, to)) {
        keys.add(`${line.entity} ${line.key}`);
      }
    }
    return [...keys].sort();
  }

  /** The frame that a live line at `cursor` needs: a batch, none, or `behind`. */
  news(user: string, token: string | null): Batch | "behind" | null {
    const cursor = this.readCursor(user, token);
    if (!cursor || cursor.page) return "behind";
    const page = this.page(user, cursor);
    if (page.more) return "behind";
    if (page.keys === 0) return null;
    return { from: token, to: page.to, rows: page.rows, drops: page.drops };
  }
}
