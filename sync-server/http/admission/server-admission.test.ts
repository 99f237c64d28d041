import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "../../config.ts";
import { openAdmission, type ServerAdmission } from "./server-admission.ts";

let server: Server;
let admission: ServerAdmission;
let connections = 0;

beforeEach(async () => {
  server = createServer((_, answer) => answer.end());
  server.on("connection", () => connections++);
  admission = openAdmission(readConfig({}), new Registry(), pino({ level: "silent" }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  admission.follow(server);
});
afterEach(() => {
  admission.stop();
  server.close();
});

/** Connections in 350 ms: the measurement makes one every 100. */
async function connectionsSoon(): Promise<number> {
  connections = 0;
  await new Promise((resolve) => setTimeout(resolve, 350));
  return connections;
}

it("[S1300] measures its accept queue while it is used, and rests when nobody uses it", async () => {
  expect(await connectionsSoon()).toBe(0);
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: "127.0.0.1", agent: false }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  // Its own, and two of the measurement.
  await vi.waitFor(() => expect(connections).toBeGreaterThan(2), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await connectionsSoon()).toBe(0), { timeout: 10_000 });
});
