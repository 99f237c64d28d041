import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Koa from "koa";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerErrors } from "../errors.ts";
import { site } from "./site.ts";

const root = mkdtempSync(path.join(tmpdir(), "tailhour-site-"));
const webRoot = path.join(root, "pwa");
const script = "export const answer = 42;\n".repeat(100);
let server: Server;
let home = "<!doctype html><title>Home</title>";

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(webRoot, file)), { recursive: true });
  writeFileSync(path.join(webRoot, file), text);
}

beforeAll(async () => {
  put("index.html", "<!doctype html><title>Shell</title>");
  put("sw.js", "// worker");
  put("assets/app-1a2b.js", script);
  put("assets/plain-1a2b.js", "small");
  put("illustrations/a b.svg", "<svg/>");
  put("illustrations/turboprop.svg", "<svg>turboprop</svg>");
  put("illustrations/jet-evening-hangar.svg", "<svg>hangar</svg>");
  put(".secret.json", "{}");
  writeFileSync(path.join(root, "outside.js"), "secret");
  writeFileSync(path.join(webRoot, "assets/app-1a2b.js.br"), brotliCompressSync(script));
  writeFileSync(path.join(webRoot, "assets/app-1a2b.js.gz"), gzipSync(script));
  const app = new Koa();
  app.use(answerErrors(pino({ level: "silent" })));
  app.use(
    site({
      webRoot,
      renderPage: async (asked) => {
        if (asked === "/Old") return { status: 308, html: "", movedTo: "/old" };
        return asked === "/" ? { status: 200, html: home } : { status: 404, html: "<p>none</p>" };
      },
    }),
  );
  const handle = app.callback();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; code: unknown };

/** Sends the path unchanged, dots included. */
function get(route: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = "", file = ""] = route.split(" ");
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, method, path: file, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        const isJson = response.headers["content-type"]?.startsWith("application/json") && text !== "";
        const code: unknown = isJson ? (JSON.parse(text) as { code?: unknown }).code : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, code });
      });
    })
      .on("error", reject)
      .end();
  });
}

async function bytesOf(file: string, encoding: string): Promise<{ encoding: string | undefined; bytes: Buffer }> {
  const { headers, bytes } = await get(`GET ${file}`, { "accept-encoding": encoding });
  return { encoding: headers["content-encoding"], bytes };
}

describe("files", () => {
  it("in assets are immutable, others are revalidated", async () => {
    const caching = async (file: string) => (await get(`GET ${file}`)).headers["cache-control"];
    expect(await caching("/assets/plain-1a2b.js")).toBe("public, max-age=31536000, immutable");
    expect(await caching("/illustrations/a%20b.svg")).toBe("public, max-age=86400");
    expect(await caching("/sw.js")).toBe("no-cache");
    expect(await caching("/index.html")).toBe("no-cache");
  });

  it("are sent in the best accepted encoding", async () => {
    const br = await bytesOf("/assets/app-1a2b.js", "gzip, deflate, br");
    expect([br.encoding, brotliDecompressSync(br.bytes).toString()]).toEqual(["br", script]);
    const gz = await bytesOf("/assets/app-1a2b.js", "gzip");
    expect([gz.encoding, gunzipSync(gz.bytes).toString()]).toEqual(["gzip", script]);
    const plain = await bytesOf("/assets/app-1a2b.js", "identity");
    expect([plain.encoding, plain.bytes.toString()]).toEqual([undefined, script]);
  });

  it("get 304 for a known ETag", async () => {
    const first = await get("GET /sw.js");
    const again = await get("GET /sw.js", { "if-none-match": first.headers.etag! });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("answer HEAD with their size", async () => {
    const head = await get("HEAD /sw.js");
    expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "9", ""]);
  });

  it("outside the folder, hidden, or with a compressed suffix are not served", async () => {
    for (const file of [
      "/../outside.js",
      "/%2e%2e/outside.js",
      "/assets/..%2f..%2foutside.js",
      "/assets/%2e%2e/%2e%2e/outside.js",
      "/.secret.json",
      "/assets/app-1a2b.js.br",
      "/assets",
      "/assets/",
      "/sw.js%00",
      "/%E0%A4%A.js",
    ]) {
      const answer = await get(`GET ${file}`);
      expect([file, answer.status, answer.text.includes("secret")]).toEqual([file, 404, false]);
    }
  });

  it("[S556] answers a drawing of an earlier version, which a renamed demo listing names, with that of its class", async () => {
    const texts = ["twin-turboprop-dusk", "turboprop-mountain", "jet-evening-hangar"].map(
      async (name) => (await get(`GET /illustrations/${name}.svg`)).text,
    );
    expect(await Promise.all(texts)).toEqual(["<svg>turboprop</svg>", "<svg>turboprop</svg>", "<svg>hangar</svg>"]);
    expect((await get("GET /illustrations/airship-dawn.svg")).status).toBe(404);
  });

  it("that are missing get no page", async () => {
    for (const file of ["/assets/gone.js", "/objects/x", "/s3/x", "/illustrations/gone.svg", "/api/x"]) {
      const answer = await get(`GET ${file}`, { accept: "text/html" });
      expect([answer.status, answer.code]).toEqual([404, "not-found"]);
    }
    expect((await get("GET /gone.js", { accept: "*/*" })).code).toBe("not-found");
  });
});

describe("pages", () => {
  it("are rendered for requests that accept HTML, and the shell has its own URL", async () => {
    const page = await get("GET /", { accept: "text/html" });
    expect([page.status, page.text, page.headers["content-type"]]).toEqual([200, home, "text/html; charset=utf-8"]);
    expect((await get("GET /index.html")).text).toContain("Shell");
    expect((await get("GET /anything", { accept: "text/html" })).status).toBe(404);
    expect((await get("GET /anything", { accept: "application/json" })).code).toBe("not-found");
  });

  it("with another canonical URL redirect there, with the query", async () => {
    const { status, headers } = await get("GET /Old?day=2026-07-04", { accept: "text/html" });
    expect([status, headers.location]).toEqual([308, "/old?day=2026-07-04"]);
  });

  it("are sent in an accepted encoding", async () => {
    for (const encoding of ["br", "gzip", "identity"] as const) {
      const { bytes } = await bytesOf("/", encoding);
      const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
      expect(plain.toString()).toBe(home);
    }
  });

  it("get a new ETag when their content changes", async () => {
    const first = await get("GET /");
    expect((await get("GET /", { "if-none-match": first.headers.etag! })).status).toBe(304);
    home = "<!doctype html><title>Newer</title>";
    const second = await get("GET /", { "if-none-match": first.headers.etag! });
    expect([second.status, second.text]).toEqual([200, home]);
  });
});

describe("a writing method", () => {
  it("gets 405 on a page or a file", async () => {
    for (const path of ["/", "/sw.js", "/assets/app-1a2b.js", "/illustrations/a%20b.svg"])
      for (const method of ["POST", "PUT", "OPTIONS"]) {
        const { status, headers, code } = await get(`${method} ${path}`, { accept: "application/json" });
        expect([path, status, headers.allow, code]).toEqual([path, 405, "GET, HEAD", "method-not-allowed"]);
      }
  });

  it("gets 404 on an unknown path", async () => {
    for (const path of ["/no-such-page", "/assets/gone.js", "/icons/gone.png", "/api/x", "/.secret.json", "/gone.js"]) {
      const { status, headers, code } = await get(`POST ${path}`, { accept: "text/html" });
      expect([path, status, headers.allow, code]).toEqual([path, 404, undefined, "not-found"]);
    }
  });
});
