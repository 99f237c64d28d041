// Routes WebSocket upgrade requests. A path without a handler gets a plain 404.
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError, type ErrorBody } from "../../shared/kit/errors.ts";

/** Takes over the socket of an upgrade request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Routes upgrade requests by path; a path that ends with a slash matches everything below it.
 * @param pathOf returns the path and query of a target; throws a DomainError for an invalid one
 */
export function handleUpgrades(
  server: Server,
  byPath: ReadonlyMap<string, UpgradeHandler>,
  pathOf: (target: string) => string,
): void {
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    try {
      request.url = pathOf(request.url ?? "");
      handlerOf(byPath, request.url.split("?")[0] ?? "")(request, socket, head);
    } catch (error) {
      refuseUpgrade(socket, error instanceof DomainError ? error : new DomainError("internal"));
    }
  });
}

/** @throws DomainError not-found */
function handlerOf(byPath: ReadonlyMap<string, UpgradeHandler>, path: string): UpgradeHandler {
  const handler = byPath.get(path) ?? [...byPath].find(([key]) => key.endsWith("/") && path.startsWith(key))?.[1];
  if (!handler) throw new DomainError("not-found");
  return handler;
}

/** Answers an upgrade request in HTTP and ends its connection. */
export function refuseUpgrade(socket: Duplex, { status, message, code, retryAfter }: DomainError): void {
  const answer: ErrorBody = { error: message, code };
  const body = JSON.stringify(answer);
  const wait = retryAfter === undefined ? "" : `Retry-After: ${retryAfter}\r\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${wait}` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\n\r\n${body}`,
  );
}
