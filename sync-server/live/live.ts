// The live line: authenticates connections, handles hellos, sends heartbeats, and closes ended sessions.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { WebSocketServer, type WebSocket } from "ws";
import { DomainError } from "../../shared/kit/errors.ts";
import { OLDEST_SCHEMA, phoneFrame, type PhoneFrame } from "../../shared/sync.ts";
import type { BucketUpdate } from "../catalogue/publisher.ts";
import type { Config } from "../config.ts";
import type { Delivery } from "../domain/messages/send-batcher.ts";
import { tokenHash } from "../domain/accounts/secrets.ts";
import type { Services } from "../kit/services.ts";
import type { Changes } from "../reads/changes.ts";
import { handshakeGate } from "./handshakes.ts";
import { createHub } from "./hub.ts";
import { closeCodes, isStuck, requestResync, type Line } from "./line.ts";
import { liveSessions } from "./sessions.ts";
import { refuseUpgrade } from "./upgrade.ts";

const HELLO_MS = 5000;
const HEARTBEAT_MS = 25_000;
const SILENT_MS = 60_000;
const RECHECK_MS = 30_000;
const SWEEP_MS = 1000;
const MAX_FRAME_BYTES = 16 * 1024;
const MOST_LINES_A_PERSON = 10;

/** What the handshake reads from a request; the HTTP layer provides it. */
export type RequestReader = {
  /** The token of the request's session: a bearer token, else the cookie. */
  tokenOf(request: IncomingMessage): string | undefined;
  /** Whether the request comes from this site, or from a client that is no browser. */
  isOwn(request: IncomingMessage): boolean;
  /** The network address that limits count. */
  networkOf(request: IncomingMessage): string;
};

export type LiveOptions = {
  config: Pick<Config, "LIMIT_HANDSHAKES" | "LIMIT_ADDRESS_HANDSHAKES" | "RATE_LIMIT_FACTOR">;
  services: Services;
  log: Logger;
  door: RequestReader;
  /** Messages that a user has just seen in a visible window; called for every frame of a client. */
  seen?(userId: string, ids: readonly string[]): void;
};

export type LiveMetrics = { lines: number; slow: number; waiting: number; cut: number };

export type Live = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  delivered(deliveries: readonly Delivery[]): void;
  poke(): void;
  news(news: BucketUpdate): void;
  /** Open lines, slow lines, unsent bytes of all lines, and lines cut off so far. */
  metrics(): LiveMetrics;
  /** Closes every connection and accepts no new ones. */
  stop(): Promise<void>;
};

/** A line with its socket and its times, in milliseconds of `performance.now()`. */
type OpenLine = Line & { socket: WebSocket; openedAt: number; receivedAt: number; sentAt: number; slowSince: number };

