// Records DNS lookups and outgoing connections of this process, at the functions that all libraries call.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

/**
 * Calls `onStep` from now on: with `name` for a lookup, `name:port` for a connection, and also `address:port` once the name is
 * resolved, by whatever library. Returns a function that stops the recording.
 */
export function watchConnections(onStep: (to: string) => void): () => void {
  const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;
  const lookup = Reflect.get(dns, "lookup") as (...args: unknown[]) => void;
  Reflect.set(Socket.prototype, "connect", function watched(this: Socket, ...args: unknown[]) {
    const { host, port, path } = targetOf(args);
    if (path === undefined) {
      onStep(`${host}:${port}`);
      this.on("lookup", (_, address: string) => {
        if (address !== host) onStep(`${address}:${port}`);
      });
    }
    return connect.apply(this, args);
  });
  Reflect.set(dns, "lookup", (...args: unknown[]) => {
    onStep(String(args[0]));
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

/** Reads the arguments of `connect` in all forms: a path, a port with or without a host, options, or Node's normalized list. */
function targetOf(args: readonly unknown[]): Target {
  const [first, second] = args;
  if (Array.isArray(first)) return targetOf(first);
  // Of this machine alone, as the embedded database's socket.
  if (typeof first === "string" && Number.isNaN(Number(first))) return { host: "", port: "", path: first };
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
