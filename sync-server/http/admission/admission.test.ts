import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { send } from "../../../tests/http.ts";
import { createAdmission } from "./admission.ts";

let limit = 100;
let refusals = 0;
let waiting: (() => void)[] = [];
const admission = createAdmission({
  limit: { current: () => limit, perAddress: () => Math.max(limit / 2, 8) },
  networkOf: (request) => String(request.headers["x-address"]),
  refused: () => refusals++,
});
const server = createServer(
  admission.guard((request, response) => {
    if (request.url === "/api/held") waiting.push(() => response.end("{}"));
    else response.end("{}");
  }),
);
let url = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const status = async (route: string) => (await send(url, route)).status;

it("at its limit refuses costly requests and admits others", async () => {
  const held = Array.from({ length: 16 }, () => status("GET /api/held"));
  while (waiting.length < 16) expect(await status("GET /api/users")).toBe(200);
  limit = 16;
  for (const route of ["GET /api/users", "GET /aircraft/1", "POST /API/sync", "GET /objects/1"])
    expect([route, await status(route)]).toEqual([route, 503]);
  expect(refusals).toBe(4);
  for (const path of [
    "/",
    "/sw.js",
    "/assets/x.js",
    "/api/catalogue",
    "/api/catalogue/x/base/1",
    "/healthz",
    "/messages",
  ])
    expect([path, await status(`GET ${path}`)]).toEqual([path, 200]);
  limit = 100;
  expect(await status("GET /api/users")).toBe(200);
  for (const letGo of waiting.splice(0)) letGo();
  expect(new Set(await Promise.all(held))).toEqual(new Set([200]));
});

it("an aborted request frees its place", async () => {
  expect(await status("GET /api/users")).toBe(200);
  const controller = new AbortController();
  const gone = fetch(`${url}/api/held`, { signal: controller.signal }).catch(() => "gone");
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(admission.running()).toBe(1);
  controller.abort();
  expect(await gone).toBe("gone");
  while (admission.running() > 0) await new Promise((resolve) => setImmediate(resolve));
  waiting = [];
});

it("one address gets at most half of the limit, but always a few", async () => {
  limit = 20;
  const held = Array.from({ length: 10 }, () => status("GET /api/held"));
  while (waiting.length < 10) await new Promise((resolve) => setImmediate(resolve));
  expect(await status("GET /api/users")).toBe(503);
  for (const letGo of waiting.splice(0)) letGo();
  await Promise.all(held);
  limit = 8;
  const few = Array.from({ length: 7 }, () => status("GET /api/held"));
  while (waiting.length < 7) await new Promise((resolve) => setImmediate(resolve));
  expect(await status("GET /api/users")).toBe(200);
  for (const letGo of waiting.splice(0)) letGo();
  expect(new Set(await Promise.all(few))).toEqual(new Set([200]));
});
