import { connect } from "node:net";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { aPilot } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

/** Sends raw bytes; returns the answer once the server has closed the connection. */
function exchangeBytes(text: string, then: "wait" | "end" | "reset" = "wait"): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes: Buffer) => (answer += bytes.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    socket.write(text, () => {
      if (then === "end") socket.end();
      if (then === "reset") socket.resetAndDestroy();
    });
  });
}

const upgrade =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const plain = "Connection: close\r\n";

async function statusOf(target: string, headers: string): Promise<number> {
  const answer = await exchangeBytes(`GET ${target} HTTP/1.1\r\nHost: tailhour.example\r\n${headers}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
  return Number(answer.slice(9, 12));
}

const faults = () => server.logged.filter((line) => line.includes(`"level":"error"`));

describe("a malformed target", () => {
  it("gets 400, for a request and an upgrade, and logs no error", async () => {
    const malformed = [
      "http://[",
      "http://",
      "http:///x",
      "http://[::1",
      "http://x:99999/",
      "/#[",
      "//[#",
      "*",
      "/\u00e9",
    ];
    for (const target of malformed)
      for (const headers of [plain, upgrade]) expect([target, await statusOf(target, headers)]).toEqual([target, 400]);
    expect(faults()).toEqual([]);
  });

  it("may be an absolute URL, or contain unusual characters", async () => {
    for (const target of ["/healthz", "http://tailhour.example/healthz", "HTTP://other:80/healthz?x=[", "/healthz?a=%"])
      expect([target, await statusOf(target, plain)]).toEqual([target, 200]);
    for (const target of ["/api/%", "/api//[", "/api/aircraft/%/reviews", "/api/\\", "/api/%E0%A4%A"])
      for (const headers of [plain, upgrade]) expect([target, await statusOf(target, headers)]).toEqual([target, 404]);
  });
});

describe("a long path", () => {
  it("gets 414 above 2 kB, whatever its query", async () => {
    for (const headers of [plain, upgrade]) {
      expect(await statusOf(`/api/${"a".repeat(2043)}`, headers)).toBe(404);
      expect(await statusOf(`/api/${"a".repeat(2044)}`, headers)).toBe(414);
      expect(await statusOf(`/${".".repeat(15_000)}`, headers)).toBe(414);
      expect(await statusOf(`http://tailhour.example/${".".repeat(3000)}/`, headers)).toBe(414);
    }
    expect(await statusOf(`/healthz?${"x".repeat(3000)}`, plain)).toBe(200);
  });
});

describe("an interrupted body", () => {
  it("logs no error, on any route", async () => {
    const { headers } = await aPilot(server.db);
    const heads = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const places = [
      "POST /api/messages",
      "POST /api/sync",
      "POST /api/auth/login",
      `PUT /api/objects/upload/${newId()}`,
      `PUT /s3/multipart/${newId()}/1?key=x`,
    ];
    const halves = [
      `Content-Length: 500\r\n\r\n{"a"`,
      `Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
      `Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n`,
    ];
    const before = await answered();
    for (const place of places)
      for (const half of halves)
        for (const then of ["end", "reset"] as const)
          await exchangeBytes(
            `${place} HTTP/1.1\r\nHost: x\r\n${heads.join("")}Content-Type: application/json\r\n${half}`,
            then,
          );
    // A connection reset before its request was read counts as none.
    await vi.waitFor(
      async () => expect(await answered()).toBeGreaterThanOrEqual(before + places.length * halves.length),
      { timeout: 10_000 },
    );
    expect(faults()).toEqual([]);
  });
});

/** Number of answered requests, from the metrics. */
async function answered(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const counts = metrics.matchAll(/^tailhour_http_request_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
