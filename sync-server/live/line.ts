// One open live line: whose it is, how far its phone has heard, and what it follows.
import type { Snapshot } from "../db/snapshot.ts";

/** Above this many bytes not yet taken by the network nothing more is queued for a phone; one mark says that it missed something. */
export const SLOW_BYTES = 1024 * 1024;

/** Above this many waiting bytes, or slow for this long, a phone is cut off. */
const STUCK_BYTES = 4 * 1024 * 1024;
const STUCK_MS = 30_000;

/** Whether a phone takes so little that it is cut off: `waiting` bytes not yet taken, `slowMs` since something was left out for it. */
export function isStuck(waiting: number, slowMs: number): boolean {
  return waiting > STUCK_BYTES || slowMs > STUCK_MS;
}

/** Why a line was closed; a browser cannot read a refused upgrade, so most refusals come this way. */
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
  /**
   * `silent`: no hello yet, or told to exchange and to say hello after it; `asking`: a hello waits for its answer; `listening`: hears
   * what happens from now on.
   */
  state: "silent" | "asking" | "listening";
  /** The cursor last sent to or said by the phone. */
  token: string;
  /** What has been sent, as a whole; with `ahead` it is what `token` stands for, or more where there was nothing to send. */
  told: Snapshot | null;
  /** Transactions sent ahead of the whole. */
  ahead: number[];
  buckets: ReadonlySet<string>;
  isVisible: boolean;
  hasSaidHello: boolean;
  /** Something was not sent because the phone reads too slowly. */
  missed: boolean;
  /** Bytes that wait to be taken by the network. */
  buffered(): number;
  send(text: string): void;
  close(code: number): void;
};

/** Tells a phone that there is too much to send here. It says hello again after its exchange. */
export function tellBehind(line: Line): void {
  line.state = "silent";
  line.ahead = [];
  offer(line, `{"type":"behind"}`);
}

/** Sends a frame unless the phone reads too slowly. */
export function offer(line: Line, text: string): boolean {
  if (line.missed || line.buffered() > SLOW_BYTES) {
    line.missed = true;
    line.state = "silent";
    return false;
  }
  line.send(text);
  return true;
}
