import { connect } from "node:net";
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send, type Sending } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let plane: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  pilot = await aPilot(db);
  plane = await aPlane(db, (await anOwner(db)).id);
});

const call = (route: string, sending?: Sending) => send(server.url, route, sending);
const cookie = () => ({ cookie: `tailhour_session=${pilot.token}` });

describe("paths", () => {
  it("unknown ones get a JSON 404", async () => {
    for (const path of [
      "/api/nothing",
      "/api",
      "/api/",
      "/objects/x",
      "/s3/nowhere",
      "/assets/missing.js",
      "/illustrations/x.svg",
    ]) {
      const answer = await call(`GET ${path}`, { headers: { accept: "text/html" } });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not-found"]);
    }
  });

  it("known ones with a wrong method get 405 and `Allow`", async () => {
    const answer = await call("PUT /api/favorites", { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.body.code).toBe("method-not-allowed");
    expect(new Set(answer.headers.allow!.split(", "))).toEqual(new Set(["GET", "HEAD", "POST"]));
    expect((await call("DELETE /healthz")).status).toBe(405);
  });

  it("malformed ids are answered like unknown ones", async () => {
    for (const id of ["nobody", newId()]) {
      const answer = await call(`DELETE /api/aircraft/${id}`, { headers: pilot.headers });
      expect([answer.status, answer.body.code]).toEqual([404, "aircraft-not-found"]);
    }
    expect((await call("DELETE /api/favorites/nobody", { headers: pilot.headers })).status).toBe(404);
  });

  it("the demo mailbox exists in demo mode only", async () => {
    expect((await call("GET /api/demo/mail?to=a@b.example")).status).toBe(404);
  });
});

describe("origin", () => {
  const add = (headers: Record<string, string>) =>
    call("POST /api/favorites", { body: { aircraftId: plane }, headers: { ...cookie(), ...headers } });

  it("a cookie may write only from this site's origin", async () => {
    expect((await add({ origin: server.url })).status).toBe(201);
    expect((await add({ "sec-fetch-site": "same-origin" })).status).toBe(201);
    for (const headers of [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: server.url.replace("http:", "https:") },
      { origin: `${server.url}0` },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    ] as Record<string, string>[]) {
      const answer = await add(headers);
      expect([JSON.stringify(headers), answer.status, answer.body.code]).toEqual([
        JSON.stringify(headers),
        403,
        "foreign-origin",
      ]);
    }
  });

  it("a bearer token needs no origin, and overrides a cookie", async () => {
    const foreign = { origin: "https://evil.example" };
    expect((await add({ ...foreign, ...pilot.headers })).status).toBe(201);
    expect((await add({ origin: server.url, authorization: "Bearer wrong" })).status).toBe(401);
  });

  it("login and signup are refused from other sites", async () => {
    const headers = { origin: "https://evil.example" };
    const body = { email: pilot.email, password: PASSWORD };
    expect((await call("POST /api/auth/login", { body, headers })).status).toBe(403);
    expect((await call("POST /api/auth/signup", { body: { ...body, name: "X" }, headers })).status).toBe(403);
  });

  it("reads need no origin", async () => {
    const answer = await call("GET /api/auth/me", { headers: { ...cookie(), origin: "https://evil.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("the origin is PUBLIC_URL if set", async () => {
    const open = await startTestServer({ env: { PUBLIC_URL: "https://tailhour.example" } });
    const body = { email: "a@b.example", password: PASSWORD };
    const status = async (origin: string) =>
      (await send(open.url, "POST /api/auth/login", { body, headers: { origin } })).status;
    expect([await status("https://tailhour.example"), await status(open.url)]).toEqual([401, 403]);
  });
});

describe("order of checks", () => {
  const foreign = { origin: "https://evil.example" };
  const text = { "content-type": "text/plain" };

  it("is path, origin, session, role, body", async () => {
    const steps: [string, Sending, number][] = [
      ["POST /api/nothing", { headers: { ...foreign, ...text }, body: "x" }, 404],
      ["POST /api/favorites", { headers: { ...foreign, ...text }, body: "x" }, 403],
      ["POST /api/favorites", { headers: text, body: "x" }, 401],
      ["POST /api/favorites", { headers: { ...pilot.headers, ...text }, body: "x" }, 415],
      ["POST /api/favorites", { headers: { ...pilot.headers, "content-type": "application/json" }, body: "{" }, 400],
    ];
    for (const [route, sending, status] of steps) expect((await call(route, sending)).status).toBe(status);
  });
});

describe("bodies", () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    call("POST /api/favorites", { body, headers: { ...pilot.headers, ...headers } });
  const json = { "content-type": "application/json" };

  it("are refused when too large, with and without Content-Length", async () => {
    const large = JSON.stringify({ aircraftId: "x".repeat(70_000) });
    expect((await post(large, json)).body.code).toBe("too-large");
    const chunked = await post(large, { ...json, "transfer-encoding": "chunked", "content-length": "" }).catch(
      () => null,
    );
    if (chunked) expect(chunked.status).toBeGreaterThanOrEqual(400);
  });

  it("must be JSON objects in UTF-8", async () => {
    expect((await post("aircraftId=1", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await post("{}", {})).status).toBe(415);
    expect((await post("{}", { "content-type": "application/json; charset=utf-16" })).status).toBe(415);
    expect((await post("{}", { ...json, "content-encoding": "gzip" })).status).toBe(415);
    for (const body of ["{", "[]", "null", "7", '"x"', Buffer.from([0x7b, 0xff, 0x7d])]) {
      const answer = await post(body, json);
      expect([answer.status, answer.body.code]).toEqual([400, "malformed-body"]);
    }
  });

  it("[S161] get an answer with every invalid field", async () => {
    const answer = await post({ aircraftId: 7 });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid", fields: { aircraftId: expect.any(String) } });
    expect(Object.keys(answer.body).sort()).toEqual(["code", "error", "fields"]);
  });

  it("must not contain text that cannot be stored", async () => {
    const body = { name: "A\u0000B", make: "Cessna", model: "172", location: "Denver CO" };
    const answer = await call("POST /api/aircraft", { body, headers: pilot.headers });
    expect(answer.body.fields).toEqual({ name: "This text holds a character that can't be stored" });
    expect((await call("GET /api/aircraft?location=%00")).status).toBe(200);
  });

  it("[S1352] lose only the half of a character, which would make later changes fail", async () => {
    const owner = await anOwner(db);
    const id = await aPlane(db, owner.id);
    const change = (body: object) => call(`PATCH /api/aircraft/${id}`, { body, headers: owner.headers });
    const half = await change({ name: "Skyhawk \ud83d", features: ["\udee9 skis", "Whole \u{1f6e9}"] });
    expect([half.status, half.body.name]).toEqual([200, "Skyhawk \ufffd"]);
    expect(half.body.features).toEqual(["\ufffd skis", "Whole \u{1f6e9}"]);
    expect((await change({ hourlyRate: 321 })).body).toMatchObject({ name: "Skyhawk \ufffd", hourlyRate: 321 });
  });
});

describe("headers", () => {
  it("are set on every answer, errors and pages included", async () => {
    for (const route of ["GET /", "GET /api/aircraft", "GET /api/nothing", "POST /api/favorites", "GET /healthz"]) {
      const { headers } = await call(route);
      expect(headers["content-security-policy"]).toBe(
        `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ${server.url.replace("http", "ws")}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default`,
      );
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      for (const name of ["strict-transport-security", "x-powered-by", "access-control-allow-origin"])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it("demand https and set `Secure` only with an https PUBLIC_URL", async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: "https://tailhour.example" } });
    const person = await aPilot(secure.db);
    const answer = await send(secure.url, "POST /api/auth/login", {
      body: { email: person.email, password: PASSWORD },
    });
    expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d+/);
    expect(answer.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
    expect(answer.headers["set-cookie"]?.[0]).toContain("; Secure");
  });

  it("prevent caching of API answers", async () => {
    expect((await call("GET /api/auth/me", { headers: pilot.headers })).headers["cache-control"]).toBe("no-store");
    expect((await call("GET /api/nothing")).headers["cache-control"]).toBe("no-store");
  });

  it("select gzip where it helps", async () => {
    for (let count = 0; count < 5; count++) await aPlane(db, pilot.id);
    const { headers } = await call("GET /api/aircraft", { headers: { "accept-encoding": "gzip" } });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers.vary).toContain("Accept-Encoding");
  });
});

describe("health", () => {
  it("reports that it is up and ready", async () => {
    expect((await call("GET /healthz")).body).toEqual({ ok: true });
    const ready = await call("GET /readyz");
    expect([ready.status, ready.body]).toEqual([200, { ok: true }]);
  });

  it("reports an unreachable database, and the API answers 503", async () => {
    const lonely = await startTestServer();
    await lonely.db.destroy();
    const ready = await send(lonely.url, "GET /readyz");
    expect([ready.status, ready.body]).toEqual([503, { ok: false, waiting: ["database"] }]);
    expect((await send(lonely.url, "GET /healthz")).status).toBe(200);
  });

  it("serves metrics to this machine, and through a proxy only with the token", async () => {
    const token = "a-token-of-sixteen-signs";
    const guarded = await startTestServer({ env: { METRICS_TOKEN: token } });
    const read = async (headers: Record<string, string>) => {
      const answer = await send(guarded.url, "GET /metrics", { headers });
      return answer.status;
    };
    expect(await read({})).toBe(200);
    expect(await read({ "x-forwarded-for": "1.2.3.4" })).toBe(401);
    expect(await read({ "x-forwarded-for": "1.2.3.4", authorization: `Bearer ${token}` })).toBe(200);
    expect(await read({ authorization: "Bearer wrong" })).toBe(401);
    const { text } = await send(guarded.url, "GET /metrics");
    expect(text).toContain("tailhour_http_request_seconds_bucket");
    expect(text).toContain("tailhour_database_connections");
  });
});

describe("the log", () => {
  it("contains no address, token, password or query", async () => {
    const talkative = await startTestServer({ env: { LOG_LEVEL: "trace" } });
    const person = await aPilot(talkative.db);
    const body = { email: person.email, password: PASSWORD };
    await send(talkative.url, "POST /api/auth/login", { body, headers: { "user-agent": "secret-agent" } });
    await send(talkative.url, "GET /api/aircraft?location=secret-place", { headers: person.headers });
    const log = talkative.logged.join("");
    expect(log).toContain("/api/auth/login");
    for (const secret of [person.email, person.token, PASSWORD, "secret-agent", "secret-place", "127.0.0.1"])
      expect(log).not.toContain(secret);
  });
});

describe("the WebSocket path", () => {
  it("refuses an upgrade on an unknown path", async () => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname, () => {
        socket.write("GET /api/other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
      });
      let text = "";
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe("an airfield", () => {
  it("is answered by either identifier, to guests, with an ETag that spares the next answer", async () => {
    const answer = await call("GET /api/airfields/myf");
    expect([answer.status, answer.body]).toMatchObject([200, { id: "KMYF", name: "Montgomery-Gibbs Executive" }]);
    expect(answer.headers["cache-control"]).toBe("public, no-cache");
    const again = await call("GET /api/airfields/KMYF", { headers: { "if-none-match": answer.headers.etag! } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("that does not exist gets a 404", async () => {
    for (const id of ["ZZZZ", "..%2Fetc", "K%00YF"]) {
      const answer = await call(`GET /api/airfields/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, "not-found"]);
    }
  });
});
