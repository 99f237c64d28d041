// Limits of unfinished uploads over real connections: parallel parts, lost connections, failing stores, two processes.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_PICTURE_BYTES, MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { aPilot, type TestPerson } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { aPhoto, uploader } from "../../../tests/setup/pictures.ts";
import { hasSwift, startSwift, SWIFT_MS, type Swift } from "../../../tests/setup/swift.ts";
import { diskStore } from "../../domain/uploads/disk-store.ts";
import { sweepBytes } from "../../domain/uploads/reserved-bytes.ts";
import { s3Store } from "../../domain/uploads/s3-store.ts";
import { StoreFull } from "../../domain/uploads/store.ts";
import { sweepUploads } from "../../domain/uploads/sweep.ts";
import type { ObjectStore } from "../../kit/upload-services.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-bytes-"));
let swift: Swift | undefined;

beforeAll(async () => {
  if (hasSwift) swift = await startSwift();
}, SWIFT_MS);
afterAll(async () => {
  await swift?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ways: { way: string; store: () => ObjectStore }[] = [
  { way: "disk", store: () => diskStore(path.join(folder, "objects")) },
  ...(hasSwift ? [{ way: "S3", store: () => s3Store({ ...swift!.settings, isDirect: false }) }] : []),
];

const MIB = 1_048_576;
type Mine = ReturnType<typeof uploader>;
type Part = { PartNumber: number; Size: number; ETag: string };

/** Starts a multipart upload; returns its address and those of its parts. */
async function begin(mine: Mine): Promise<{ id: string; at: (rest?: string) => string }> {
  const { body } = await mine.ask("POST /s3/multipart", { filename: "a.jpg", type: "image/jpeg" });
  const id = String(body.uploadId);
  return { id, at: (rest = "") => `/s3/multipart/${id}${rest}?key=${encodeURIComponent(String(body.key))}` };
}

/** Status of a PUT; 413 also when the server closes the connection before it has read the body. */
async function putPart(mine: Mine, address: string, bytes: Buffer): Promise<number> {
  const answer = await mine.ask(`PUT ${address}`, bytes).catch(() => null);
  return answer?.status ?? 413;
}

/** Sends the headers and one byte of a body; returns a function that closes the connection. */
async function held(url: string, address: string, person: TestPerson, headers: Record<string, string | number>) {
  const sent = request(new URL(address, url), { method: "PUT", headers: { ...person.headers, ...headers } });
  sent.on("error", () => undefined);
  await new Promise<void>((resolve) => sent.write("x", () => resolve()));
  return sent;
}

const reserved = async (db: Knex) => Number((await db("upload_bytes").sum({ all: "bytes" }).first())?.["all"] ?? 0);
const waitForBytes = (db: Knex, bytes: number) =>
  vi.waitFor(async () => expect(await reserved(db)).toBe(bytes), { timeout: 10_000 });

describe.each(ways)("over $way", ({ store }) => {
  let servers: TestServer[];
  let db: Knex;
  let person: TestPerson;
  let mine: Mine;
  const fault: { takePart: Error | null } = { takePart: null };

  beforeAll(async () => {
    const real = store();
    const objectStore: ObjectStore = {
      ...real,
      takePart: (...given) => (fault.takePart ? Promise.reject(fault.takePart) : real.takePart(...given)),
    };
    const { url: databaseUrl } = await freshDatabase({ pool: 2 });
    const env = { RATE_LIMIT_FACTOR: "1000", UPLOAD_QUOTA_MB: "22" };
    servers = [
      await startTestServer({ objectStore, databaseUrl, env }),
      await startTestServer({ objectStore, databaseUrl, env }),
    ];
    db = servers[0]!.db;
    person = await aPilot(db);
    mine = uploader(servers[0]!.url, person);
  });

  const parts = async (at: (rest?: string) => string) =>
    ((await mine.ask(`GET ${at()}`)).body as unknown as Part[]).map(({ PartNumber, Size }) => [PartNumber, Size]);

  it("thirty parallel parts to two processes store at most 10 MB", { timeout: 60_000 }, async () => {
    const { at } = await begin(mine);
    const both = servers.map(({ url }) => uploader(url, person));
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, part) => putPart(both[part % 2]!, at(`/${part + 1}`), Buffer.alloc(MIB))),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 413)).toHaveLength(20);
    const sizes = (await parts(at)).map(([, size]) => size!);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MAX_PICTURE_BYTES);
    expect(await reserved(db)).toBe(MAX_PICTURE_BYTES);
    expect((await mine.ask(`DELETE ${at()}`)).status).toBe(200);
    expect(await reserved(db)).toBe(0);
  });

  it("thirty parallel parts with one number are stored and counted once", { timeout: 60_000 }, async () => {
    const { at } = await begin(mine);
    const sizes = Array.from({ length: 30 }, (_, index) => 1000 + index);
    const statuses = await Promise.all(sizes.map((size) => putPart(mine, at("/1"), Buffer.alloc(size))));
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses).toContain(200);
    expect(await parts(at)).toEqual([[1, await reserved(db)]]);
    await mine.ask(`DELETE ${at()}`);
  });

  it("a repeated part replaces the first", { timeout: 60_000 }, async () => {
    const { at } = await begin(mine);
    for (const part of [1, 2, 2, 1])
      expect(await putPart(mine, at(`/${part}`), Buffer.alloc(MIN_PART_BYTES))).toBe(200);
    expect(await reserved(db)).toBe(MAX_PICTURE_BYTES);
    expect(await putPart(mine, at("/3"), Buffer.alloc(1))).toBe(413);
    await mine.ask(`DELETE ${at()}`);
  });

  it("a lost connection releases its bytes", async () => {
    const { at } = await begin(mine);
    const length = MAX_PICTURE_BYTES;
    const sent = await held(servers[0]!.url, at("/1"), person, { "content-length": length });
    await waitForBytes(db, length);
    expect(await putPart(mine, at("/2"), Buffer.alloc(1))).toBe(413);
    sent.destroy();
    await waitForBytes(db, 0);
    expect(await putPart(mine, at("/2"), Buffer.alloc(1))).toBe(200);
    await mine.ask(`DELETE ${at()}`);
  });

  it("a part that the store refuses releases its bytes", async () => {
    const { at } = await begin(mine);
    fault.takePart = new StoreFull();
    expect(await putPart(mine, at("/1"), Buffer.alloc(MIB))).toBe(507);
    expect(await reserved(db)).toBe(0);
    fault.takePart = null;
    expect(await putPart(mine, at("/1"), Buffer.alloc(MIB))).toBe(200);
    await mine.ask(`DELETE ${at()}`);
  });

  it("a body without Content-Length reserves the rest and counts the received bytes", async () => {
    const { at } = await begin(mine);
    const sent = await held(servers[0]!.url, at("/1"), person, { "transfer-encoding": "chunked" });
    await waitForBytes(db, MAX_PICTURE_BYTES);
    const status = new Promise((resolve) => sent.once("response", ({ statusCode }) => resolve(statusCode)));
    sent.end("yz");
    expect(await status).toBe(200);
    expect([await parts(at), await reserved(db)]).toEqual([[[1, 3]], 3]);
    await mine.ask(`DELETE ${at()}`);
  });

  it("a claim and an expiry release an upload's bytes", { timeout: 30_000 }, async () => {
    const photo = await aPhoto();
    const whole = await begin(mine);
    expect(await putPart(mine, whole.at("/1"), photo)).toBe(200);
    const [one] = (await mine.ask(`GET ${whole.at()}`)).body as unknown as Part[];
    const { body } = await mine.ask(`POST ${whole.at("/complete")}`, { parts: [one] });
    expect(await reserved(db)).toBe(photo.length);
    expect((await mine.claim(String(body.location))).status).toBe(200);
    expect(await reserved(db)).toBe(0);

    const late = await begin(mine);
    expect(await putPart(mine, late.at("/1"), photo)).toBe(200);
    await db("uploads").update({ expiresAt: db.raw("now() - interval '61 minutes'") });
    await sweepUploads(db);
    expect(await reserved(db)).toBe(0);
  });

  it("the quota counts all uploads of one user", { timeout: 60_000 }, async () => {
    const { url } = servers[1]!;
    const uploads = [await begin(mine), await begin(mine)];
    const length = MAX_PICTURE_BYTES;
    const open = [];
    for (const { at } of uploads) open.push(await held(url, at("/1"), person, { "content-length": length }));
    await waitForBytes(db, 2 * length);
    const address = await mine.anAddress();
    const refused = await mine.put(address, Buffer.alloc(3 * MIB));
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([429, "too-many", "60"]);
    const other = uploader(url, await aPilot(db));
    expect((await other.put(await other.anAddress(), await aPhoto())).status).toBe(200);
    // An abort does not end a body that is still being received.
    await mine.ask(`DELETE ${uploads[0]!.at()}`);
    expect(await reserved(db)).toBe(2 * length);
    for (const sent of open) sent.destroy();
    await waitForBytes(db, 0);
    expect((await mine.put(address, await aPhoto())).status).toBe(200);
    expect(await reserved(db)).toBe(0);
  });
});

