// The integration of the Companion package, which is not installed here: a fake records what it receives.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { afterAll, expect, it } from "vitest";
import { openCompanion, type CompanionOptions } from "./companion.ts";
import { readConfig } from "./config.ts";
import { answerErrors } from "./http/errors.ts";
import { createLog } from "./log.ts";

const settings = {
  PUBLIC_URL: "https://tailhour.example",
  S3_BUCKET: "pictures",
  S3_ENDPOINT: "https://s3.example",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  COMPANION_PROVIDERS: "dropbox=one:two,drive=three:four",
  COMPANION_SECRET: "a-secret-of-some-length",
};

type Given = Record<string, unknown> & { s3: { getKey(file: object): string } };
let given: Given | undefined;
let sockets: NodeJS.EventEmitter | undefined;

const standIn: Record<string, unknown> = {
  "@uppy/companion": {
    default: {
      app: (options: Given) => {
        given = options;
        return {
          app: (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, next: () => void) =>
            request.url === "/nowhere" ? next() : response.end(JSON.stringify([request.url, request.originalUrl])),
        };
      },
      socket: (server: NodeJS.EventEmitter) => (sockets = server),
    },
  },
  "express-session": { default: () => (_: unknown, __: unknown, next: () => void) => next() },
};

const open = (options: Partial<CompanionOptions> = {}) =>
  openCompanion({
    config: readConfig(settings),
    folder: "/tmp",
    isSignedIn: () => Promise.resolve(true),
    load: (name) => Promise.resolve(standIn[name]),
    ...options,
  });

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function serve(options?: Partial<CompanionOptions>): Promise<string> {
  const app = new Koa();
  app.use(answerErrors(createLog(readConfig({ LOG_LEVEL: "silent" }))) as Koa.Middleware);
  app.use((await open(options))!.routes as Koa.Middleware);
  const server = createServer((request, response) => void app.callback()(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("is not loaded without a provider", async () => {
  const load = () => Promise.reject(new Error("loaded"));
  expect(await open({ config: readConfig({}), load })).toBeNull();
});

it("names the packages to install if they are missing", async () => {
  await expect(open({ load: (name) => import(name) })).rejects.toThrow(
    "COMPANION_PROVIDERS needs @uppy/companion, which is not installed: npm install @uppy/companion@5 express-session",
  );
});

it.each([
  ["S3_BUCKET", /^S3_BUCKET is missing beside COMPANION_PROVIDERS\./],
  ["COMPANION_SECRET", /^COMPANION_SECRET is missing beside COMPANION_PROVIDERS\./],
  ["PUBLIC_URL", /^PUBLIC_URL is missing beside COMPANION_PROVIDERS\./],
])("needs %s beside its providers", (name, sentence) => {
  expect(() => readConfig({ ...settings, [name]: "" })).toThrow(sentence);
});

it("receives the providers, the bucket and the site", async () => {
  await open();
  expect(given).toMatchObject({
    providerOptions: { dropbox: { key: "one", secret: "two" }, drive: { key: "three", secret: "four" } },
    server: { host: "tailhour.example", protocol: "https", path: "/companion" },
    corsOrigins: ["https://tailhour.example"],
    maxFileSize: 10_485_760,
    s3: { bucket: "pictures", endpoint: "https://s3.example", forcePathStyle: true },
  });
  const id = "01912345-0000-7000-8000-00000000000a";
  const uploadURL = `https://tailhour.example/api/objects/upload/${id}`;
  expect(given!.s3.getKey({ metadata: { uploadURL }, filename: "../../x" })).toBe(`incoming/${id}`);
  expect(given!.s3.getKey({ filename: "../../x" })).toMatch(/^incoming\/[0-9a-f-]{36}$/);
});

it("[S282] receives requests below its path, and answers them", async () => {
  const url = await serve();
  expect(await (await fetch(`${url}/companion/dropbox/list?x=1`)).json()).toEqual([
    "/dropbox/list?x=1",
    "/companion/dropbox/list?x=1",
  ]);
  expect((await fetch(`${url}/companions`)).status).toBe(404);
  const nowhere = await fetch(`${url}/companion/nowhere`);
  expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { code: "not-found" }]);
});

it("requires a session, and never signs S3 uploads", async () => {
  const url = await serve({ isSignedIn: () => Promise.resolve(false) });
  expect((await fetch(`${url}/companion/dropbox/list`)).status).toBe(401);
  const open = await serve();
  for (const path of ["/companion/s3/params", "/companion/S3/multipart"])
    expect((await fetch(open + path)).status).toBe(404);
});

it("receives only upgrades below its path", async () => {
  const companion = (await open())!;
  const heard: unknown[] = [];
  sockets!.on("upgrade", (request) => heard.push(request));
  const request = { url: "/companion/api/token" } as IncomingMessage;
  companion.upgrade(request, {} as never, Buffer.alloc(0));
  expect(heard).toEqual([request]);
});
