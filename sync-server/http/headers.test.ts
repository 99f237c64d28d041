import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { afterAll, describe, expect, it } from "vitest";
import { createSecurityHeaders, setSecurityHeaders } from "./headers.ts";

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

type Settings = { PUBLIC_URL?: string; TRUST_PROXY?: boolean; storeOrigin?: string };

/** Origins that pages may connect to, for these settings and request headers. */
async function connectTo(
  { PUBLIC_URL, TRUST_PROXY = false, storeOrigin }: Settings,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const app = new Koa();
  app.use(setSecurityHeaders(createSecurityHeaders({ PUBLIC_URL, TRUST_PROXY }, storeOrigin)));
  app.use((ctx) => void (ctx.body = ""));
  const handle = app.callback();
  const server = createServer((asked, answer) => void handle(asked, answer));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const policy = await new Promise<string>((resolve, reject) => {
    request({ host: "127.0.0.1", port, headers }, (response) => {
      response.resume();
      resolve(String(response.headers["content-security-policy"]));
    })
      .on("error", reject)
      .end();
  });
  expect(policy.split("; ").filter((part) => part.startsWith("script-src"))).toEqual(["script-src 'self'"]);
  return /(?:^|; )connect-src ([^;]*)/.exec(policy)?.[1];
}

it("[S1339] documents have the headers of documents, and so does what ends its answer itself", async () => {
  const PUBLIC_URL = "https://tailhour.example";
  const app = new Koa();
  app.use(setSecurityHeaders(createSecurityHeaders({ PUBLIC_URL, TRUST_PROXY: false })));
  app.use((ctx) => {
    if (ctx.path === "/page") ctx.body = "<p>Page</p>";
    else if (ctx.path === "/data") ctx.body = { rows: [] };
    else {
      ctx.respond = false;
      ctx.res.end("<p>Own</p>");
    }
  });
  const handle = app.callback();
  const server = createServer((asked, answer) => void handle(asked, answer));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ofDocuments = ["permissions-policy", "cross-origin-opener-policy", "origin-agent-cluster"];
  for (const [path, wanted] of Object.entries({ page: ofDocuments, data: [], own: ofDocuments })) {
    const { headers } = await fetch(`http://127.0.0.1:${port}/${path}`);
    expect([path, ofDocuments.filter((name) => headers.has(name))]).toEqual([path, wanted]);
    expect(headers.get("strict-transport-security")).toContain("max-age=");
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  }
  const policy = (await fetch(`http://127.0.0.1:${port}/page`)).headers.get("permissions-policy");
  for (const feature of ["camera", "geolocation"]) expect(policy).toContain(`${feature}=(self)`);
  for (const feature of ["microphone", "payment", "usb", "bluetooth"]) expect(policy).toContain(`${feature}=()`);
});

describe("pages may connect to", () => {
  it("the WebSocket of their own host, and nothing else", async () => {
    expect(await connectTo({}, { host: "localhost:4000" })).toBe("'self' ws://localhost:4000");
    expect(await connectTo({}, { host: "192.168.0.7:4000" })).toBe("'self' ws://192.168.0.7:4000");
    expect(await connectTo({}, { host: "[::1]:4000" })).toBe("'self' ws://[::1]:4000");
  });

  it("the WebSocket of PUBLIC_URL if set, whatever the request's Host", async () => {
    const PUBLIC_URL = "https://tailhour.example";
    expect(await connectTo({ PUBLIC_URL }, { host: "evil.example" })).toBe("'self' wss://tailhour.example");
    expect(await connectTo({ PUBLIC_URL: "http://here.example:81" })).toBe("'self' ws://here.example:81");
  });

  it("the WebSocket over https behind a trusted proxy", async () => {
    const headers = { host: "tailhour.example", "x-forwarded-proto": "https" };
    expect(await connectTo({ TRUST_PROXY: true }, headers)).toBe("'self' wss://tailhour.example");
    expect(await connectTo({}, headers)).toBe("'self' ws://tailhour.example");
  });

  it("the store that receives pictures directly", async () => {
    const storeOrigin = "https://s3.example";
    expect(await connectTo({ storeOrigin }, { host: "localhost:4000" })).toBe(
      "'self' ws://localhost:4000 https://s3.example",
    );
  });

  it("only their own origin if the Host is unsafe in a policy", async () => {
    for (const host of ["a;script-src", "a,b", "*", "*.example", "a'b", "a b"])
      expect([host, await connectTo({}, { host })]).toEqual([host, "'self'"]);
    const proto = { host: "a", "x-forwarded-proto": "javascript" };
    expect(await connectTo({ TRUST_PROXY: true }, proto)).toBe("'self'");
  });
});
