import { EventEmitter, once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchAcceptDelay, type AcceptDelay } from "./accept-delay.ts";

const soon = { timeout: 10_000 };
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

it("grows while a connection waits in the accept queue, and falls with the next accepted one", async () => {
  // The kernel has completed these connections; the fake server accepts them later.
  const queue: Socket[] = [];
  let isSlow = true;
  server.on("connection", (socket) => {
    socket.on("error", () => undefined);
    if (isSlow) queue.push(socket);
    else slow.emit("connection", socket);
  });
  const slow = new EventEmitter() as unknown as Server;
  Object.assign(slow, { listening: true, address: () => server.address() });
  watch = watchAcceptDelay(slow);
  await vi.waitFor(() => expect(watch.current()).toBeGreaterThan(400), soon);
  expect(queue.length).toBeGreaterThan(2);

  isSlow = false;
  for (const socket of queue) slow.emit("connection", socket);
  await vi.waitFor(() => expect(watch.current()).toBeLessThan(400), soon);
});

it("closes its own connections and no others", async () => {
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
  }, soon);
});
