import { EventEmitter, once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchAcceptDelay, type AcceptDelay } from "./accept-delay.ts";

const SOON = { timeout: 10_000 };
let server: Server;
let watch: AcceptDelay;

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  watch.stop();
  server.close();
});

it("grows while a connection waits in the queue, and falls with the next that does not", async () => {
  // The kernel has completed the connection; what stands for the server has not accepted it yet.
  const queue: Socket[] = [];
  server.on("connection", (socket) => queue.push(socket));
  const slow = new EventEmitter() as unknown as Server;
  Object.assign(slow, { listening: true, address: () => server.address() });
  watch = watchAcceptDelay(slow);
  await vi.waitFor(() => expect(queue).toHaveLength(1), SOON);
  await vi.waitFor(() => expect(watch.current()).toBeGreaterThan(200), SOON);
  slow.emit("connection", queue[0]);
  expect(watch.current()).toBeGreaterThan(200);

  server.on("connection", (socket) => slow.emit("connection", socket));
  await vi.waitFor(() => expect(watch.current()).toBeLessThan(200), SOON);
});

it("leaves the connections of others alone, and none of its own behind", async () => {
  watch = watchAcceptDelay(server);
  const { port } = server.address() as AddressInfo;
  const visitor = connect(port, "127.0.0.1");
  const [accepted] = (await once(server, "connection")) as [Socket];
  await once(server, "connection");
  expect(accepted.destroyed).toBe(false);
  visitor.destroy();
  await vi.waitFor(async () => {
    const open = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    expect(open).toBe(0);
  }, SOON);
});
