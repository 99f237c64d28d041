// The model server's state: tables, change log, ledger, and snapshots like PostgreSQL's.
import type { Row } from "../../pwa/device/sync/ports.ts";
import { people } from "./small-world.ts";

/** All transactions below `xmax` are visible, except the running ones. */
export type Snapshot = { xmax: number; underWay: readonly number[] };

export type Line = { user: string; entity: string; key: string; xid: number };
export type LedgerRow = {
  status: "applied" | "refused";
  code?: string | undefined;
  fields?: Record<string, unknown> | undefined;
  xid: number;
  at: number;
};
/** One effect, in the order in which they happened. */
export type Effect = { id: string; user: string; name: string; lane: string; input: Record<string, unknown> };

export function isVisible(xid: number, snapshot: Snapshot): boolean {
  return xid < snapshot.xmax && !snapshot.underWay.includes(xid);
}

export function xminOf(snapshot: Snapshot): number {
  return Math.min(snapshot.xmax, ...snapshot.underWay);
}

export class ServerState {
  generation = 1;
  nextXid = 1;
  floor = 0;
  readonly underWay = new Set<number>();
  log: Line[] = [];
  ledger = new Map<string, LedgerRow>();
  owners = new Set<string>();
  notes = new Map<string, Row>();
  likes = new Map<string, Row>();
  things = new Map<string, Row>();
  /** Deleted things, whose ids stay taken. */
  goneThings = new Map<string, Row>();
  effects: Effect[] = [];

  snapshot(): Snapshot {
    return { xmax: this.nextXid, underWay: [...this.underWay] };
  }

  /** The row as this user may see it now, or null. */
  row(user: string, entity: string, key: string): Row | null {
    if (entity === "me") return key === user ? { id: user, isOwner: this.owners.has(user) } : null;
    if (entity === "notes") {
      const row = this.notes.get(key);
      return row && (row["from"] === user || row["to"] === user) ? row : null;
    }
    if (entity === "likes") return this.likes.get(`${user}|${key}`) ?? null;
    const row = this.things.get(key);
    return row && (row["ownerId"] === user || this.likes.has(`${user}|${key}`)) ? row : null;
  }

  /** All keys that this user can see, as `entity key`, sorted. */
  keysOf(user: string): string[] {
    const keys = [`me ${user}`];
    for (const key of this.notes.keys()) if (this.row(user, "notes", key)) keys.push(`notes ${key}`);
    for (const key of this.likes.keys()) {
      const [owner, thingId] = key.split("|");
      if (owner === user) keys.push(`likes ${thingId}`);
    }
    for (const key of this.things.keys()) if (this.row(user, "things", key)) keys.push(`things ${key}`);
    return keys.sort();
  }

  /** Users with a log line for a change of a thing: its owner and those who like it. */
  watchers(thing: Row): string[] {
    return people.filter((user) => thing["ownerId"] === user || this.likes.has(`${user}|${String(thing["id"])}`));
  }

  copy(): ServerState {
    const copy = new ServerState();
    copy.generation = this.generation;
    copy.nextXid = this.nextXid;
    copy.floor = this.floor;
    copy.log = [...this.log];
    copy.ledger = new Map(this.ledger);
    copy.owners = new Set(this.owners);
    copy.notes = new Map(this.notes);
    copy.likes = new Map(this.likes);
    copy.things = new Map(this.things);
    copy.goneThings = new Map(this.goneThings);
    copy.effects = [...this.effects];
    return copy;
  }
}

/** One transaction: savepoints can roll it back, and its log lines appear at the commit. */
export class ServerTransaction {
  readonly xid: number;
  private readonly state: ServerState;
  private readonly undo: (() => void)[] = [];
  private readonly lines: Line[] = [];

  constructor(state: ServerState) {
    this.state = state;
    this.xid = state.nextXid++;
    state.underWay.add(this.xid);
  }

  savepoint(): { undo: number; lines: number } {
    return { undo: this.undo.length, lines: this.lines.length };
  }

  rollBackTo(savepoint: { undo: number; lines: number }): void {
    while (this.undo.length > savepoint.undo) this.undo.pop()!();
    this.lines.length = savepoint.lines;
  }

  rollBack(): void {
    this.rollBackTo({ undo: 0, lines: 0 });
    this.state.underWay.delete(this.xid);
  }

  /** Commits; returns the users with log lines. */
  commit(): Set<string> {
    this.state.log.push(...this.lines);
    this.state.underWay.delete(this.xid);
    return new Set(this.lines.map((line) => line.user));
  }

  line(user: string, entity: string, key: string): void {
    this.lines.push({ user, entity, key, xid: this.xid });
  }

  set<Value>(table: Map<string, Value>, key: string, value: Value | undefined): void {
    const before = table.get(key);
    const had = table.has(key);
    if (value === undefined) table.delete(key);
    else table.set(key, value);
    this.undo.push(() => {
      if (had) table.set(key, before as Value);
      else table.delete(key);
    });
  }

  own(user: string): void {
    if (this.state.owners.has(user)) return;
    this.state.owners.add(user);
    this.undo.push(() => this.state.owners.delete(user));
  }

  effect(effect: Effect): void {
    this.state.effects.push(effect);
    this.undo.push(() => this.state.effects.splice(this.state.effects.lastIndexOf(effect), 1));
  }
}
