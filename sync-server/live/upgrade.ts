// Where a WebSocket asks to be let in. Until somebody listens on a path, the answer is a plain 404.
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** Takes over the socket of an upgrade request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Routes upgrade requests by path; one that ends with a slash stands for everything below it. */
export function handleUpgrades(server: Server, byPath: ReadonlyMap<string, UpgradeHandler>): void {
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const path = request.url?.split("?")[0] ?? "";
    const handler = byPath.get(path) ?? [...byPath].find(([key]) => key.endsWith("/") && path.startsWith(key))?.[1];
    if (handler) return handler(request, socket, head);
    const body = JSON.stringify({ error: "Not found.", code: "not-found" });
    socket.end(
      `HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\n\r\n${body}`,
    );
  });
}
