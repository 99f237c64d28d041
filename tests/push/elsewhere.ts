// Endpoints that an attacker might register and no push may reach, and a server that records its requests.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Elsewhere = {
  origin: string;
  /** Endpoints that belong to no known push service. */
  endpoints: string[];
  /** Paths of the requests that reached this server. */
  asked: string[];
  close(): Promise<void>;
};

export async function startElsewhere(): Promise<Elsewhere> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    asked,
    endpoints: [
      `${origin}/inside`,
      `https://127.0.0.1:${port}/inside`,
      "https://169.254.169.254/latest",
      "https://10.0.0.7/",
      "https://fcm.googleapis.com:8443/fcm/send/abc",
      "http://fcm.googleapis.com/fcm/send/abc",
      "https://fcm.googleapis.com.evil.invalid/abc",
      "https://evil.invalid/?fcm.googleapis.com",
    ],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
