// One live connection: its user, its position, and its subscriptions.
import { snapshotIncludes, type Snapshot } from "../db/snapshot.ts";
import { changesText, type Changes } from "../reads/changes.ts";

/** Above this many unsent bytes the server queues no more frames for a client, and marks the line as incomplete. */
export const SLOW_BYTES = 1024 * 1024;

/** Above this many unsent bytes, or slow for this long, the server closes the connection. */
const STUCK_BYTES = 4 * 1024 * 1024;
const STUCK_MS = 30_000;

/** Whether a client reads too slowly to stay connected: `waiting` unsent bytes, `slowMs` since a frame was left out. */
export function isStuck(waiting: number, slowMs: number): boolean {
  return waiting > STUCK_BYTES || slowMs > STUCK_MS;
}

/** Why a line was closed. Browsers cannot read a refused upgrade, so most refusals use a close code. */
export const closeCodes = {
  malformed: 4400,
  signIn: 4401,
  wrongUser: 4403,
  silent: 4408,
  upgrade: 4426,
  limit: 4429,
  restart: 1012,
} as const;

export type Line = {
  userId: string;
  sessionHash: string;
  /** The device; empty before its first hello. */
  clientId: string;
  /** Hellos so far. */
  hellos: number;
  /**
   * `silent`: no hello yet, or a resync was requested; `asking`: a hello waits for its answer; `listening`: receives
   * changes.
   */
  state: "silent" | "asking" | "listening";
  /** The cursor last sent to the client or received from it. */
  token: string;
  /**
   * Position of everything sent; with `ahead` it is the position of `token`, or later when there was nothing to send.
   */
  sentPosition: Snapshot | null;
  /** Transactions sent ahead of `sentPosition`. */
  ahead: number[];
  buckets: ReadonlySet<string>;
  isVisible: boolean;
  hasSaidHello: boolean;
  /** A frame was left out because the client reads too slowly. */
  missed: boolean;
  /** Bytes not yet sent over the network. */
  buffered(): number;
  send(text: string): void;
  close(code: number): void;
};

/** Requests a resync because there is too much to send here. The client says hello again after its exchange. */
export function requestResync(line: Line): void {
  line.state = "silent";
  line.ahead = [];
  trySend(line, `{"type":"behind"}`);
}

/** Sends a frame unless the client reads too slowly. */
export function trySend(line: Line, text: string): boolean {
  if (line.missed || line.buffered() > SLOW_BYTES) {
    line.missed = true;
    line.state = "silent";
    return false;
  }
  line.send(text);
  return true;
}

/** The frame of a batch, from one cursor to another. */
export function batchText(from: string, to: string, changes: Changes): string {
  return `{"type":"batch","from":"${from}","to":"${to}",${changesText(changes)}}`;
}

/** Marks everything up to `now` as sent. */
export function advance(line: Line, now: Snapshot): void {
  line.sentPosition = now;
  if (line.ahead.length > 0) line.ahead = line.ahead.filter((xid) => !snapshotIncludes(now, xid));
}
