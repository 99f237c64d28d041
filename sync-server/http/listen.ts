// Opens the HTTP server on its port and shuts it down gracefully.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createListener, type Server as Listener } from "node:net";
import { StartError } from "../kit/start-error.ts";

/** Longer than Node's default of 511, for many clients that reconnect at once. */
const BACKLOG = 4096;

/**
 * Longest time to receive a body: ten megabytes take minutes on a slow line; an upload address is valid for fifteen.
 * JSON bodies have a shorter limit.
 */
const LONGEST_BODY_MS = 16 * 60_000;

/** Longest wait for running requests at shutdown: the whole process has ten seconds. */
const DRAIN_MS = 2500;
/** Longest time `close` takes. */
export const LONGEST_CLOSE_MS = DRAIN_MS + 500;

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

export type Listening = {
  server: Server;
  port: number;
  /** Refuses new connections, lets running requests finish, then cuts the rest. */
  close(): Promise<void>;
};

/**
 * Opens the port. `localhost` means both 127.0.0.1 and ::1.
 * @throws StartError when the port is taken or the host is not a local address
 */
export async function listen(handle: Handle, host: string, port: number): Promise<Listening> {
  const timeouts = { keepAliveTimeout: 65_000, requestTimeout: LONGEST_BODY_MS, headersTimeout: 20_000 };
  const server = createServer(timeouts, (request, response) => void handle(request, response));
  const isLocal = host === "localhost";
  await opened(server, isLocal ? "127.0.0.1" : host, port, host);
  const bound = (server.address() as AddressInfo).port;
  const second = isLocal && port !== 0 ? await openSecond(server, bound, host) : null;
  return { server, port: bound, close: () => close(server, second) };
}

async function openSecond(server: Server, port: number, host: string): Promise<Listener | null> {
  const second = createListener((socket) => server.emit("connection", socket));
  try {
    await opened(second, "::1", port, host);
    return second;
  } catch (error) {
    const isTaken = error instanceof StartError && error.message.includes("in use");
    if (!isTaken) return null;
    server.close();
    throw error;
  }
}

function opened(server: Listener, address: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new StartError(reason(error, host, port))));
    server.listen({ host: address, port, backlog: BACKLOG }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function reason({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is already in use: stop the other program or choose another port, as in PORT=${port + 1}.`;
  if (code === "EACCES") return `Port ${port} may not be opened by this user: choose one above 1023, as in PORT=3000.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST ${host} is not an address of this machine. Example: HOST=localhost`;
  return `The server could not open ${host}:${port}: ${message}.`;
}

async function close(server: Server, second: Listener | null): Promise<void> {
  const done = Promise.all([ended(server), second ? ended(second) : undefined]);
  // Ends keep-alive, so that a client with further requests cannot delay the shutdown.
  server.prependListener("request", (_, response: ServerResponse) => response.setHeader("Connection", "close"));
  server.closeIdleConnections();
  // A busy connection becomes idle once its answer is sent, so idle ones are closed repeatedly.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await done;
  clearInterval(sweep);
  clearTimeout(cut);
}

function ended(server: Listener): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
