// A minimal HTTP client: keep-alive connections, one request in flight each. It saves CPU, because client and server share a machine.
import { connect, type Socket } from "node:net";

/** A complete request, and a text that only a correct answer contains. */
export type Ask = { text: string; proof: string };
/** `failed`: another status, a wrong body, or a broken connection. `late`: no answer in time. */
export type Result = "right" | "shed" | "failed" | "late";

type Pending = { ask: Ask; askedAt: number; done(result: Result): void };
type Wire = { socket: Socket; pending: Pending | null; got: Buffer[]; bytes: number };

export type Wires = {
  send(ask: Ask): Promise<Result>;
  close(): void;
};

/** Opens a connection if none is idle, as new visitors do. An answer after `patienceMs` counts as late. */
export function openWires(url: URL, patienceMs: number): Wires {
  const idle: Wire[] = [];
  // Sorted by start time, so that the check for late answers ends at the first that is in time.
  const busy = new Set<Wire>();

  function settle(wire: Wire, result: Result): void {
    const { pending } = wire;
    busy.delete(wire);
    Object.assign(wire, { pending: null, got: [], bytes: 0 });
    pending?.done(result);
  }

  function open(): Wire {
    const wire: Wire = { socket: connect(Number(url.port), "127.0.0.1"), pending: null, got: [], bytes: 0 };
    wire.socket.setNoDelay(true);
    wire.socket.on("data", (chunk: Buffer) => take(wire, chunk));
    wire.socket.on("error", () => wire.socket.destroy());
    wire.socket.on("close", () => {
      settle(wire, "failed");
      const at = idle.indexOf(wire);
      if (at >= 0) idle.splice(at, 1);
    });
    return wire;
  }

  function take(wire: Wire, chunk: Buffer): void {
    wire.got.push(chunk);
    wire.bytes += chunk.length;
    const first = wire.got.length === 1 ? chunk : Buffer.concat(wire.got);
    const end = first.indexOf("\r\n\r\n");
    if (end < 0 || !wire.pending) return;
    const head = first.toString("latin1", 0, end).toLowerCase();
    const length = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0);
    if (wire.bytes < end + 4 + length) return;
    settle(wire, judge(head, first.subarray(end + 4), wire.pending.ask));
    if (/\r\nconnection: *close/.test(head)) wire.socket.destroy();
    else idle.push(wire);
  }

  const sweep = setInterval(() => {
    const before = performance.now() - patienceMs;
    for (const wire of busy) {
      if (!wire.pending || wire.pending.askedAt > before) return;
      settle(wire, "late");
      wire.socket.destroy();
    }
  }, 50);

  return {
    send(ask) {
      const wire = idle.pop() ?? open();
      return new Promise((done) => {
        wire.pending = { ask, askedAt: performance.now(), done };
        busy.add(wire);
        wire.socket.write(ask.text);
      });
    },
    close() {
      clearInterval(sweep);
      for (const { socket } of [...idle, ...busy]) socket.destroy();
    },
  };
}

function judge(head: string, body: Buffer, { proof }: Ask): Result {
  if (/^http\/1\.1 20\d /.test(head)) return body.includes(proof) ? "right" : "failed";
  const isShed = head.startsWith("http/1.1 503 ") && /\r\nretry-after: *\d/.test(head);
  return isShed ? "shed" : "failed";
}
