// What a process reaches for on the network, seen where every library has to pass: names it looks up and connections it opens.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

/**
 * Tells each step outwards from now on: `name` for a look-up, `name:port` for a connection, and `address:port` besides once a name has
 * become an address, whoever made it one. Gives the function that ends it.
 */
export function watchConnections(tell: (to: string) => void): () => void {
  const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;
  const lookup = Reflect.get(dns, "lookup") as (...args: unknown[]) => void;
  Reflect.set(Socket.prototype, "connect", function watched(this: Socket, ...args: unknown[]) {
    const { host, port, path } = targetOf(args);
    if (path === undefined) {
      tell(`${host}:${port}`);
      this.on("lookup", (_, address: string) => {
        if (address !== host) tell(`${address}:${port}`);
      });
    }
    return connect.apply(this, args);
  });
  Reflect.set(dns, "lookup", (...args: unknown[]) => {
    tell(String(args[0]));
    lookup(...args);
  });
  syncBuiltinESMExports();
  return () => {
    Reflect.set(Socket.prototype, "connect", connect);
    Reflect.set(dns, "lookup", lookup);
    syncBuiltinESMExports();
  };
}

type Target = { host: string; port: string; path?: string | undefined };

/** Of any way to call `connect`: a path, a port with or without a host, options, or Node's own list of these. */
function targetOf(args: readonly unknown[]): Target {
  const [first, second] = args;
  if (Array.isArray(first)) return targetOf(first);
  const { host, port, path } =
    typeof first === "object" && first !== null
      ? (first as { host?: unknown; port?: unknown; path?: unknown })
      : { host: second, port: first, path: undefined };
  return {
    host: typeof host === "string" ? host : "localhost",
    port: String(port),
    path: typeof path === "string" ? path : undefined,
  };
}