export function openLive({ config, services, log, door, seen = () => {} }: LiveOptions): Live {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  const sessions = liveSessions(services.db);
  const fault = (error: unknown) => log.error({ err: error }, "the live line failed");
  const hub = createHub({
    services,
    fault,
    sentRows: (userId, changes) => noteRows(log, userId, changes),
    sessionsEnded: (people) => void recheck(people).catch(fault),
  });
  /** All accepted sockets, with or without a known user. */
  const open = new Set<OpenLine>();
  const gate = handshakeGate({
    process: config.LIMIT_HANDSHAKES * config.RATE_LIMIT_FACTOR,
    address: config.LIMIT_ADDRESS_HANDSHAKES * config.RATE_LIMIT_FACTOR,
  });
  let cut = 0;
  let isStopped = false;
  let recheckedAt = performance.now();
  const sweeper = setInterval(sweep, SWEEP_MS);
  sweeper.unref();

  function accept(socket: WebSocket, token: string | undefined): void {
    const line = openLine(socket, token === undefined ? "" : tokenHash(token));
    open.add(line);
    // Without a listener a lost connection would end the process; `close` follows and cleans up.
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(line);
      hub.leave(line);
    });
    let waiting: string[] | null = [];
    socket.on("message", (data: Buffer, isBinary) => {
      line.receivedAt = performance.now();
      if (isBinary) return line.close(closeCodes.malformed);
      const text = data.toString();
      if (waiting === null) return receive(line, text);
      if (waiting.push(text) > 10) line.close(closeCodes.limit);
    });
    authenticate(line).then(
      (isKnown) => {
        const held = waiting ?? [];
        waiting = null;
        if (isKnown) for (const text of held) receive(line, text);
      },
      (error: unknown) => {
        fault(error);
        line.close(closeCodes.restart);
      },
    );
  }

  async function authenticate(line: OpenLine): Promise<boolean> {
    const userId = line.sessionHash === "" ? null : await sessions.personOf(line.sessionHash);
    if (!open.has(line)) return false;
    if (userId === null) line.close(closeCodes.signIn);
    else if (hub.linesOf(userId) >= MOST_LINES_A_PERSON) line.close(closeCodes.limit);
    else {
      line.userId = userId;
      hub.join(line);
      return true;
    }
    return false;
  }

  function receive(line: OpenLine, text: string): void {
    if (!open.has(line) || line.socket.readyState !== line.socket.OPEN) return;
    const frame = frameIn(text);
    if (!frame) return line.close(closeCodes.malformed);
    if (frame.type === "hello") handleHello(line, frame);
    else if (frame.type === "seen") seen(line.userId, frame.ids);
  }

  function handleHello(line: OpenLine, hello: PhoneFrame & { type: "hello" }): void {
    if (hello.schema < OLDEST_SCHEMA) return line.close(closeCodes.upgrade);
    if (hello.userId.toLowerCase() !== line.userId) return line.close(closeCodes.wrongUser);
    line.hasSaidHello = true;
    hub.follow(line, hello.buckets);
    line.isVisible = hello.visible;
    line.clientId = hello.clientId.toLowerCase();
    hub.hello(line, hello.cursor);
  }

  function sweep(): void {
    const now = performance.now();
    for (const line of open) checkLine(line, now);
    if (now - recheckedAt < RECHECK_MS) return;
    recheckedAt = now;
    recheck(null).catch(fault);
  }

  function checkLine(line: OpenLine, now: number): void {
    if (!line.hasSaidHello && now - line.openedAt > HELLO_MS) return line.close(closeCodes.silent);
    if (now - line.receivedAt > SILENT_MS) return line.close(closeCodes.silent);
    const waiting = line.buffered();
    line.slowSince = waiting > 0 && line.missed ? line.slowSince || now : 0;
    if (isStuck(waiting, line.slowSince > 0 ? now - line.slowSince : 0)) {
      cut++;
      return line.socket.terminate();
    }
    if (line.missed && waiting === 0) {
      line.missed = false;
      requestResync(line);
    }
    if (now - line.sentAt > HEARTBEAT_MS) line.send(`{"type":"beat"}`);
  }

  /** Closes lines whose session has ended: all of them, or those of some users. */
  async function recheck(people: ReadonlySet<string> | null): Promise<void> {
    const asked = [...open].filter(({ userId }) => userId !== "" && (people === null || people.has(userId)));
    const ended = await sessions.ended([...new Set(asked.map(({ sessionHash }) => sessionHash))]);
    for (const line of asked) if (ended.has(line.sessionHash)) line.close(closeCodes.signIn);
  }

  return {
    upgrade(request, socket, head) {
      // A page of another site must not consume the handshakes of this site's visitors.
      if (!door.isOwn(request)) return refuseUpgrade(socket, new DomainError("foreign-origin"));
      if (isStopped || !gate.mayEnter(door.networkOf(request)))
        return refuseUpgrade(socket, new DomainError("overloaded", { retryAfter: 1 }));
      server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, door.tokenOf(request)));
    },
    delivered: (deliveries) => hub.delivered(deliveries),
    poke: () => hub.poke(),
    news: (news) => hub.news(news),
    metrics() {
      const lines = [...open];
      return {
        lines: lines.length,
        slow: lines.filter(({ missed }) => missed).length,
        waiting: lines.reduce((sum, line) => sum + line.buffered(), 0),
        cut,
      };
    },
    async stop() {
      isStopped = true;
      clearInterval(sweeper);
      await hub.stop();
      for (const line of open) {
        const retryAfterMs = Math.floor(Math.random() * 3000);
        line.send(`{"type":"bye","code":${closeCodes.restart},"retryAfterMs":${retryAfterMs}}`);
        line.close(closeCodes.restart);
      }
      const cut = setTimeout(() => open.forEach(({ socket }) => socket.terminate()), 1000);
      while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      clearTimeout(cut);
    },
  };
}

/** Logs the ids of sent rows, so that a message can be followed. Reads them from the frame, only where it is logged. */
function noteRows(log: Logger, userId: string, { rows }: Changes): void {
  if (rows.size === 0 || !log.isLevelEnabled("debug")) return;
  const rowIds = [...rows.values()].flat().map((row) => (JSON.parse(row) as { id?: string }).id);
  log.debug({ userId, rowIds }, "rows were sent to a live line");
}

function openLine(socket: WebSocket, sessionHash: string): OpenLine {
  const now = performance.now();
  return {
    userId: "",
    sessionHash,
    clientId: "",
    hellos: 0,
    state: "silent",
    token: "",
    sentPosition: null,
    ahead: [],
    buckets: new Set(),
    isVisible: false,
    hasSaidHello: false,
    missed: false,
    socket,
    openedAt: now,
    receivedAt: now,
    sentAt: now,
    slowSince: 0,
    buffered: () => socket.bufferedAmount,
    send(text) {
      this.sentAt = performance.now();
      socket.send(text);
    },
    close: (code) => socket.close(code),
  };
}

function frameIn(text: string): PhoneFrame | null {
  try {
    return phoneFrame.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
