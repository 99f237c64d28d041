import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { send, type Answer } from "../../../tests/http.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

const from = (address: string) => ({ "x-forwarded-for": address });

/** Blocks all reads of aircraft until `release` is called. */
async function blockReads({ db }: TestServer): Promise<{ letGo(): Promise<unknown> }> {
  const held = await db.transaction();
  await held.raw("lock table aircraft in access exclusive mode");
  return { letGo: () => held.rollback() };
}

async function running({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tailhour_requests_running (\d+)$/m.exec(metrics)?.[1]);
}

describe("requests above the limit", () => {
  it("are refused at once, while cheap ones are answered", async () => {
    const server = await startTestServer({
      env: { LIMIT_RUNNING: "8", TRUST_PROXY: "1", LIMIT_ADDRESS_HANDSHAKES: "1" },
    });
    const read = (address: string) => send(server.url, "GET /api/aircraft", { headers: from(address) });
    const { letGo } = await blockReads(server);
    const waiting = ["203.0.113.1", "203.0.113.2"].flatMap((address) => Array.from({ length: 4 }, () => read(address)));
    await vi.waitFor(async () => expect(await running(server)).toBe(8), { timeout: 10_000 });

    // Each answer arrives while the others still wait, so none waited for them.
    const refused = await Promise.all(Array.from({ length: 60 }, (_, at) => read(`203.0.113.${at}`)));
    for (const answer of refused) expectRefusal(answer);
    const writes = [
      "POST /api/sync",
      "POST /api/auth/login",
      "PUT /api/objects/upload/x",
      "HEAD /api/users",
      "GET /objects/x",
    ];
    for (const route of writes) expect((await send(server.url, route, { body: { a: 1 } })).status).toBe(503);
    for (const path of ["/healthz", "/api/catalogue", "/metrics"])
      expect([path, (await send(server.url, `GET ${path}`)).status]).toEqual([path, 200]);
    expect((await send(server.url, "GET /icons/none.png")).status).toBe(404);

    await letGo();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await read("203.0.113.3")).status).toBe(200);
    expect(await running(server)).toBe(0);
    expect(server.logged.filter((line) => line.includes("overloaded"))).toHaveLength(1);
  });

  it("of one address take at most half of the limit", async () => {
    const server = await startTestServer({ env: { LIMIT_RUNNING: "8", TRUST_PROXY: "1" } });
    const read = (address: string) => send(server.url, "GET /api/aircraft", { headers: from(address) });
    const { letGo } = await blockReads(server);
    const greedy = Array.from({ length: 20 }, () => read("203.0.113.1"));
    await vi.waitFor(async () => expect(await running(server)).toBe(4), { timeout: 10_000 });
    const other = send(server.url, "GET /api/auth/me", { headers: from("203.0.113.2") });
    expect((await other).status).toBe(401);
    await letGo();
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  });

  it("do not count until their bodies have arrived", async () => {
    const server = await startTestServer({ env: { LIMIT_RUNNING: "4" } });
    const sockets = await Promise.all(Array.from({ length: 12 }, () => halfABody(server)));
    expect(await running(server)).toBe(0);
    expect((await send(server.url, "GET /api/aircraft")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

function expectRefusal({ status, headers, body }: Answer<Record<string, unknown>>): void {
  expect(status).toBe(503);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect([headers["content-type"], headers["cache-control"]]).toEqual(["application/json; charset=utf-8", "no-store"]);
  expect(body).toEqual({ error: "Tailhour is busy right now. Please try again in a moment.", code: "overloaded" });
}

async function halfABody({ url }: TestServer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  const head =
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n";
  // The answer `100 Continue` shows that the server has the request.
  socket.write(head);
  await once(socket, "data");
  socket.write(`{"email"`);
  return socket;
}
