// The live line: a socket that delivers batches early. Lost, repeated or late frames cost only time.
import type { PhoneFrame, ServerFrame } from "../../../shared/sync.ts";
import { SCHEMA } from "../../../shared/sync-limits.ts";
import type { BucketUpdate, Catalogue } from "../catalogue/catalogue.ts";
import { asBatch } from "./http-transport.ts";
import type { Engine } from "../sync/engine.ts";
import type { Position } from "../sync/engine-reads.ts";
import type { Random, Clock } from "../sync/ports.ts";

const HEARTBEAT_MS = 25_000;
/** Longest silence before a line counts as dead, in ms. */
const SILENT_MS = 60_000;
const MAX_BACKOFF_MS = 60_000;
/** Ids in one frame: it stays below the 16 KiB that the server takes. */
const IDS_PER_FRAME = 400;
/** A line open this long resets the backoff. */
const STABLE_MS = 60_000;

/** Close codes without reconnect: signed out, another user, app too old. */
const finalCodes: ReadonlySet<number> = new Set([4401, 4403, 4426]);

export type Socket = { send(text: string): void; close(): void };

export type LinePorts = {
  userId: string;
  engine: Pick<Engine, "cursor" | "receive" | "trigger">;
  clock: Clock;
  chance: Random;
  /** Opens the socket; each handler is called at most once, `message` often. */
  open(handlers: { opened(): void; message(text: unknown): void; closed(code: number): void }): Socket;
  /** The device's catalogue, whose buckets this line follows; null before it is open. */
  catalogue(): Pick<Catalogue, "buckets" | "applySegment"> | null;
  /** Called when a bucket changed and the catalogue could not apply the frame: it needs a refresh. */
  refreshNeeded(): void;
  isVisible(): boolean;
  /** Called when the line opens or closes: while it is closed the unread count is polled. */
  changed(isOpen: boolean): void;
};

function isFrame(value: unknown): value is ServerFrame {
  return typeof value === "object" && value !== null && "type" in value;
}

export class LiveLine {
  private readonly ports: LinePorts;
  private socket: Socket | null = null;
  private isOpen = false;
  private isClosed = false;
  private tries = 0;
  private lastFrameAt = 0;
  private openedAt = 0;
  private notBefore = 0;
  private cancelTimer: (() => void) | null = null;

  constructor(ports: LinePorts) {
    this.ports = ports;
  }

  /** Opens the line, and reopens it after each failure. */
  start(): void {
    if (this.socket || this.isClosed) return;
    this.cancelTimer?.();
    const socket = this.ports.open({
      opened: () => this.opened(socket),
      message: (text) => this.received(socket, text),
      closed: (code) => this.disconnected(socket, code),
    });
    this.socket = socket;
    this.lastFrameAt = this.ports.clock.elapsed();
    this.scheduleHeartbeat(socket);
  }

  /** The network is back: reconnects without waiting. */
  online(): void {
    this.tries = 0;
    this.notBefore = 0;
    this.start();
  }

  /** Sends this device's cursor: when the line opens, after each exchange, and when visibility changes. */
  async hello(position?: Promise<Position>): Promise<void> {
    const { socket } = this;
    if (!socket || !this.isOpen) return;
    const { cursor, clientId } = await (position ?? this.ports.engine.cursor());
    if (this.socket !== socket || !this.isOpen) return;
    const { userId } = this.ports;
    const buckets = [...(this.ports.catalogue()?.buckets() ?? [])];
    this.sendFrame({
      type: "hello",
      clientId,
      userId,
      schema: SCHEMA,
      cursor,
      buckets,
      visible: this.ports.isVisible(),
    });
  }

  /** Reports messages shown in a visible window: they need no push. */
  seen(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += IDS_PER_FRAME)
      this.sendFrame({ type: "seen", ids: ids.slice(at, at + IDS_PER_FRAME) });
  }

  /** Closes the line for good. */
  close(): void {
    this.isClosed = true;
    this.cancelTimer?.();
    const { socket } = this;
    this.markClosed();
    socket?.close();
  }

  private sendFrame(frame: PhoneFrame): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(frame));
  }

  private opened(socket: Socket): void {
    if (this.socket !== socket) return;
    this.isOpen = true;
    this.openedAt = this.ports.clock.elapsed();
    this.lastFrameAt = this.openedAt;
    this.ports.changed(true);
    void this.hello();
    void this.ports.engine.trigger("line-open");
  }

  private received(socket: Socket, text: unknown): void {
    if (this.socket !== socket || typeof text !== "string") return;
    this.lastFrameAt = this.ports.clock.elapsed();
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      // Closes a line with invalid frames: a new one sends everything again.
      return this.drop(socket);
    }
    if (!isFrame(frame)) return;
    if (frame.type === "batch") {
      const batch = asBatch(frame);
      if (batch) void this.ports.engine.receive(batch);
    } else if (frame.type === "behind") void this.ports.engine.trigger("behind");
    else if (frame.type === "bucket") void this.applyUpdate(frame);
    else if (frame.type === "bye") this.notBefore = this.ports.clock.elapsed() + (Number(frame.retryAfterMs) || 0);
  }

  private async applyUpdate(update: BucketUpdate): Promise<void> {
    const isApplied = await this.ports
      .catalogue()
      ?.applySegment(update)
      .catch(() => false);
    if (!isApplied) this.ports.refreshNeeded();
  }

  private drop(socket: Socket): void {
    socket.close();
    this.disconnected(socket, 1006);
  }

  private disconnected(socket: Socket, code: number): void {
    if (this.socket !== socket) return;
    const now = this.ports.clock.elapsed();
    if (this.isOpen && now - this.openedAt >= STABLE_MS) this.tries = 0;
    this.markClosed();
    if (finalCodes.has(code)) {
      this.isClosed = true;
      // The next exchange finds the cause and reports it in one place.
      void this.ports.engine.trigger("behind");
    }
    if (this.isClosed) return;
    const most = Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** Math.min(this.tries++, 16));
    const at = Math.max(now + this.ports.chance.random() * most, this.notBefore);
    this.cancelTimer?.();
    this.cancelTimer = this.ports.clock.after(at - now, () => this.start());
  }

  private markClosed(): void {
    const wasOpen = this.isOpen;
    this.socket = null;
    this.isOpen = false;
    if (wasOpen) this.ports.changed(false);
  }

  private scheduleHeartbeat(socket: Socket): void {
    this.cancelTimer?.();
    this.cancelTimer = this.ports.clock.after(HEARTBEAT_MS, () => {
      if (this.socket !== socket) return;
      if (this.ports.clock.elapsed() - this.lastFrameAt >= SILENT_MS) return this.drop(socket);
      this.sendFrame({ type: "beat" });
      this.scheduleHeartbeat(socket);
    });
  }
}
