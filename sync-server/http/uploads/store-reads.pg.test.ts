// Reads of pictures while the S3 service fails: a few tries, then a refusal that says when to come back.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aPilot } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { uploader } from "../../../tests/setup/pictures.ts";
import { s3Store } from "../../domain/uploads/s3-store.ts";

let service: Server;
let server: TestServer;
let picture: string;
/** Answers that fail before the next good one, and the reads so far. */
const state = { failures: 0, reads: 0 };

beforeAll(async () => {
  const objects = new Map<string, Buffer>();
  service = createServer((request, response) => {
    const name = request.url ?? "";
    void buffer(request).then((bytes) => {
      if (request.method === "PUT") objects.set(name, bytes);
      // The worker that makes AVIF reads another object.
      const isRead = request.method === "GET" && /\/\d+\.webp$/.test(name);
      if (isRead) state.reads += 1;
      const found = objects.get(name) ?? Buffer.alloc(0);
      if (isRead && state.failures-- > 0) return response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      return response.writeHead(200, { etag: '"x"', "content-length": found.length }).end(found);
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const keys = { accessKeyId: "a", secretAccessKey: "b" };
  const objectStore = s3Store({ bucket: "pictures", endpoint, region: "us-east-1", ...keys, isDirect: false });
  server = await startTestServer({ objectStore });
  picture = await uploader(server.url, await aPilot(server.db)).aPicture();
});
afterAll(() => void service?.close());

async function read(failures: number) {
  Object.assign(state, { failures, reads: 0 });
  const answer = await fetch(`${server.url}${picture}?w=320&f=webp`);
  const { headers, status } = answer;
  const size = (await answer.arrayBuffer()).byteLength;
  return { status, size, reads: state.reads, wait: headers.get("retry-after"), cache: headers.get("cache-control") };
}

it("[S1259] a picture is read despite two failures; after three the answer is 503 with a time, and is not kept", async () => {
  const good = await read(0);
  expect(good).toMatchObject({ status: 200, reads: 1, wait: null });
  expect(good.size).toBeGreaterThan(100);
  expect(await read(2)).toEqual({ ...good, reads: 3 });
  expect(await read(3)).toMatchObject({ status: 503, reads: 3, wait: "10", cache: "no-store" });
  expect(await read(0)).toEqual(good);
});
