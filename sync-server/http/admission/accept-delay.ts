// How long a new connection waits until this process accepts it, measured by connecting to itself.
// Node accepts one connection in each turn of the event loop, so that queue can grow while the loop is on time.
import { connect, type AddressInfo, type Server, type Socket } from "node:net";

const EVERY_MS = 250;

export type AcceptDelay = {
  /** Milliseconds the last connection waited, or the present one has waited if that is longer. */
  current(): number;
  stop(): void;
};

export function watchAcceptDelay(server: Server): AcceptDelay {
  let last = 0;
  let probe: { socket: Socket; askedAt: number } | null = null;

  const age = () => (probe ? performance.now() - probe.askedAt : 0);

  function end(delay: number): void {
    last = delay;
    probe?.socket.resetAndDestroy();
    probe = null;
  }

  function ask(): void {
    if (probe || !server.listening) return;
    const socket = connect(ownAddress(server));
    socket.on("error", () => end(0));
    socket.unref();
    probe = { socket, askedAt: performance.now() };
  }

  function accepted(socket: Socket): void {
    if (!probe || socket.remotePort !== probe.socket.localPort) return;
    end(age());
    socket.destroy();
  }

  server.prependListener("connection", accepted);
  const timer = setInterval(ask, EVERY_MS);
  timer.unref();
  return {
    current: () => Math.max(last, age()),
    stop() {
      clearInterval(timer);
      server.off("connection", accepted);
      end(0);
    },
  };
}

/** Where this machine reaches a server that listens on all addresses. */
function ownAddress(server: Server): { host: string; port: number } {
  const { address, port } = server.address() as AddressInfo;
  return { host: address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address, port };
}