it("reserved bytes of a dead process are released after 20 minutes", async () => {
  const server = await startTestServer();
  const { id: userId } = await aPilot(server.db);
  const row = { userId, part: 0, bytes: 5 };
  const uploadId = "01912345-0000-7000-8000-00000000000a";
  await server.db("upload_bytes").insert([
    { ...row, id: "01912345-0000-7000-8000-000000000001", uploadId },
    { ...row, id: "01912345-0000-7000-8000-000000000002", uploadId, state: "stored" },
    {
      ...row,
      id: "01912345-0000-7000-8000-000000000003",
      uploadId,
      changedAt: server.db.raw("now() - interval '21 minutes'"),
    },
  ]);
  await sweepBytes(server.db);
  expect((await server.db("upload_bytes").select("id")).map(({ id }: { id: string }) => id.slice(-1))).toEqual(["1"]);
});

it("a nearly full disk refuses bytes before it receives them", async () => {
  const dataDir = path.join(folder, "little-room");
  const server = await startTestServer({ env: { DATA_DIR: dataDir, UPLOAD_MIN_FREE_MB: "999999999" } });
  const mine = uploader(server.url, await aPilot(server.db));
  const [address, { at }] = [await mine.anAddress(), await begin(mine)];
  const answers = [await mine.put(address, await aPhoto()), await mine.ask(`PUT ${at("/1")}`, "x")];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([507, "storage-full"]));
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect([files, await reserved(server.db)]).toEqual([[], 0]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
