import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send } from "../../../tests/http.ts";
import { answerErrors } from "../errors.ts";
import { limitReads } from "./read-limit.ts";

let time = 0;
let server: Server;
let url = "";

beforeAll(async () => {
  const app = new Koa();
  const settings = { LIMIT_READS: 3, RATE_LIMIT_FACTOR: 1, TRUST_PROXY: true, PUBLIC_URL: undefined };
  app.use(answerErrors(pino({ level: "silent" })));
  app.use(limitReads(settings, () => time));
  app.use((ctx) => void (ctx.body = {}));
  const handle = app.callback();
  server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

describe("reads of one address", () => {
  it("are limited per minute; writes, files, the catalogue and other addresses are not", async () => {
    const ask = (route: string, address = "203.0.113.1") =>
      send(url, route, { headers: { "x-forwarded-for": address } });
    const statuses = [];
    for (const route of [
      "GET /api/aircraft",
      "GET /API/users",
      "HEAD /aircraft/x",
      "GET /api/aircraft",
      "GET /aircraft/x",
    ])
      statuses.push((await ask(route)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    time = 20_000;
    const refused = await ask("GET /api/aircraft");
    expect([refused.body.code, refused.headers["retry-after"]]).toEqual(["too-many", "40"]);
    expect((await ask("GET /api/aircraft", "203.0.113.2")).status).toBe(200);
    for (const route of ["GET /", "GET /healthz", "GET /api/catalogue/x/base/1", "GET /objects/x", "POST /api/sync"])
      expect([route, (await ask(route)).status]).toEqual([route, 200]);
    time = 60_000;
    expect((await ask("GET /api/aircraft")).status).toBe(200);
  });
});
