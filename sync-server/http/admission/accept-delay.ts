// Measures how long a new connection waits until this process accepts it, by connecting to itself. Node accepts one
// connection per event-loop turn, so the queue can grow while the loop is on time.
import { connect, type AddressInfo, type Server, type Socket } from "node:net";

const EVERY_MS = 100;
/** Most probes that wait at once: enough for a queue of ten seconds. */
const MOST_PROBES = 100;

export type AcceptDelay = {
  /** Milliseconds the connection at the head of the queue has waited. */
  current(): number;
  stop(): void;
};

export function watchAcceptDelay(server: Server): AcceptDelay {
  /** In the order sent, which is the order of the queue. */
  const waiting = new Map<Socket, number>();
  let last = 0;

  function end(probe: Socket): void {
    waiting.delete(probe);
    probe.resetAndDestroy();
  }

  function ask(): void {
    if (waiting.size >= MOST_PROBES || !server.listening) return;
    const probe = connect(ownAddress(server));
    probe.on("error", () => end(probe));
    probe.unref();
    waiting.set(probe, performance.now());
  }

  function accepted(socket: Socket): void {
    for (const [probe, askedAt] of waiting) {
      if (probe.localPort !== socket.remotePort) continue;
      last = performance.now() - askedAt;
      end(probe);
      socket.destroy();
      return;
    }
  }

  function oldest(): number {
    const [askedAt] = waiting.values();
    return askedAt === undefined ? 0 : performance.now() - askedAt;
  }

  server.prependListener("connection", accepted);
  const timer = setInterval(ask, EVERY_MS);
  timer.unref();
  return {
    current: () => (waiting.size > 1 ? oldest() : last),
    stop() {
      clearInterval(timer);
      server.off("connection", accepted);
      for (const probe of waiting.keys()) end(probe);
    },
  };
}

/** The address at which this machine reaches a server that listens on all addresses. */
function ownAddress(server: Server): { host: string; port: number } {
  const { address, port } = server.address() as AddressInfo;
  return { host: address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address, port };
}
